import { mcnemar } from './mcnemar.ts'

/** What the finished comparison will say, whatever the remaining questions bring; `open` while it can still go either way. */
export type CurtailedMcnemar = 'a_better' | 'b_better' | 'no_difference' | 'open'

/**
 * Can the exact McNemar test over all questions still change its decision? b and c as in `mcnemar` so far, `remaining`
 * questions not yet answered by both.
 *
 * Decided are: a significant result that stays so if every remaining question goes to the other side, and a result that cannot
 * become significant if every one goes to one side. These are the extremes, since the p falls with the wins of the leader and
 * rises with those of the other. Stopping then costs no error: the decision is the one of the full data (Lan, Simon and
 * Halperin 1982, deterministic curtailment).
 */
export function curtailMcnemar(
  counts: { b: number; c: number; remaining: number },
  options: { alpha?: number } = {},
): CurtailedMcnemar {
  const { b, c, remaining } = counts
  const { alpha = 0.05 } = options
  requireCount(remaining, 'remaining questions')
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha lies between 0 and 1, got ${alpha}`)
  const significant = (wins: number, losses: number) => mcnemar(wins, losses).pExact <= alpha
  if (b > c + remaining && significant(b, c + remaining)) return 'a_better'
  if (c > b + remaining && significant(c, b + remaining)) return 'b_better'
  if (significant(b + remaining, c) || significant(b, c + remaining)) return 'open'
  return 'no_difference'
}

/**
 * Can a count still reach or miss a bar of `needed` passes out of `total`? `passed` of `seen` so far. `reached` and `missed`
 * hold whatever the remaining ones bring; else `open`.
 */
export function curtailCount(counts: {
  passed: number
  seen: number
  total: number
  needed: number
}): 'reached' | 'missed' | 'open' {
  const { passed, seen, total, needed } = counts
  for (const count of [passed, seen, total, needed]) requireCount(count, 'counts')
  if (!(passed <= seen && seen <= total)) {
    throw new RangeError(`counts need passed <= seen <= total, got ${passed}, ${seen}, ${total}`)
  }
  if (passed >= needed) return 'reached'
  return passed + (total - seen) < needed ? 'missed' : 'open'
}

function requireCount(count: number, what: string): void {
  if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`${what} are whole numbers from 0, got ${count}`)
}
