import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlap, shingles, similarPairs } from './shingles.ts'

describe('similarPairs', () => {
  it('finds what comparing everything with everything finds', () => {
    const set = fc
      .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 10 })
      .map((list) => new Set(list.map(String)))
    const threshold = fc.constantFrom(0.5, 0.75, 0.8, 1)
    fc.assert(
      fc.property(fc.array(set, { maxLength: 8 }), threshold, (sets, least) => {
        const expected = sets.flatMap((one, index) => {
          const like = sets.findIndex((other, position) => position < index && overlap(one, other) >= least)
          return like === -1 ? [] : [[like, index]]
        })
        expect(similarPairs(sets, least)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('compares twenty thousand different questions in seconds', () => {
    const sets = Array.from({ length: 20_000 }, (_, index) =>
      shingles(`How many days of ${(index * 7919).toString(36)} leave are there?`),
    )
    const started = performance.now()
    expect(similarPairs(sets, 0.95).length).toBeLessThan(20_000)
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

describe('overlap', () => {
  it('is 1 for texts that differ in script, width, case and punctuation alone', () => {
    expect(overlap(shingles('請假要幾天前提出？'), shingles('请假，要几天前提出'))).toBe(1)
    expect(overlap(shingles('What IS it?'), shingles('what is ｉｔ'))).toBe(1)
    expect(overlap(shingles('ab'), shingles('ac'))).toBe(0)
    expect(overlap(new Set(), new Set())).toBe(0)
  })
})
