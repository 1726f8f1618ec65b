import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectableEffectT, powerT, sampleSizeT } from './power-t.ts'
import { seededRandom } from './random.ts'
import { studentTQuantile } from './student-t.ts'

describe('powerT', () => {
  it('equals reference row 36', () => {
    expect(powerT(1, 20, { samples: 'two' })).toBeCloseTo(0.8689530277, 9)
    expect(sampleSizeT(1, { samples: 'two', power: 0.9 }).value).toBeCloseTo(22.0210884, 6)
    // The row's n = 33.3671312 is statsmodels' root, 2e-6 above the exact one; the power there is the row's 0.8.
    expect(powerT(0.5, 33.3671312, { samples: 'one' })).toBeCloseTo(0.8, 7)
    expect(sampleSizeT(0.5, { samples: 'one' }).value).toBeCloseTo(33.3671312, 5)
    expect(sampleSizeT(0.5, { samples: 'one' })).toEqual({ value: expect.closeTo(33.36712895333, 9), whole: 34 })
  })

  it('is met by tests on simulated measurements', () => {
    const random = seededRandom(5)
    const normal = () => {
      let sum = 0
      for (let i = 0; i < 12; i++) sum += (random.integer(2 ** 21) + 0.5) / 2 ** 21
      return sum - 6
    }
    const [n, runs] = [12, 20_000]
    const critical = studentTQuantile(0.975, n - 1)
    let rejected = 0
    for (let run = 0; run < runs; run++) {
      let sum = 0
      let squares = 0
      for (let i = 0; i < n; i++) {
        const x = normal() + 0.7
        sum += x
        squares += x * x
      }
      const variance = (squares - (sum * sum) / n) / (n - 1)
      if (Math.abs(sum / n) / Math.sqrt(variance / n) >= critical) rejected += 1
    }
    expect(Math.abs(rejected / runs - powerT(0.7, n, { samples: 'one' }))).toBeLessThan(0.015)
  })

  it('is alpha without an effect, the same for both signs, and rises with the effect and with n', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 0.01, max: 3 }),
        fc.integer({ min: 2, max: 400 }),
        fc.constantFrom('one' as const, 'two' as const),
        (effect, n, samples) => {
          const power = powerT(effect, n, { samples })
          expect(powerT(0, n, { samples })).toBeCloseTo(0.05, 10)
          expect(powerT(-effect, n, { samples })).toBeCloseTo(power, 11)
          expect(powerT(effect + 0.1, n, { samples })).toBeGreaterThanOrEqual(power)
          expect(powerT(effect, n + 1, { samples })).toBeGreaterThanOrEqual(power)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('refuses a single measurement and an alpha that is none', () => {
    expect(() => powerT(1, 1, { samples: 'one' })).toThrow(RangeError)
    expect(() => powerT(1, 5, { samples: 'one', alpha: 0 })).toThrow(RangeError)
    expect(() => powerT(Number.NaN, 5, { samples: 'one' })).toThrow(RangeError)
  })
})

describe('sampleSizeT and detectableEffectT', () => {
  it('invert the power', () => {
    for (const [effect, samples] of [
      [0.2, 'one'],
      [0.05, 'two'],
      [0.8, 'two'],
    ] as const) {
      const { value } = sampleSizeT(effect, { samples })
      if (value === null) throw new Error('no size')
      expect(powerT(effect, value, { samples })).toBeCloseTo(0.8, 9)
      expect(detectableEffectT(value, { samples })).toBeCloseTo(effect, 9)
    }
  })

  it('say that no effect cannot be found, and start at two measurements', () => {
    expect(sampleSizeT(0, { samples: 'one' })).toEqual({ value: null, whole: null, reason: 'no effect to find' })
    expect(sampleSizeT(1000, { samples: 'one' })).toEqual({ value: 2, whole: 2 })
    expect(() => sampleSizeT(1, { samples: 'one', power: 0.01 })).toThrow(RangeError)
  })
})
