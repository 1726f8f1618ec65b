import { distance } from 'fastest-levenshtein'

/**
 * The known name that a user most likely meant, or undefined when none is near. Near means, whatever the capitals: at
 * most a third of the longer name is changed, or two neighbouring letters are exchanged, or the known name begins with
 * what was written (three letters or more). So names of one or two letters match nothing else by chance.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best: { candidate: string; edits: number } | undefined
  for (const candidate of known) {
    const edits = editsToward(wanted, candidate.toLowerCase())
    if (edits !== undefined && (best === undefined || edits < best.edits)) best = { candidate, edits }
  }
  if (best !== undefined) return best.candidate
  return known.find((candidate) => wanted.length >= 3 && candidate.toLowerCase().startsWith(wanted))
}

/** How many letters were mistyped; undefined when that is too many to be a slip. */
function editsToward(written: string, known: string): number | undefined {
  if (isExchange(written, known)) return 1
  const edits = distance(written, known)
  return edits <= Math.floor(Math.max(written.length, known.length) / 3) ? edits : undefined
}

/** Whether two neighbouring letters change places, the commonest slip in a short name. */
function isExchange(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  let at = 0
  while (a[at] === b[at]) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** `did you mean "top_k"?` or a list of what is known, for an error's hint. */
export function suggest(name: string, known: readonly string[]): string {
  const best = nearest(name, known)
  return best === undefined ? `known: ${known.join(', ') || 'none'}` : `did you mean "${best}"?`
}
