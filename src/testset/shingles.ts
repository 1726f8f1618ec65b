import { matchKey } from '../text/normalize.ts'

/** Overlapping runs of three characters of a text, without regard to case, script, width and punctuation. */
export function shingles(text: string): Set<string> {
  const characters = [...matchKey(text).replace(/ /g, '')]
  if (characters.length <= 3) return new Set([characters.join('')])
  const all = new Set<string>()
  for (let at = 0; at + 3 <= characters.length; at += 1) all.add(characters.slice(at, at + 3).join(''))
  return all
}

/** Shared elements over all elements of two sets (Jaccard); 1 for equal sets, 0 for nothing in common. */
export function overlap(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const [small, large] = first.size < second.size ? [first, second] : [second, first]
  let shared = 0
  for (const element of small) if (large.has(element)) shared += 1
  const all = first.size + second.size - shared
  return all === 0 ? 0 : shared / all
}

/**
 * Pairs of positions whose sets overlap by at least `threshold`, each later position once, with the earliest like it.
 * Only sets that share one of their rarest elements are compared: two sets with so large an overlap always do.
 */
export function similarPairs(sets: readonly ReadonlySet<string>[], threshold: number): [number, number][] {
  const frequency = new Map<string, number>()
  for (const set of sets) for (const element of set) frequency.set(element, (frequency.get(element) ?? 0) + 1)
  const holders = new Map<string, number[]>()
  const pairs: [number, number][] = []
  for (const [index, set] of sets.entries()) {
    const rarest = [...set].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1))
    const prefix = rarest.slice(0, set.size - Math.ceil(threshold * set.size) + 1)
    const candidates = new Set(prefix.flatMap((element) => holders.get(element) ?? []))
    const like = [...candidates]
      .sort((a, b) => a - b)
      .find((other) => overlap(set, sets[other] ?? new Set()) >= threshold)
    if (like !== undefined) pairs.push([like, index])
    for (const element of prefix) {
      const list = holders.get(element)
      if (list === undefined) holders.set(element, [index])
      else list.push(index)
    }
  }
  return pairs
}
