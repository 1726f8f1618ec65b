/** Cluster names as numbers from 0, in order of first appearance; `numbers` goes on with names that have one already. */
export function denseClusters(
  names: readonly string[],
  numbers: Map<string, number> = new Map(),
): { clusters: Uint32Array; count: number } {
  const clusters = Uint32Array.from(names, (name) => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  })
  return { clusters, count: numbers.size }
}
