/** How many tokens two lists have in common, each occurrence counted once: the size of their multiset intersection. */
export function commonTokens(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of a) {
    const count = left.get(token) ?? 0
    if (count === 0) continue
    left.set(token, count - 1)
    common += 1
  }
  return common
}
