import { bonettPrice } from '../../stats/bonett-price.ts'
import { mcnemar } from '../../stats/mcnemar.ts'
import { compensatedSum } from '../../stats/mean.ts'
import { pairedDifference } from '../../stats/paired-difference.ts'
import type { TruthRow } from './trust-inputs.ts'
import type { TrustInterval } from './trust-line.ts'
import type { GradedPair } from './trust-report.ts'

/** Right (1) or wrong (0) of the graded repeats of one question under one configuration, in order of the repeats. */
type Marks = readonly number[]

/**
 * Each two configurations on the questions that both have a graded answer to: the questions that only one got right,
 * McNemar's exact test with its mid-p, and the difference of the shares right (a less b, -1 .. 1) with its 95 % interval by Bonett and
 * Price. A pair without a common question has no entry. Order: as in `configurations`.
 *
 * Repeats of one question are never pooled. Of a question that has k graded repeats under one configuration and m under the
 * other the first min(k, m) of each count, so that neither has more tries; it goes to the configuration with the larger share right
 * and to none at a tie, which makes the test a sign test, and the difference is the mean of the questions' differences with
 * Student's interval. Without repeats this is McNemar's test exactly.
 *
 * `p` is null when fewer than 6 questions differ, since it could not fall below .05 whatever they show. The p values
 * are not corrected for the number of pairs. Assumes independent questions.
 * Source: McNemar 1947; Fagerland, Lydersen and Laake 2013; Bonett and Price 2012.
 */
export function gradedPairs(truth: Iterable<TruthRow>, configurations: readonly string[]): GradedPair[] {
  const marks = marksByConfiguration(truth)
  return configurations.flatMap((a, place) =>
    configurations.slice(place + 1).flatMap((b) => {
      const pair = compare(marks.get(a) ?? new Map(), marks.get(b) ?? new Map())
      return pair === null ? [] : [{ a, b, ...pair }]
    }),
  )
}

function marksByConfiguration(truth: Iterable<TruthRow>): Map<string, Map<string, Marks>> {
  const repeats = new Map<string, Map<string, TruthRow[]>>()
  for (const row of truth) {
    const questions = repeats.get(row.configuration) ?? new Map<string, TruthRow[]>()
    repeats.set(row.configuration, questions)
    questions.set(row.test_case_id, [...(questions.get(row.test_case_id) ?? []), row])
  }
  const inOrder = (rows: TruthRow[]): Marks =>
    rows.sort((one, other) => one.repeat - other.repeat).map(({ right }) => (right ? 1 : 0))
  return new Map(
    Array.from(repeats, ([name, questions]) => [
      name,
      new Map(Array.from(questions, ([id, rows]) => [id, inOrder(rows)])),
    ]),
  )
}

function compare(a: ReadonlyMap<string, Marks>, b: ReadonlyMap<string, Marks>): Omit<GradedPair, 'a' | 'b'> | null {
  const sharesA: number[] = []
  const sharesB: number[] = []
  let repeated = false
  for (const [question, own] of a) {
    const other = b.get(question)
    if (other === undefined) continue
    const tries = Math.min(own.length, other.length)
    if (tries > 1) repeated = true
    sharesA.push(shareOf(own, tries))
    sharesB.push(shareOf(other, tries))
  }
  const n = sharesA.length
  if (n === 0) return null
  const aOnly = sharesA.filter((share, place) => share > (sharesB[place] ?? 0)).length
  const bOnly = sharesA.filter((share, place) => share < (sharesB[place] ?? 0)).length
  const { pExact, pMid, neverSignificant } = mcnemar(aOnly, bOnly)
  return {
    n,
    a_only: aOnly,
    b_only: bOnly,
    p: neverSignificant ? null : pExact,
    mid_p: pMid,
    difference: repeated ? asInterval(pairedDifference(sharesA, sharesB)) : asInterval(bonettPrice(aOnly, bOnly, n)),
    ...(neverSignificant ? { reason: tooFew(aOnly + bOnly) } : {}),
  }
}

/** The share of the first `tries`; equal shares of equal tries are the same number to the last digit. */
function shareOf(marks: Marks, tries: number): number {
  return compensatedSum(marks.slice(0, tries)) / tries
}

function asInterval(figure: {
  value: number | null
  low: number | null
  high: number | null
  reason?: string
}): TrustInterval {
  const { value, low, high, reason } = figure
  if (reason !== undefined) return { value, low, high, reason }
  return { value, low: low === null ? null : Math.max(-1, low), high: high === null ? null : Math.min(1, high) }
}

function tooFew(discordant: number): string {
  const differ = discordant === 1 ? '1 question differs' : `${discordant} questions differ`
  return `${differ}: with fewer than 6 the exact p cannot fall below .05, whatever they show`
}
