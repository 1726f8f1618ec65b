import type { NoAgreement } from './agreement.ts'
import { binomialTest } from './binomial.ts'
import { cohenKappa, type Kappa } from './kappa.ts'
import type { Interval, NoInterval } from './result.ts'
import { wilson } from './wilson.ts'

/** How far a judge of pairs goes by the place of an answer. */
export interface PositionBias {
  /** Pairs judged in both orders. */
  n: number
  /** Pairs with the same winner in both orders, and their share with Wilson's interval. */
  sameWinner: number
  consistency: Interval | NoInterval
  /** f: pairs won in both orders by the answer shown first; g: by the one shown second. f + g = n - sameWinner. */
  wonByFirst: number
  wonBySecond: number
  /**
   * Two-sided exact binomial test of f against g, equal if places do not matter. 1 for f = g = 0; with fewer than 6 such
   * pairs it cannot fall below .05.
   */
  p: number
  /** Cohen's kappa between the winners of the two orders. */
  kappa: Kappa | NoAgreement
}

/**
 * Position bias of pairwise verdicts: each pair is judged twice, with answer 1 shown first (`first`) and with answer 2 shown
 * first (`swapped`). The verdicts name the winning answer, 1 or 2, not its place.
 *
 * A pair without a verdict in one of the orders must be left out by the caller; ties are no verdict. A judge can be
 * consistent and wrong. Assumes independent pairs. Source: Shi et al. 2024 (arXiv 2406.07791); the figures of the tests
 * are those published with LLMBar.
 */
export function positionBias(
  verdicts: { first: readonly (1 | 2)[]; swapped: readonly (1 | 2)[] },
  options: { level?: number } = {},
): PositionBias {
  const { first, swapped } = verdicts
  if (first.length !== swapped.length) throw new RangeError('every pair needs a verdict in both orders')
  const table: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ]
  first.forEach((winner, pair) => {
    table[place(winner)][place(swapped[pair])] += 1
  })
  const [[both1, wonByFirst], [wonBySecond, both2]] = table
  const n = first.length
  const sameWinner = both1 + both2
  return {
    n,
    sameWinner,
    consistency: wilson(sameWinner, n, options),
    wonByFirst,
    wonBySecond,
    p: binomialTest(wonByFirst, wonByFirst + wonBySecond),
    kappa: cohenKappa(table, options),
  }
}

function place(winner: number | undefined): 0 | 1 {
  if (winner === 1) return 0
  if (winner === 2) return 1
  throw new RangeError(`a verdict names answer 1 or 2, got ${winner}`)
}
