/** A pitfall found in a test set: advice, never a reason to stop. */
export interface Finding {
  /** Stable, lower-case name. */
  code: string
  severity: 'warning' | 'note'
  /** What was found and what to do about it. */
  message: string
  /** Ids of the cases concerned; empty when it is about the whole set. */
  cases: string[]
}
