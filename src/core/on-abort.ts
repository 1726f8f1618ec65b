const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal aborts, unless the returned function was called before. All callbacks of a signal share one
 * listener: a run has one signal for many requests, and Node warns of a leak at eleven listeners.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = listeners.get(signal)
  if (callbacks === undefined) {
    const fresh = new Set<() => void>()
    signal.addEventListener('abort', () => fresh.forEach((call) => void call()), { once: true })
    listeners.set(signal, fresh)
    callbacks = fresh
  }
  const own = callbacks
  own.add(callback)
  return () => own.delete(callback)
}
