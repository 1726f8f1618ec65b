import { additivityGap } from '../../stats/additivity-gap.ts'
import type { Additivity } from './attribute-report.ts'
import { effectFigures } from './factor-findings.ts'
import { commonScores, type OutcomeData } from './outcome-data.ts'

/** Sets of changes that are looked at, the largest first. */
const MOST_SETS = 50

/** Every configuration that changes several settings of the base, each of which was also changed alone to the same value. */
export function additivities(data: OutcomeData): Additivity[] {
  const { design, base } = data
  const alone = design.names.map((_, place) => ({ place, factors: design.differing(base, place) }))
  const singles = alone.filter(({ factors }) => factors.length === 1)
  return alone
    .filter(({ factors }) => factors.length > 1)
    .flatMap(({ place, factors }) => {
      const changes = factors.flatMap((factor) => {
        const level = design.factors[factor]?.levels
        const found = singles.find((one) => one.factors[0] === factor && level?.[one.place] === level?.[place])
        return found === undefined ? [] : [found.place]
      })
      return changes.length === factors.length ? [{ place, changes }] : []
    })
    .sort((one, other) => other.changes.length - one.changes.length)
    .slice(0, MOST_SETS)
    .map(({ place, changes }) => additivityOf(data, place, changes))
}

function additivityOf(data: OutcomeData, all: number, changes: readonly number[]): Additivity {
  const { design, base } = data
  const { scores, clusters, n } = commonScores(data, [base, all, ...changes])
  const [first = new Float64Array(0), together = new Float64Array(0), ...single] = scores
  const gap = additivityGap({ base: first, changes: single, all: together }, { clusters })
  const figures = effectFigures(gap, n)
  return {
    gap: figures.value,
    ...figures,
    base: design.names[base] ?? '',
    all: design.names[all] ?? '',
    changes: changes.map((place) => design.names[place] ?? ''),
    excludes_zero: gap.low !== null && gap.excludesZero,
  }
}
