import { closest, distance } from 'fastest-levenshtein'

/**
 * The known name that a user most likely meant, or undefined when none is near.
 * Near means an edit distance of at most a third of the longer name (at least 2), or one name beginning with the other.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const wanted = name.toLowerCase()
  const lowered = known.map((candidate) => candidate.toLowerCase())
  const best = known[lowered.indexOf(closest(wanted, lowered))]
  if (best === undefined) return undefined
  const limit = Math.max(2, Math.floor(Math.max(name.length, best.length) / 3))
  if (distance(wanted, best.toLowerCase()) <= limit) return best
  return known.find((candidate) => wanted.length >= 3 && candidate.toLowerCase().startsWith(wanted))
}

/** `did you mean "top_k"?` or a list of what is known, for an error's hint. */
export function suggest(name: string, known: readonly string[]): string {
  const best = nearest(name, known)
  return best === undefined ? `known: ${known.join(', ')}` : `did you mean "${best}"?`
}
