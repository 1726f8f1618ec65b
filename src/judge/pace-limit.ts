/**
 * How many requests may be in flight. Additive increase, multiplicative decrease (Chiu and Jain 1989), as in TCP: halved when
 * the provider refuses for its rate limit, at most once for all requests that were under way at that moment; one more after
 * about two rounds without a refusal, never above what was given. After a pause requests begin one by one and double each
 * round, so that those who waited do not all fire at once.
 */
export interface FlightLimit {
  /** Requests that may be in flight now. */
  readonly now: number
  /** A number for a request that starts; handed back when it ends. */
  start(): number
  /** The request with this number was answered. */
  succeeded(started: number): void
  /** A refusal of a request; true when it is the first of its burst. */
  refused(started: number): boolean
  /** Everything waited: begin slowly. */
  paused(): void
}

/** Successes a request in flight until one more is allowed. */
const ROUNDS = 2

/** A limit that starts at, and never exceeds, `most`. */
export function flightLimit(most: number): FlightLimit {
  let limit = most
  let slowStart = most
  let successes = 0
  let starts = 0
  let lastCut = -1
  let lastPause = -1
  return {
    get now() {
      return Math.min(limit, slowStart)
    },
    start: () => ++starts,
    succeeded(started) {
      if (slowStart < limit && started > lastPause) slowStart += 1
      if (limit >= most) return
      successes += 1
      if (successes < limit * ROUNDS) return
      successes = 0
      limit += 1
      slowStart += 1
    },
    refused(started) {
      if (started <= lastCut) return false
      lastCut = starts
      successes = 0
      limit = Math.max(1, Math.floor(limit / 2))
      return true
    },
    paused() {
      slowStart = 1
      lastPause = starts
    },
  }
}
