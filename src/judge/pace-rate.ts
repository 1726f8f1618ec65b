/** A limit on an amount a minute. */
interface Rate {
  /** Milliseconds until `amount` may go. */
  wait(now: number, amount: number): number
  /** The returned function takes it back. */
  take(now: number, amount: number): () => void
}

interface Taken {
  at: number
  amount: number
}

/**
 * At most `most` in any `span` milliseconds. What is larger than `most` goes when nothing else is in the span: else it could
 * never go. Each entry is looked at once, so a million cost no more each than a few.
 */
function slidingWindow(most: number, span: number): Rate {
  let taken: Taken[] = []
  let first = 0
  let sum = 0
  const forget = (now: number) => {
    for (let old = taken[first]; old !== undefined && old.at + span <= now; old = taken[first]) {
      sum -= old.amount
      old.amount = 0
      first += 1
    }
    if (first > 64 && first * 2 > taken.length) {
      taken = taken.slice(first)
      first = 0
    }
    if (first === taken.length) sum = 0
  }
  return {
    wait(now, amount) {
      forget(now)
      let over = sum + amount - most
      let left = sum
      for (let place = first; over > 0 && left > 0; place++) {
        const { at, amount: freed } = taken[place] as Taken
        over -= freed
        left -= freed
        if (over <= 0 || left <= 0) return at + span - now
      }
      return 0
    },
    take(now, amount) {
      const entry = { at: now, amount }
      taken.push(entry)
      sum += amount
      return () => {
        sum -= entry.amount
        entry.amount = 0
      }
    },
  }
}

const MINUTE = 60_000
/** Providers enforce a minute's limit in shorter spans too: a sixth of it in ten seconds, so that a minute's amount does not go at once. */
const SHARES = 6

/** At most `perMinute` in any minute, and about a sixth of it in any ten seconds. */
function createRate(perMinute: number): Rate {
  const windows = [
    slidingWindow(Math.max(perMinute, 1), MINUTE * Math.max(1, 1 / perMinute)),
    slidingWindow(Math.max(1, Math.ceil(perMinute / SHARES)), MINUTE / SHARES),
  ]
  return {
    wait: (now, amount) => Math.max(...windows.map((window) => window.wait(now, amount))),
    take(now, amount) {
      const back = windows.map((window) => window.take(now, amount))
      return () => {
        for (const undo of back) undo()
      }
    },
  }
}

/** The limits a minute of one provider: on requests, and on their tokens. */
export interface Rates {
  /** Milliseconds until a request of so many tokens may go. */
  wait(now: number, tokens: number): number
  /** The returned function takes it back, for a request that was not sent after all. */
  take(now: number, tokens: number): () => void
}

/** Limits that are undefined do not limit. */
export function createRates(requestsPerMinute: number | undefined, tokensPerMinute: number | undefined): Rates {
  const requests = requestsPerMinute === undefined ? undefined : createRate(requestsPerMinute)
  const tokens = tokensPerMinute === undefined ? undefined : createRate(tokensPerMinute)
  return {
    wait: (now, amount) => Math.max(requests?.wait(now, 1) ?? 0, tokens?.wait(now, amount) ?? 0),
    take(now, amount) {
      const back = [requests?.take(now, 1), tokens?.take(now, amount)]
      return () => {
        for (const undo of back) undo?.()
      }
    },
  }
}
