import { onAbort } from '../../core/on-abort.ts'
import { ProviderError } from '../provider.ts'

/**
 * Runs something that may not keep limits of its own. It is given up when the time is over (a ProviderError) or the signal
 * says so (its reason), whether or not it listens.
 */
export function withinTime<T>(
  limit: { seconds: number; what: string },
  signal: AbortSignal,
  run: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const giveUp = (reason: unknown) => {
      reject(reason)
      controller.abort(reason)
    }
    const late = new ProviderError(
      'timeout',
      `${limit.what} did not finish its reply within ${limit.seconds} s (timeout_s)`,
    )
    const timer = setTimeout(() => giveUp(late), limit.seconds * 1000)
    const forget = onAbort(signal, () => giveUp(signal.reason))
    Promise.resolve(run(controller.signal))
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        forget()
      })
  })
}
