import { describe, expect, it } from 'vitest'
import { shareInterval } from './share-interval.ts'

const questions = (n: number) => Array.from({ length: n }, (_, i) => `q${i}`)

describe('shareInterval', () => {
  it("is Wilson's for one answer a question (reference row 19)", () => {
    const holds = questions(10).map((_, i) => i < 3)
    const { value, low, high } = shareInterval(holds, questions(10))
    expect(value).toBe(0.3)
    expect(low).toBeCloseTo(0.1077912674, 9)
    expect(high).toBeCloseTo(0.6032218525, 9)
  })

  it('is cluster-robust where questions repeat (reference row 29)', () => {
    const holds = [1, 1, 0, 1, 0, 0, 1, 1, 1, 0].map((one) => one === 1)
    const clusters = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4].map(String)
    const found = shareInterval(holds, clusters)
    // .6 less and plus t with 3 degrees of freedom, 3.1824463053, times CR1 .1818424226, put into 0 .. 1.
    expect(found.value).toBeCloseTo(0.6, 12)
    expect(found.low).toBeCloseTo(0.6 - 3.1824463053 * 0.1818424226, 8)
    expect(found.high).toBe(1)
  })

  it('counts each question once where all answers are alike', () => {
    const twice = [...questions(3), ...questions(3)]
    expect(shareInterval(Array(6).fill(true), twice)).toMatchObject({
      value: 1,
      low: expect.closeTo(0.4385029682, 9),
      high: 1,
    })
    expect(shareInterval(Array(6).fill(false), twice)).toMatchObject({
      value: 0,
      low: 0,
      high: expect.closeTo(0.5614970318, 9),
    })
  })

  it('is null with a reason without answers and has no interval for one question of unlike answers', () => {
    expect(shareInterval([], [])).toEqual({ value: null, low: null, high: null, reason: 'no trials' })
    expect(shareInterval([true, false], ['q', 'q'])).toMatchObject({
      value: 0.5,
      low: null,
      reason: expect.any(String),
    })
  })
})
