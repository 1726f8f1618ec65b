/** Deeper than this no reply is meant to be; storing or printing such a value could exhaust the stack. */
const DEEPEST = 64

/** Thrown by {@link wellFormed} for a value nested more than 64 levels deep. */
export class TooDeep extends Error {}

/**
 * A JSON value whose strings and keys are well-formed text: a surrogate without its partner becomes U+FFFD.
 * `changed` says whether there was one; an intact value is returned itself, without a copy.
 */
export function wellFormed<T>(value: T): { value: T; changed: boolean } {
  return isIntact(value, 0) ? { value, changed: false } : { value: repaired(value) as T, changed: true }
}

function isIntact(node: unknown, depth: number): boolean {
  if (typeof node === 'string') return node.isWellFormed()
  if (typeof node !== 'object' || node === null) return true
  if (depth > DEEPEST) throw new TooDeep(`nested more than ${DEEPEST} levels deep`)
  // No early end: the depth of all of it must be checked.
  let intact = true
  for (const [key, entry] of Object.entries(node)) {
    if (!key.isWellFormed()) intact = false
    if (!isIntact(entry, depth + 1)) intact = false
  }
  return intact
}

function repaired(node: unknown): unknown {
  if (typeof node === 'string') return node.toWellFormed()
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(repaired)
  return Object.fromEntries(Object.entries(node).map(([key, entry]) => [key.toWellFormed(), repaired(entry)]))
}
