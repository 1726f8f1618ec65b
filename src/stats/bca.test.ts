import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceleration, bca } from './bca.ts'

function meanOf(values: readonly number[]) {
  return (chosen: Uint32Array) => {
    let sum = 0
    for (const place of chosen) sum += values[place] ?? Number.NaN
    return sum / chosen.length
  }
}

function defined(result: ReturnType<typeof bca>) {
  if (result.low === null) throw new Error(result.reason)
  return result
}

describe('bca', () => {
  it('equals all 5^5 draws of reference row 32', () => {
    const result = defined(bca(5, meanOf([1, 2, 4, 8, 9]), { seed: 1 }))
    expect(result).toMatchObject({ below: 1503, equal: 195, replicates: 3125, dropped: 0, exact: true })
    expect(result.value).toBeCloseTo(4.8, 12)
    expect(result.z0).toBeCloseTo(0.0304853211, 9)
    expect(result.acceleration).toBeCloseTo(0.0135884379, 9)
    expect(result.lowShare).toBeCloseTo(0.032178575, 9)
    expect(result.highShare).toBeCloseTo(0.9810653721, 9)
    expect([result.low, result.high]).toEqual([expect.closeTo(2.2, 9), expect.closeTo(7.6, 9)])
    expect(result.percentile).toEqual({ low: expect.closeTo(2, 9), high: expect.closeTo(7.6, 9) })
  })

  it('comes within half a percent of R boot with a million draws (reference row 34)', () => {
    const x = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]
    const result = defined(bca(16, meanOf(x), { seed: 1, replicates: 1_000_000 }))
    expect(result.acceleration).toBeCloseTo(0.0615288696, 9)
    for (const [got, expected] of [
      [result.low, 32.31],
      [result.high, 91.43],
      [result.percentile.low, 28.86],
      [result.percentile.high, 84.21],
      [result.basic.low, 23.77],
      [result.basic.high, 79.12],
    ] as const) {
      expect(Math.abs(got / expected - 1)).toBeLessThan(0.005)
    }
  }, 20_000)

  it('has the acceleration of two samples that scipy tests (reference row 33)', () => {
    const y = [10, 27, 31, 40, 46, 50, 52, 104, 146]
    const z = [16, 23, 38, 94, 99, 141, 197]
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const without = (values: readonly number[], out: number) => mean(values.filter((_, place) => place !== out))
    const a = acceleration([z.map((_, out) => without(z, out) - mean(y)), y.map((_, out) => mean(z) - without(y, out))])
    expect(a).toBeCloseTo(0.011008228344026734, 14)
  })

  it('has one acceleration to the last digit on every engine', () => {
    const values = Array.from({ length: 41 }, (_, place) => ((place * 37) % 41) / 41 + place / 97)
    expect(acceleration([values])).toBe(0.0035956164394621917)
  })

  it('counts equal replicates whatever their rounding, and moves with the scale of the values', () => {
    const plain = defined(bca(5, meanOf([1, 2, 4, 8, 9]), { seed: 1 }))
    const scaled = defined(bca(5, meanOf([0.3, 0.2, 0, -0.4, -0.5]), { seed: 1 }))
    expect(scaled.equal).toBe(plain.equal)
    expect(scaled.z0).toBeCloseTo(-plain.z0, 9)
    expect(scaled.low).toBeCloseTo(0.4 - plain.high / 10, 9)
    expect(scaled.high).toBeCloseTo(0.4 - plain.low / 10, 9)
  })

  it('takes units that are clusters: draw and jackknife are over clusters', () => {
    const clusters = [[1, 1, 0], [0, 0, 1], [1, 1, 1], [0]]
    const statistic = (chosen: Uint32Array) => {
      const members = Array.from(chosen).flatMap((place) => clusters[place] ?? [])
      return members.reduce((sum, value) => sum + value, 0) / members.length
    }
    const result = defined(bca(4, statistic, { seed: 1 }))
    expect(result.percentile).toEqual({ low: 0.25, high: expect.closeTo(0.9, 12) })
    const left = [4 / 7, 5 / 7, 3 / 7, 6 / 9]
    expect(result.acceleration).toBeCloseTo(acceleration([left]), 12)
  })

  it('keeps low <= high within the replicates, repeats with its seed, and drops and counts undefined draws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 15 }),
        fc.integer(),
        (x, seed) => {
          const mean = meanOf(x)
          const statistic = (chosen: Uint32Array) => (new Set(chosen).size < 4 ? null : mean(chosen))
          const options = { seed, replicates: 300 }
          const result = bca(x.length, statistic, options)
          expect(bca(x.length, statistic, options)).toEqual(result)
          if (result.low === null) return
          expect(result.low).toBeLessThanOrEqual(result.high)
          expect(result.low).toBeGreaterThanOrEqual(Math.min(...x))
          expect(result.high).toBeLessThanOrEqual(Math.max(...x))
          expect(result.replicates + result.dropped).toBe(300)
        },
      ),
    )
  })

  it('gives no interval, with the reason, where one would claim what is not known', () => {
    const options = { seed: 1, replicates: 50 }
    expect(bca(0, meanOf([]), options)).toMatchObject({ value: null, reason: 'no values' })
    expect(bca(1, meanOf([3]), options)).toMatchObject({ value: 3, reason: 'one unit has no spread' })
    expect(bca(4, meanOf([2, 2, 2, 2]), options)).toMatchObject({ value: 2, reason: 'all replicates are equal' })
    expect(bca(4, () => null, options)).toMatchObject({ value: null, low: null })
    const most = (chosen: Uint32Array) => Math.max(...chosen)
    expect(bca(3, (chosen) => (new Set(chosen).size === 3 ? 9 : most(chosen)), options)).toMatchObject({ value: 9 })
    expect(bca(3, (chosen) => (chosen.length < 3 ? null : most(chosen)), options)).toMatchObject({
      reason: 'the statistic is undefined without one of the units',
    })
  })

  it('refuses a statistic that is not a number', () => {
    expect(() => bca(3, () => Number.NaN, { seed: 1 })).toThrow(RangeError)
    expect(() => bca(3, () => 1, { seed: 1, replicates: 0 })).toThrow(RangeError)
  })
})
