/** A limit on an amount a minute. */
export interface Rate {
  /** Milliseconds until `amount` may go. */
  wait(now: number, amount: number): number
  take(now: number, amount: number): void
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
      for (let place = first; place < taken.length && over > 0; place++) {
        const { at, amount: freed } = taken[place] as Taken
        over -= freed
        if (over <= 0 || place === taken.length - 1) return at + span - now
      }
      return 0
    },
    take(now, amount) {
      taken.push({ at: now, amount })
      sum += amount
    },
  }
}

const MINUTE = 60_000
/** Providers enforce a minute's limit in shorter spans too: a sixth of it in ten seconds, so that a minute's amount does not go at once. */
const SHARES = 6

/** At most `perMinute` in any minute, and about a sixth of it in any ten seconds. */
export function createRate(perMinute: number): Rate {
  const windows = [
    slidingWindow(Math.max(perMinute, 1), MINUTE * Math.max(1, 1 / perMinute)),
    slidingWindow(Math.max(1, Math.ceil(perMinute / SHARES)), MINUTE / SHARES),
  ]
  return {
    wait: (now, amount) => Math.max(...windows.map((window) => window.wait(now, amount))),
    take: (now, amount) => {
      for (const window of windows) window.take(now, amount)
    },
  }
}
