/** Time as the pace sees it; replaced in tests. */
export interface Clock {
  /** Milliseconds, never going back. */
  now(): number
  /** Calls `action` after `ms`; the returned function calls it off. */
  after(ms: number, action: () => void): () => void
}

/** The longest time that a timer of Node keeps; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1

/** The time of this process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, Math.min(Math.ceil(ms), LONGEST))
    return () => clearTimeout(timer)
  },
}
