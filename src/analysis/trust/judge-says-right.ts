/**
 * Whether a score between 0 and 1 calls an answer right: from .5 on, or up to .5 where lower is better. For `correct`
 * that is the judge's verdict: its word, or the likelier class where it gave probabilities. Scores of other units have no such
 * reading.
 */
export function judgeSaysRight(value: number, lowerIsBetter = false): boolean {
  return lowerIsBetter ? value <= 0.5 : value >= 0.5
}
