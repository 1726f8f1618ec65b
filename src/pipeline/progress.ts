/** How far a phase is. `total` is null while it is not known (a stream is being read). */
export interface Progress {
  phase: 'collect' | 'evaluate' | 'plan' | 'check' | 'permute'
  done: number
  total: number | null
  /** Responses with an error so far, while collecting. */
  errors: number
  /** Scores that are NA so far, while evaluating. */
  na: number
  /** Requests to models so far and what they cost in US dollars; null where a price is unknown. */
  spent?: { calls: number; cost_usd: number | null }
}
export type OnProgress = (progress: Progress) => void
