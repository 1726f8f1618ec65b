/** Counts, replicate by replicate, how often a maximum over hypotheses reaches what was observed. */
export interface WestfallYoung {
  /** The statistics of one replicate, in the order of the observed ones. */
  count(statistics: Float64Array): void
  /** Adjusted p of each hypothesis from `replicates` counted replicates; null where the observed statistic is NaN. */
  adjusted(replicates: number, exact: boolean): (number | null)[]
}

/** Statistics closer than this are one value that was rounded on two ways. */
export const TIED = 1e-12

/**
 * Step-down maximum statistic: p values of several hypotheses tested on the same data, adjusted for their number. Sharper than
 * Holm where the hypotheses depend on each other, since each replicate takes all statistics from one permutation.
 *
 * In descending order of the observed statistics t_(1) >= t_(2) >= ..., p_(i) is the share of replicates whose maximum over
 * t_(i), t_(i+1), ... is at least the observed t_(i), made to rise with i. Exact replicates count as they are; sampled ones
 * give (1 + #) / (1 + B), the observed arrangement being one of them. Larger statistics speak against the hypothesis, and all
 * must be on one scale. A hypothesis with the statistic NaN takes no part.
 * Source: Westfall and Young 1993, algorithm 4.1.
 */
export function westfallYoung(observed: Float64Array): WestfallYoung {
  const order = [...observed.keys()]
    .filter((i) => !Number.isNaN(observed[i]))
    .sort((i, j) => (observed[j] as number) - (observed[i] as number))
  const places = Uint32Array.from(order)
  const limits = Float64Array.from(order, (i) => (observed[i] as number) - TIED)
  const reached = new Float64Array(order.length)
  return {
    count(statistics) {
      let highest = Number.NEGATIVE_INFINITY
      for (let k = places.length - 1; k >= 0; k--) {
        const statistic = statistics[places[k] as number] as number
        if (statistic > highest) highest = statistic
        if (highest >= (limits[k] as number)) reached[k] = (reached[k] as number) + 1
      }
    },
    adjusted(replicates, exact) {
      const p: (number | null)[] = Array.from(observed, () => null)
      let highest = 0
      for (let k = 0; k < order.length; k++) {
        highest = Math.max(highest, shareOfReached(reached[k] as number, replicates, exact))
        p[order[k] as number] = highest
      }
      return p
    },
  }
}

/** # / B when all arrangements were taken, otherwise (1 + #) / (1 + B). */
export function shareOfReached(reached: number, replicates: number, exact: boolean): number {
  return exact ? reached / replicates : (1 + reached) / (1 + replicates)
}
