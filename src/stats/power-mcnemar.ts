import { binomialCdf, binomialPmf } from './binomial.ts'

/** Numbers of discordant pairs farther than this from their mean have a chance below 1e-16. */
const STANDARD_DEVIATIONS = 10
const MOST_PAIRS = 1_000_000

/** Shares of all questions that only A and only B gets right; each at least 0, together at most 1. */
export interface DiscordantShares {
  onlyA: number
  onlyB: number
}

/**
 * Power of the exact McNemar test with n questions: the chance, from 0 to 1, that its two-sided p is at most alpha.
 *
 * The number m of discordant pairs is binomial(n, onlyA + onlyB); given m, A's wins are binomial(m, onlyA / (onlyA + onlyB));
 * all outcomes within ten standard deviations of m are summed, none is sampled. Assumes independent questions; with clusters divide n by the design effect first.
 * Source: Duffy 1984 (unconditional power of the exact test); the table in the test is section 1.2 of the statistics text.
 */
export function powerMcnemar(shares: DiscordantShares, n: number, options: { alpha?: number } = {}): number {
  const { alpha = 0.05 } = options
  requireShares(shares, alpha)
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`a number of questions is a whole number, got ${n}`)
  const discordant = shares.onlyA + shares.onlyB
  if (discordant === 0) return 0
  const ofA = shares.onlyA / discordant
  const ofB = shares.onlyB / discordant
  const spread = STANDARD_DEVIATIONS * Math.sqrt(n * discordant * Math.max(0, 1 - discordant)) + STANDARD_DEVIATIONS
  const first = Math.max(1, Math.floor(n * discordant - spread))
  const last = Math.min(n, Math.ceil(n * discordant + spread))
  let power = 0
  let loser = mostLosses(first, alpha)
  for (let m = first; m <= last; m++) {
    if (2 * (loser + 1) < m && 2 * binomialCdf(loser + 1, m, 0.5) <= alpha) loser += 1
    if (loser < 0) continue
    const chance = binomialPmf(m, n, Math.min(1, discordant))
    power += chance * (binomialCdf(loser, m, ofA) + binomialCdf(loser, m, ofB))
  }
  return Math.min(1, power)
}

/**
 * The smallest number of questions at which {@link powerMcnemar} reaches `power` (default 0.8). Undefined (null) when the two
 * shares are equal, for then there is nothing to find, and when a million questions do not suffice.
 */
export function mcnemarSampleSize(
  shares: DiscordantShares,
  options: { power?: number; alpha?: number } = {},
): { value: number } | { value: null; reason: string } {
  const { power = 0.8, alpha = 0.05 } = options
  requireShares(shares, alpha)
  if (!(power > 0 && power < 1)) throw new RangeError(`a power lies between 0 and 1, got ${power}`)
  if (shares.onlyA === shares.onlyB) return { value: null, reason: 'no difference to find' }
  const reaches = (n: number) => powerMcnemar(shares, n, { alpha }) >= power
  let enough = 8
  while (!reaches(enough)) {
    enough *= 2
    if (enough > MOST_PAIRS) return { value: null, reason: 'more than a million questions' }
  }
  let tooFew = enough === 8 ? 0 : enough / 2
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2)
    if (reaches(middle)) enough = middle
    else tooFew = middle
  }
  return { value: enough }
}

/** The most wins of the loser with which m discordant pairs are still significant, -1 for none; it grows by 0 or 1 with m. */
function mostLosses(m: number, alpha: number): number {
  let low = -1
  let high = Math.ceil(m / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (2 * binomialCdf(middle, m, 0.5) <= alpha) low = middle
    else high = middle
  }
  return low
}

function requireShares({ onlyA, onlyB }: DiscordantShares, alpha: number): void {
  if (!(onlyA >= 0 && onlyB >= 0 && onlyA + onlyB <= 1 + 1e-12)) {
    throw new RangeError(`shares lie between 0 and 1 together, got ${onlyA} and ${onlyB}`)
  }
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha lies between 0 and 1, got ${alpha}`)
}
