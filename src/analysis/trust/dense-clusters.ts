/** Cluster names as numbers from 0, in order of first appearance. */
export function denseClusters(names: readonly string[]): { clusters: Uint32Array; count: number } {
  const numbers = new Map<string, number>()
  const clusters = Uint32Array.from(names, (name) => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  })
  return { clusters, count: numbers.size }
}
