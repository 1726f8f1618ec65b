/** An entry of a {@link Queue}. `order` is its place in line and never changes, also when it comes back. */
export interface Entry {
  readonly order: number
  before: this | undefined
  after: this | undefined
  queued: boolean
}

/**
 * A line of entries by their order. New entries have higher orders than all before and join at the end; one that comes back
 * joins where it was, which is near the front. Every step is O(1) for new entries, and leaving is O(1) for all.
 */
export class Queue<T extends Entry> {
  #first: T | undefined
  #last: T | undefined
  #size = 0

  get first(): T | undefined {
    return this.#first
  }

  get size(): number {
    return this.#size
  }

  /** Puts an entry in its place. */
  join(entry: T): void {
    let before = this.#last
    if (before !== undefined && before.order > entry.order) {
      let after = this.#first
      while (after !== undefined && after.order < entry.order) after = after.after
      before = after?.before
    }
    const after = before === undefined ? this.#first : before.after
    entry.before = before
    entry.after = after
    if (before === undefined) this.#first = entry
    else before.after = entry
    if (after === undefined) this.#last = entry
    else after.before = entry
    entry.queued = true
    this.#size += 1
  }

  /** Takes an entry out, wherever it stands. */
  leave(entry: T): void {
    if (!entry.queued) return
    if (entry.before === undefined) this.#first = entry.after
    else entry.before.after = entry.after
    if (entry.after === undefined) this.#last = entry.before
    else entry.after.before = entry.before
    entry.before = undefined
    entry.after = undefined
    entry.queued = false
    this.#size -= 1
  }
}
