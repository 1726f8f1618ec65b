import { type NaOutcome, na, type Outcome, scored } from '../../core/score.ts'
import type { Item, Verdict, Verdicts } from '../../judge/judge.ts'
import { formatRate } from '../../text/format-number.ts'
import type { RuleRecorder } from '../metric.ts'
import { resolutionOf } from './resolution.ts'

export type Failed<C extends string> = Extract<Verdicts<C>, { ok: false }>

/** The probability of the good class; without probabilities 1 for its word and 0 for another. */
export function goodness<C extends string>({ verdict, probabilities }: Verdict<C>, good: C): number {
  return probabilities === undefined ? (verdict === good ? 1 : 0) : Math.min(1, Math.max(0, probabilities[good]))
}

/** Whether an item counts in k of n: its probability is at least .5, or without probabilities its word is the good one. */
export function counts<C extends string>(verdict: Verdict<C>, good: C, grading: 'verdict' | 'probability'): boolean {
  return grading === 'probability' ? goodness(verdict, good) >= 0.5 : verdict.verdict === good
}

/** How many items have each verdict, and how many reasons speak against their verdict. */
export function tallyOf<C extends string>(verdicts: readonly Verdict<C>[]): Record<string, unknown> {
  const classes: Record<string, number> = {}
  for (const { verdict } of verdicts) classes[verdict] = (classes[verdict] ?? 0) + 1
  const contradictions = verdicts.filter(({ contradiction }) => contradiction === true).length
  return contradictions === 0 ? { classes } : { classes, contradictions }
}

/** The words of the arithmetic: `2 of 3 claims supported`. */
export interface RatioWords<C extends string> {
  good: C
  /** What is counted, in the plural: `claims`. */
  items: string
}

/**
 * The share of good items: k / n by verdicts, or the mean probability of the good class with k of n (at .5) and its share
 * beside it. Records the arithmetic in one line. Verdicts that are not all there lead to their NA
 * reason, with the bounds that the known ones leave: [good / n, (good + missing) / n].
 */
export function foldRatio<C extends string>(
  answer: Verdicts<C>,
  items: readonly Item[],
  { good, items: noun }: RatioWords<C>,
  { rule }: RuleRecorder,
): Outcome {
  const n = items.length
  if (!answer.ok) {
    const sum = answer.known.reduce((total, verdict) => total + goodness(verdict, good), 0)
    return notAll(answer, [sum / n, Math.min(1, (sum + n - answer.known.length) / n)])
  }
  const { grading, verdicts } = answer
  const k = verdicts.filter((verdict) => counts(verdict, good, grading)).length
  const resolution = resolutionOf(k, n)
  const words = `${k} of ${n} ${noun} ${good} = ${formatRate(k / n)}, resolution ${resolution.map(short).join('-')}`
  if (grading === 'verdict') {
    rule('arithmetic', { line: words, k, n, resolution, ...tallyOf(verdicts) })
    return scored(k / n, { k, n, grading })
  }
  const mean = Math.min(1, verdicts.reduce((sum, verdict) => sum + goodness(verdict, good), 0) / n)
  const line = `mean probability of ${good} over ${n} ${noun} = ${formatRate(mean)}; by words ${words}`
  rule('arithmetic', { line, k, n, resolution, ...tallyOf(verdicts) })
  return scored(mean, { k, n, grading, verdict_value: k / n })
}

const short = (value: number): string => value.toFixed(2)

/** NA for verdicts that are not all there, with the bounds that the known ones leave. */
export function notAll<C extends string>({ reason, detail, known }: Failed<C>, bounds: [number, number]): NaOutcome {
  return known.length === 0 && reason !== 'missing_verdicts' ? na(reason, detail) : na(reason, detail, bounds)
}
