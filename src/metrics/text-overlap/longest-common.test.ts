import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestCommonSubsequence } from './longest-common.ts'

/** The length of the longest common subsequence by the usual table. */
function byTable(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const token of a) {
    const next = [0]
    b.forEach((other, at) => {
      next.push(token === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    })
    row = next
  }
  return row[b.length] ?? 0
}

describe('longestCommonSubsequence', () => {
  it('is what the usual table gives, also for lists longer than one machine word', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 150 })
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(longestCommonSubsequence(a, b)).toBe(byTable(a, b))
      }),
    )
  })
})
