import { type Aliasing, aliasing } from '../../stats/aliasing.ts'
import { type Contrast, contrast } from '../../stats/contrast.ts'
import type { NoInterval } from '../../stats/result.ts'
import type { AttributedPair, EffectFigures, FactorEffect, FactorFinding } from './attribute-report.ts'
import type { Design, DesignFactor } from './design.ts'
import type { DesignPair } from './design-pairs.ts'
import { commonScores, type OutcomeData } from './outcome-data.ts'

/** Above this many columns what the design confounds is not worked out. */
const MOST_COLUMNS = 60
/** Of a factor with more values only the changes from the value of the base are shown. */
const MOST_VALUES = 6

/** What the configurations confound; undefined where they have too many values to tell in reasonable time. */
export function designAliasing({ factors, names }: Design): Aliasing | undefined {
  const columns = factors.reduce((sum, { values }) => sum + values.length - 1, 1)
  if (columns > MOST_COLUMNS || names.length < 2) return undefined
  return aliasing(factors.map(({ factor, levels }) => ({ name: factor, levels })))
}

/** What each setting did, over all pairs that differ in it alone. */
export function factorFindings(
  data: OutcomeData,
  pairs: readonly DesignPair[],
  figures: readonly AttributedPair[],
  confounded: Aliasing | undefined,
): FactorFinding[] {
  return data.design.factors.map((factor, place) => {
    const own = pairs.filter(({ factors }) => factors[0] === place)
    const shown = figures.filter(({ factors }) => factors.length === 1 && factors[0] === factor.factor)
    return {
      factor: factor.factor,
      values: factor.values.map((value) => value ?? (value === null ? null : 'unset')),
      pairs: own.length,
      changed_nothing:
        shown.length > 0 &&
        shown.every(
          ({ answers_identical, answers_compared }) => answers_compared > 0 && answers_identical === answers_compared,
        ),
      effects: effectsOf(data, factor, own),
      changed_with: (confounded?.changedTogether.find((group) => group.includes(factor.factor)) ?? []).filter(
        (name) => name !== factor.factor,
      ),
      estimable: confounded === undefined ? null : !confounded.notEstimable.includes(factor.factor),
    }
  })
}

function effectsOf(data: OutcomeData, { values, levels }: DesignFactor, pairs: readonly DesignPair[]): FactorEffect[] {
  const baseLevel = levels[data.base] ?? 0
  const order = [baseLevel, ...[...values.keys()].filter((level) => level !== baseLevel)]
  const steps = order.flatMap((from, place) => order.slice(place + 1).map((to) => ({ from, to })))
  const few = values.length <= MOST_VALUES ? steps : steps.filter(({ from }) => from === baseLevel)
  return few.flatMap(({ from, to }) => {
    const contexts = pairs.flatMap(({ a, b }): [number, number][] => {
      if (levels[a] === from && levels[b] === to) return [[a, b]]
      return levels[a] === to && levels[b] === from ? [[b, a]] : []
    })
    if (contexts.length === 0) return []
    const { scores, clusters } = commonScores(data, contexts.flat())
    const weights = contexts.flatMap(() => [-1 / contexts.length, 1 / contexts.length])
    const effect = contrast(scores, weights, { clusters })
    const shown = { from: values[from] ?? null, to: values[to] ?? null, contexts: contexts.length }
    return [{ ...shown, ...effectFigures(effect, scores[0]?.length ?? 0) }]
  })
}

/** A contrast as records have it. */
export function effectFigures(effect: Contrast | NoInterval, n: number): EffectFigures {
  const { value, low, high } = effect
  if (effect.low === null) return { value, low, high, p: null, n, reason: effect.reason }
  return { value, low, high, p: effect.p, n, reason: null }
}
