/** Gives every test case a number, so that a score costs a few bytes instead of a text. */
export interface CaseIndex {
  /** The number of a test case; a new id gets the next one. */
  indexOf(id: string): number
  idOf(index: number): string
  /** For each number the place of its id among all ids in code unit order: an order that no reading order can change. */
  ranks(): Uint32Array
}

export function createCaseIndex(): CaseIndex {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  let ranks: Uint32Array | undefined
  return {
    indexOf(id) {
      const known = numbers.get(id)
      if (known !== undefined) return known
      numbers.set(id, ids.length)
      ranks = undefined
      return ids.push(id) - 1
    },
    idOf: (index) => ids[index] ?? '',
    ranks() {
      if (ranks === undefined) {
        ranks = new Uint32Array(ids.length)
        const sorted = [...ids].sort()
        for (let rank = 0; rank < sorted.length; rank++) ranks[numbers.get(sorted[rank] ?? '') ?? 0] = rank
      }
      return ranks
    },
  }
}
