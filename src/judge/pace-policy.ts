import { ProviderError, type ProviderErrorKind } from './provider.ts'

const FATAL: readonly ProviderErrorKind[] = ['auth', 'unknown_model', 'quota', 'unsupported', 'misconfigured']
const PASSING: readonly ProviderErrorKind[] = ['rate_limited', 'unavailable', 'timeout']

/** Only the user can mend it: nothing more is asked. */
export const isFatal = (error: ProviderError) => FATAL.includes(error.kind)

/** May pass: tried again. */
export const isPassing = (error: ProviderError) => PASSING.includes(error.kind)

/** How long the first request of an unproven provider keeps the others waiting. */
export const ALONE_MS = 1_500

/** The longest wait that a provider may ask for, unless another one is given. */
export const LONGEST_WAIT_MS = 120_000

const FIRST_BACKOFF_MS = 1_000
const LAST_BACKOFF_MS = 30_000

/**
 * The wait after the `attempts`-th failure of a request: 1 s, doubled after each up to 30 s, and drawn between half and all of
 * it (`random` on 0 .. 1), so that requests that failed together do not come back together.
 */
export function backoffMs(attempts: number, random: number): number {
  return Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1)) * (0.5 + random / 2)
}

/** The same error, saying that nothing more is asked for it. */
function ending(error: ProviderError, message: string): ProviderError {
  const { kind, status, retryAfterMs, parameter, body } = error
  return new ProviderError(kind, message, {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(body === undefined ? {} : { body }),
    cause: error,
  })
}

/** What is left is not asked, for the provider failed `attempts` times in a row. */
export function goneError(error: ProviderError, attempts: number): ProviderError {
  return ending(error, `${error.message}; not asked any more after ${attempts} failures in a row without an answer`)
}

/** What is left is not asked, for the provider wants a longer wait than a run should take. */
export function waitTooLong(error: ProviderError, askedMs: number, longestMs: number): ProviderError {
  const asked = Math.ceil(askedMs / 1000)
  return ending(
    error,
    `${error.message}; the provider asks to wait ${asked} s, which is longer than the ${Math.round(longestMs / 1000)} s waited at most: evaluate again later`,
  )
}
