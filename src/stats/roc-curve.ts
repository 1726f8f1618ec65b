import { requireFinite } from './result.ts'

/** One cut between good and bad: everything with a score of at least `threshold` is called good. */
export interface RocPoint {
  /** Halfway between two neighbouring observed scores; null for the first and last point, which call all items the same. */
  threshold: number | null
  /** The lowest observed score that is called good; null where none is. */
  lowestGood: number | null
  /** Share of good items called good, and of bad items called bad; each 0 .. 1. */
  sensitivity: number
  specificity: number
}

/**
 * The ROC curve of a score: one point for every cut that tells the observed scores apart, from calling all items bad
 * (sensitivity 0, specificity 1) to calling all good. The area under straight lines between the points is `auroc`.
 * Empty when a class is empty. Time N log N.
 * Source: Metz 1978; Fawcett 2006.
 */
export function rocCurve(good: ArrayLike<number>, bad: ArrayLike<number>): RocPoint[] {
  requireFinite(good, 'scores of good items')
  requireFinite(bad, 'scores of bad items')
  const m = good.length
  const n = bad.length
  if (m === 0 || n === 0) return []
  const ofGood = Float64Array.from(good).sort()
  const ofBad = Float64Array.from(bad).sort()
  const points: RocPoint[] = []
  let i = m
  let j = n
  let above: number | null = null
  for (;;) {
    const below = Math.max(i > 0 ? (ofGood[i - 1] as number) : -Infinity, j > 0 ? (ofBad[j - 1] as number) : -Infinity)
    const last = below === -Infinity
    const threshold = above === null || last ? null : halfway(below, above)
    points.push({ threshold, lowestGood: above, sensitivity: (m - i) / m, specificity: j / n })
    if (last) return points
    while (i > 0 && ofGood[i - 1] === below) i -= 1
    while (j > 0 && ofBad[j - 1] === below) j -= 1
    above = below
  }
}

/** A number that lies above `below` and not above `above`, also where nothing lies between the two. */
function halfway(below: number, above: number): number {
  const middle = below / 2 + above / 2
  return middle > below && middle <= above ? middle : above
}
