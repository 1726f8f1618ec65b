import { flipRate } from '../../stats/flip-rate.ts'
import { oneWayIcc } from '../../stats/one-way-icc.ts'
import { repeatsForReliability } from '../../stats/spearman-brown.ts'
import type { RepeatScore } from './trust-inputs.ts'
import type { TrustLine, TrustRepeats } from './trust-line.ts'

/**
 * How much the scores of a metric move when the same thing is scored, or asked, again.
 *
 * `judge`: items are answers to one question under one configuration that are byte-equal in text and contexts, so that all
 * movement is the judge's. A rule cannot move and has no such items. A judge's score counts only once for each reply that it was
 * read from, since equal answers are not asked about twice unless that is wanted (`reply` tells them apart). `system`: items are
 * questions under one configuration whose repeats are not all equal; system and judge move together.
 * The kind with more items is returned, `judge` at a tie; null when there are none.
 *
 * `flip_rate`: share of items whose scores are not all equal (it grows with k). `icc`: ICC(1,1), null where undefined (fewer than
 * two items, or all scores equal). `mean_sd`: mean standard deviation within an item, in units of the score.
 * `repeats_for_90`: how many repeats to average for a reliability of .9 by Spearman and Brown; null for an ICC of 0 or below.
 */
export function lineRepeats(rows: Iterable<RepeatScore>, origin: TrustLine['origin']): TrustRepeats | null {
  const judge: number[][] = []
  const system: number[][] = []
  for (const repeats of groupBy(rows, ({ configuration, test_case_id }) => `${configuration}\u0000${test_case_id}`)) {
    if (repeats.length < 2) continue
    const equal = groupBy(repeats, ({ content }) => content)
    if (equal.length > 1) system.push(repeats.map(({ value }) => value))
    if (origin === 'rule') continue
    for (const again of equal) {
      const replies = origin === 'judge' ? byReply(again) : again
      if (replies.length > 1) judge.push(replies.map(({ value }) => value))
    }
  }
  if (judge.length === 0 && system.length === 0) return null
  return judge.length >= system.length ? describe('judge', judge) : describe('system', system)
}

/** One score for each reply of the judge; scores whose reply is not known may all stem from one. */
function byReply(rows: readonly RepeatScore[]): RepeatScore[] {
  return groupBy(rows, ({ reply }) => reply ?? '').flatMap((same) => same.slice(0, 1))
}

function describe(kind: TrustRepeats['kind'], items: readonly number[][]): TrustRepeats {
  const flips = flipRate(items)
  const icc = oneWayIcc(items).value
  return {
    kind,
    items: items.length,
    k: items.reduce((sum, item) => sum + item.length, 0) / items.length,
    flip_rate: flips.value ?? 0,
    icc,
    mean_sd: flips.meanWithinSd ?? 0,
    repeats_for_90: icc === null ? null : repeatsForReliability(icc, 0.9).value,
  }
}

function groupBy(rows: Iterable<RepeatScore>, key: (row: RepeatScore) => string): RepeatScore[][] {
  const groups = new Map<string, RepeatScore[]>()
  for (const row of rows) {
    const own = groups.get(key(row))
    if (own === undefined) groups.set(key(row), [row])
    else own.push(row)
  }
  return [...groups.values()]
}
