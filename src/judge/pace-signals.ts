/**
 * Which waiting tasks hang on which signal: one listener a signal, for adding the ten-thousandth listener to a signal takes as
 * long as looking at the others.
 */
export class PaceSignals<T extends { readonly signal: AbortSignal }> {
  readonly #watched = new Map<AbortSignal, { tasks: Set<T>; onAbort: () => void }>()
  readonly #drop: (task: T, reason: unknown) => void
  readonly #dropped: () => void

  /** `drop` lets go of a task; `dropped` is called once after all of a signal were. */
  constructor(drop: (task: T, reason: unknown) => void, dropped: () => void) {
    this.#drop = drop
    this.#dropped = dropped
  }

  watch(task: T): void {
    const { signal } = task
    const watched = this.#watched.get(signal)
    if (watched !== undefined) {
      watched.tasks.add(task)
      return
    }
    const onAbort = () => {
      for (const waiting of this.#watched.get(signal)?.tasks ?? []) this.#drop(waiting, signal.reason)
      this.#dropped()
    }
    this.#watched.set(signal, { tasks: new Set([task]), onAbort })
    signal.addEventListener('abort', onAbort, { once: true })
  }

  unwatch(task: T): void {
    const watched = this.#watched.get(task.signal)
    if (!watched?.tasks.delete(task) || watched.tasks.size > 0) return
    task.signal.removeEventListener('abort', watched.onAbort)
    this.#watched.delete(task.signal)
  }
}
