import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawn, isStillRandom } from './grade-sampling.ts'

const names = (n: number) =>
  Array.from({ length: n }, (_, index) => ({ configuration: 'base', test_case_id: `c${index}`, repeat: 1 }))

describe('a random draw of responses', () => {
  it('is the same for the same seed, whatever the order of the responses, and begins with any shorter one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.nat(40), fc.integer(), (n, count, seed) => {
        const all = names(n)
        const whole = drawn(all, n, seed)
        expect(new Set(whole)).toEqual(new Set(all))
        expect(drawn([...all].reverse(), count, seed)).toEqual(whole.slice(0, count))
      }),
    )
  })

  it('gives every response the same chance of each place', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 6000; seed += 1) {
      const key = drawn(names(3), 2, seed)
        .map(({ test_case_id: id }) => id)
        .join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    // Six pairs, 1000 each; four standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt((6000 * 5) / 36))
  })
})

describe('graded rows of a random draw', () => {
  const row = (place: number | undefined, isFilled: boolean) => ({ drawn: place, isFilled })

  it('are a random sample where they are the first of the draw, in whatever order the sheet has them', () => {
    expect(isStillRandom([])).toBe(true)
    expect(isStillRandom([row(1, true), row(2, true), row(3, false)])).toBe(true)
    expect(isStillRandom([row(3, false), row(2, true), row(1, true), row(1, true)])).toBe(true)
    expect(isStillRandom([row(undefined, true), row(undefined, false)])).toBe(true)
  })

  it('are a choice where one was passed over, also when its row was taken out of the sheet', () => {
    expect(isStillRandom([row(1, true), row(2, false), row(3, true)])).toBe(false)
    expect(isStillRandom([row(1, true), row(3, true)])).toBe(false)
    expect(isStillRandom([row(1, true), row(undefined, true)])).toBe(false)
    expect(isStillRandom([row(undefined, false), row(undefined, true)])).toBe(false)
  })
})
