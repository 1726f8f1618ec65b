import { describe, expect, it } from 'vitest'
import { wilson } from '../../stats/wilson.ts'
import { resolutionOf } from './resolution.ts'

describe('resolutionOf', () => {
  it('of 2 of 3 is .21 to .94', () => {
    const [low, high] = resolutionOf(2, 3)
    expect([low.toFixed(2), high.toFixed(2)]).toEqual(['0.21', '0.94'])
  })

  it("is the interval of the statistics' wilson", () => {
    for (let n = 1; n <= 12; n++) {
      for (let k = 0; k <= n; k++) {
        const { low, high } = wilson(k, n)
        const [from, to] = resolutionOf(k, n)
        expect(from).toBeCloseTo(low ?? -1, 12)
        expect(to).toBeCloseTo(high ?? -1, 12)
      }
    }
  })
})
