import { requireFinite } from './result.ts'

/** Scores with what a person said of each item (1 good, 0 bad) and the cluster (0, 1, 2, ...) that it belongs to. */
export interface LabelledScores {
  scores: ArrayLike<number>
  labels: ArrayLike<number>
  clusters: ArrayLike<number>
}

/** Lists of different length, a label besides 0 and 1 or a cluster that is no whole number are bugs and throw. */
export function requireLabels(labels: ArrayLike<number>, ...others: ArrayLike<number>[]): void {
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== 0 && labels[i] !== 1) throw new RangeError(`a label is 1 (good) or 0 (bad), got ${labels[i]}`)
  }
  for (const other of others) {
    if (other.length !== labels.length) throw new RangeError(`${labels.length} labels beside ${other.length} values`)
  }
}

export function requireClusters(clusters: ArrayLike<number>): void {
  for (let i = 0; i < clusters.length; i++) {
    const cluster = clusters[i] as number
    if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < 2 ** 31)) {
      throw new RangeError(`a cluster is a whole number from 0, got ${cluster}`)
    }
  }
}

/** The scores of the good and of the bad items, each in their order. */
export function splitByLabel(
  scores: ArrayLike<number>,
  labels: ArrayLike<number>,
): { good: Float64Array; bad: Float64Array } {
  requireFinite(scores, 'scores')
  requireLabels(labels, scores)
  let count = 0
  for (let i = 0; i < labels.length; i++) count += labels[i] as number
  const good = new Float64Array(count)
  const bad = new Float64Array(labels.length - count)
  for (let i = 0, x = 0, y = 0; i < labels.length; i++) {
    if (labels[i] === 1) good[x++] = scores[i] as number
    else bad[y++] = scores[i] as number
  }
  return { good, bad }
}
