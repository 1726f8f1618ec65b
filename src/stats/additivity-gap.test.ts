import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { additivityGap } from './additivity-gap.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const table = fc
  .integer({ min: 3, max: 12 })
  .chain((n) => fc.array(fc.array(score, { minLength: n, maxLength: n }), { minLength: 3, maxLength: 5 }))

function plus(...lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, q) => lists.reduce((sum, list) => sum + (list[q] ?? Number.NaN), 0))
}

describe('additivityGap', () => {
  it('is 0 when the changes add up', () => {
    fc.assert(
      fc.property(table, ([base = [], ...rises]) => {
        const changes = rises.map((rise) => plus(base, rise))
        expect(additivityGap({ base, changes, all: plus(base, ...rises) })).toMatchObject({ value: 0, low: null })
      }),
    )
  })

  it('is what all changes together do beyond their sum, and says whether 0 is excluded', () => {
    const base = [0.1, 0.2, 0.3, 0.2]
    const first = [0.4, 0.6, 0.5, 0.5]
    const second = [0.3, 0.4, 0.6, 0.4]
    const all = [0.5, 0.7, 0.6, 0.6]
    const gaps = all.map((value, q) => value + (base[q] ?? 0) - (first[q] ?? 0) - (second[q] ?? 0))
    const result = additivityGap({ base, changes: [first, second], all })
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / 4, 12)
    expect(result.high).toBeLessThan(0)
    expect(result.excludesZero).toBe(true)
    const noisy = additivityGap({ base, changes: [first, second], all: [0.6, 0.9, 0.7, 0.8] })
    expect(noisy).toMatchObject({ excludesZero: false })
  })

  it('is 0 for a single change, which is all there is', () => {
    expect(additivityGap({ base: B, changes: [A], all: A })).toMatchObject({ value: 0, low: null })
  })
})
