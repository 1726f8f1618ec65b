import type { Aliasing } from '../../stats/aliasing.ts'
import { type FactorialEffect, factorialEffects } from '../../stats/factorial-effects.ts'
import type { DesignEffect, DesignFinding } from './attribute-report.ts'
import { effectFigures } from './factor-findings.ts'
import { commonScores, type OutcomeData } from './outcome-data.ts'

/** Weights below this are rounding. */
const NOTHING = 1e-9
/** The heaviest of so many interactions are named. */
const MOST_ALIASES = 100

/** Main effects and interactions of a balanced design; else why there are none, and what biases single effects. */
export function designFinding(data: OutcomeData, confounded: Aliasing | undefined): DesignFinding {
  const aliases = (confounded?.aliases ?? [])
    .filter(({ weight }) => Math.abs(weight) > NOTHING)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, MOST_ALIASES)
  const shown = { aliases: confounded === undefined || confounded.aliases === null ? null : aliases }
  const { factors, names } = data.design
  const many = factors.find(({ values }) => values.length > 2)
  if (many !== undefined) return { effects: null, reason: `${many.factor} has more than two values`, ...shown }
  const { scores, clusters, n } = commonScores(data, [...names.keys()])
  const found = factorialEffects(
    {
      factors: factors.map(({ factor }) => factor),
      levels: names.map((_, configuration) => factors.map(({ levels }) => levels[configuration] ?? 0)),
      scores,
    },
    { clusters },
  )
  if (found.main === null) return { effects: null, reason: found.reason, ...shown }
  const toEffect = ({ factors: own, effect, aliases: mixed }: FactorialEffect): DesignEffect => ({
    factors: [...own],
    ...effectFigures(effect, n),
    aliases: mixed.map(({ factors: others, weight }) => ({ factors: [...others], weight })),
  })
  return {
    effects: { main: found.main.map(toEffect), interactions: found.interactions.map(toEffect), convention: 'yates' },
    reason: null,
    ...shown,
  }
}
