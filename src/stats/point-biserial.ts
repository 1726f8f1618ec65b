import { requireLabels } from './labelled-scores.ts'
import { type Correlation, pearson } from './pearson.ts'

/**
 * Correlation of a score with right (1) and wrong (0): Pearson's with a variable of two values, from -1 to 1. A secondary
 * figure beside the area under the ROC curve: unequal counts of right and wrong keep it below 1 even for a perfect score.
 * Null with a reason for fewer than two items, one class, or equal scores.
 * Source: Tate 1954. Reference rows 4 and 11; equal to scipy.stats.pointbiserialr.
 */
export function pointBiserial(scores: ArrayLike<number>, labels: ArrayLike<number>): Correlation {
  requireLabels(labels, scores)
  return pearson(scores, labels)
}
