/** How often each run of `size` tokens occurs. The key is the run joined by spaces, so a token must not hold any, or all must be single characters. */
export function gramCounts(tokens: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + size <= tokens.length; at += 1) {
    const gram = tokens.slice(at, at + size).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
