import { normalSf } from './normal-cdf.ts'
import { requireFinite } from './result.ts'

/** Wilcoxon's signed-rank test; every p is two-sided. */
export type Wilcoxon =
  | {
      /** The smaller of the rank sums of the positive and of the negative differences. */
      w: number
      positive: number
      negative: number
      /** From every assignment of signs to the ranks at hand, ties included; null above 200 differences. */
      pExact: number | null
      /** Normal approximation with the variance corrected for ties, without and with the correction for continuity. */
      pNormal: number
      pNormalCorrected: number
      /** Differences ranked, and zeros left out. */
      n: number
      zeros: number
    }
  | { w: null; zeros: number; reason: string }

/** Sizes that differ by less than this share of the largest are the same number rounded differently. */
const TIE = 1e-12
const MOST_EXACT = 200

/**
 * Are the differences symmetric around 0? Zeros are left out (scipy's `zero_method='wilcox'`), the sizes ranked with
 * midranks, and the ranks of the positive ones summed.
 *
 * Normal form: mean n(n+1)/4, variance [n(n+1)(2n+1) - sum (t³ - t)/2] / 24, t the sizes of the groups of ties. Undefined when no
 * difference is left. Scores of RAG metrics give many zeros, which this test throws away: a line of robustness beside
 * `signFlip`, no replacement. Assumes independent differences.
 * Source: Wilcoxon 1945; reference row 27 (scipy's documentation).
 */
export function wilcoxon(differences: ArrayLike<number>): Wilcoxon {
  requireFinite(differences, 'differences')
  const { ranks, zeros, tieTerm } = signedRanks(Float64Array.from(differences))
  const n = ranks.length
  if (n === 0) return { w: null, zeros, reason: differences.length === 0 ? 'no differences' : 'all differences are 0' }
  let positive = 0
  for (const rank of ranks) if (rank > 0) positive += rank
  const negative = (n * (n + 1)) / 2 - positive
  const w = Math.min(positive, negative)
  const distance = (n * (n + 1)) / 4 - w
  const se = Math.sqrt((n * (n + 1) * (2 * n + 1) - tieTerm / 2) / 24)
  return {
    w,
    positive,
    negative,
    pExact: n <= MOST_EXACT ? Math.min(1, 2 * lowerTail(ranks, w)) : null,
    pNormal: Math.min(1, 2 * normalSf(distance / se)),
    pNormalCorrected: Math.min(1, 2 * normalSf(Math.max(0, distance - 0.5) / se)),
    n,
    zeros,
  }
}

/** Midranks of the sizes, with the signs of the differences; zeros dropped. */
function signedRanks(differences: Float64Array): { ranks: Float64Array; zeros: number; tieTerm: number } {
  let scale = 0
  for (const difference of differences) scale = Math.max(scale, Math.abs(difference))
  const kept = differences.filter((difference) => Math.abs(difference) > TIE * scale)
  kept.sort((a, b) => Math.abs(a) - Math.abs(b))
  const ranks = new Float64Array(kept.length)
  let tieTerm = 0
  for (let start = 0, end = 0; start < kept.length; start = end) {
    while (end < kept.length && Math.abs(kept[end] as number) - Math.abs(kept[start] as number) <= TIE * scale) end += 1
    const ties = end - start
    tieTerm += ties * ties * ties - ties
    for (let place = start; place < end; place++) {
      ranks[place] = Math.sign(kept[place] as number) * ((start + 1 + end) / 2)
    }
  }
  return { ranks, zeros: differences.length - kept.length, tieTerm }
}

/** P(rank sum of the positive ones <= w) when every sign is a fair coin; doubled ranks are whole, so sums are counted. */
function lowerTail(ranks: Float64Array, w: number): number {
  const limit = Math.round(2 * w)
  const chance = new Float64Array(limit + 1)
  chance[0] = 1
  for (const rank of ranks) {
    const step = Math.round(2 * Math.abs(rank))
    for (let sum = limit; sum >= 0; sum--) {
      const without = chance[sum] as number
      chance[sum] = (without + (sum >= step ? (chance[sum - step] as number) : 0)) / 2
    }
  }
  return chance.reduce((sum, value) => sum + value, 0)
}
