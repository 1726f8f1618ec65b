import { type Figure, requireFinite } from './result.ts'

/** A mark by which a retrieval metric can no longer tell configurations apart. */
export type SaturationFlag =
  /** The cut takes in half of the corpus or more: k/N >= .5. */
  | 'deep_cut'
  /** A random ranking hits in 80 % of the questions or more. */
  | 'chance_hits'
  /** In every arm 90 % of the questions or more stand at the maximum. */
  | 'at_maximum'
  /** No question has different scores in two arms. */
  | 'no_differences'
  /** All scores together take fewer than three values. */
  | 'few_values'

/** Scores of one metric: a list for each configuration ("arm"), one place for each question, null where there is no score. */
export interface SaturationInput {
  arms: readonly (readonly (number | null)[])[]
  /** The best score that the metric can give. */
  maximum: number
  /** The cut and the number of items in the corpus; leave out what is not known. */
  k?: number
  corpus?: number
  /** Chance that a random ranking hits, 0 .. 1 (`chanceLevels`; its mean over the questions). */
  chanceHit?: number
}

/**
 * The flags of saturation that hold; none means that the metric still has room to tell arms apart.
 *
 * Flags that need what was not given are not raised; scores are compared only where both arms have one, and lists without
 * any score raise no flag. The bounds .5, .8, 90 % and 3 are conventions, not tests. A metric of two values, such as a hit,
 * always bears `few_values`: its steps are coarse. What helps: a smaller k, a larger corpus, or a metric that
 * reads ranks (MRR, nDCG).
 */
export function saturationFlags({ arms, maximum, k, corpus, chanceHit }: SaturationInput): SaturationFlag[] {
  const scores = arms.map((arm) => arm.filter((score) => score !== null))
  for (const arm of scores) requireFinite(arm, 'scores')
  const filled = scores.filter((arm) => arm.length > 0)
  const flags: SaturationFlag[] = []
  if (k !== undefined && corpus !== undefined && k >= corpus / 2) flags.push('deep_cut')
  if (chanceHit !== undefined && chanceHit >= 0.8) flags.push('chance_hits')
  if (filled.length > 0 && filled.every((arm) => countAt(arm, maximum) >= 0.9 * arm.length)) flags.push('at_maximum')
  if (neverDiffer(arms)) flags.push('no_differences')
  const distinct = new Set(filled.flat())
  if (distinct.size > 0 && distinct.size < 3) flags.push('few_values')
  return flags
}

/**
 * How much of the way from chance to perfection a score has gone: (observed - chance) / (1 - chance). 1 is perfect, 0 no better
 * than chance, negative worse. For scores whose best value is 1. Undefined where chance is perfect already.
 */
export function aboveChance(observed: number, chance: number): Figure {
  requireFinite([observed], 'an observed score')
  if (!(chance >= 0 && chance <= 1)) throw new RangeError(`a chance level lies between 0 and 1, got ${chance}`)
  if (chance === 1) return { value: null, reason: 'a random ranking is perfect already' }
  return { value: (observed - chance) / (1 - chance) }
}

function countAt(arm: readonly number[], maximum: number): number {
  let count = 0
  for (const score of arm) if (score >= maximum) count += 1
  return count
}

/** Whether at least one question was scored in two arms, and every such question has one score in all its arms. */
function neverDiffer(arms: readonly (readonly (number | null)[])[]): boolean {
  const questions = Math.max(0, ...arms.map((arm) => arm.length))
  let compared = false
  for (let question = 0; question < questions; question++) {
    let first: number | null = null
    for (const arm of arms) {
      const score = arm[question] ?? null
      if (score === null) continue
      if (first !== null && score !== first) return false
      if (first !== null) compared = true
      first = score
    }
  }
  return compared
}
