import { type NaReason, PASSING_REASONS } from '../core/score.ts'
import type { ItemOutcome } from './item-outcome.ts'
import type { Item, Verdict, Verdicts } from './judge.ts'

/** Items without a verdict that a detail names. */
const MOST_NAMED = 20

/** Outcomes of a question's items, as a metric gets them: each verdict under the id that the metric gave. */
export function verdictsOf<C extends string>(
  outcomes: readonly { item: Item; outcome: ItemOutcome<C> }[],
): Verdicts<C> {
  const known: Verdict<C>[] = []
  const unknown: { id: string; reason: NaReason; detail: string }[] = []
  for (const { item, outcome } of outcomes) {
    if (outcome.ok) known.push({ ...outcome.verdict, id: item.id })
    else unknown.push({ id: item.id, reason: outcome.reason, detail: outcome.detail })
  }
  // What may pass comes first: such a score is made again.
  const main = unknown.find(({ reason }) => PASSING_REASONS.includes(reason)) ?? unknown[0]
  if (main === undefined) {
    const graded = known.length > 0 && known.every(({ probabilities }) => probabilities !== undefined)
    return { ok: true, grading: graded ? 'probability' : 'verdict', verdicts: known }
  }
  const named = unknown.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = unknown.length - named.length
  const ids = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const detail = `no verdict for ${unknown.length} of ${outcomes.length} items (${ids}): ${main.detail}`
  return { ok: false, reason: main.reason, detail, known }
}

/** Ids are how verdicts find their items: a metric that gives one twice has a bug. */
export function checkIds(step: string, items: readonly Item[]): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw new TypeError(`the question ${step} has two items with the id ${id}`)
    seen.add(id)
  }
}
