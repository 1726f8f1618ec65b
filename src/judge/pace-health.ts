/**
 * Whether a provider answers. Until it did, and again after many failures in a row, it is asked by one request at a time: a
 * wrong key costs one call, and a server that is gone costs no run its retries.
 */
export interface Health {
  /** Several requests may be in flight. */
  readonly proven: boolean
  /** It has answered before, be it long ago. */
  readonly answeredOnce: boolean
  /** An answer, be it the refusal of one request. */
  answered(): void
  /** The first request takes its time, which a wrong key does not: the others may go. */
  presume(): void
  /** An attempt that ended without an answer; `alone` = of the one request that was asked. */
  failed(alone: boolean): void
  /**
   * The one request that was asked gave up, having begun after the failures did. Returns how many attempts in a row failed
   * when that is the end, else 0.
   */
  gaveUp(): number
}

/** So many attempts in a row without an answer, by so many new requests one after another, and the provider is gone. */
const GONE_ATTEMPTS = 12
const GONE_REQUESTS = 5

/** Nothing is known yet. */
export function providerHealth(concurrency: number): Health {
  /** Two rounds without one answer. */
  const doubtful = Math.max(4, 2 * concurrency)
  let proven = false
  let answeredOnce = false
  let failures = 0
  let aloneFailures = 0
  let givenUp = 0
  return {
    get proven() {
      return proven
    },
    get answeredOnce() {
      return answeredOnce
    },
    answered() {
      proven = true
      answeredOnce = true
      failures = 0
      aloneFailures = 0
      givenUp = 0
    },
    presume() {
      proven = true
    },
    failed(alone) {
      failures += 1
      if (alone) aloneFailures += 1
      if (failures >= doubtful) proven = false
    },
    gaveUp() {
      givenUp += 1
      return givenUp >= GONE_REQUESTS && aloneFailures >= GONE_ATTEMPTS ? aloneFailures : 0
    },
  }
}
