import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signFlip } from './sign-flip.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

/** The plain form: every vector of signs, one multiplication each, on whole numbers so that nothing rounds. */
function bruteForce(clusters: readonly (readonly number[])[]): number {
  const sums = clusters.map((cluster) => cluster.reduce((sum, value) => sum + value, 0))
  const observed = Math.abs(sums.reduce((sum, value) => sum + value, 0))
  let count = 0
  for (let draw = 0; draw < 2 ** sums.length; draw++) {
    const flipped = sums.reduce((sum, value, place) => sum + (Math.floor(draw / 2 ** place) % 2 ? value : -value), 0)
    if (Math.abs(flipped) >= observed) count += 1
  }
  return count / 2 ** sums.length
}

const wholeClusters = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 9,
})

describe('signFlip', () => {
  it('equals reference row 28: 96 of 256 arrangements', () => {
    const result = signFlip(
      A.map((a, place) => a - (B[place] ?? 0)),
      { seed: 1 },
    )
    expect(result).toEqual({ p: 96 / 256, exact: true, asExtreme: 12, replicates: 32, units: 5 })
  })

  it('equals reference row 30: whole clusters, 2 of 32', () => {
    const clusters = [[0.2, 0, 0.1], [0.3, 0.1], [0, 0.2, -0.1], [0.1], [0.05, 0.15]]
    expect(signFlip(clusters, { seed: 1 })).toEqual({ p: 0.0625, exact: true, asExtreme: 2, replicates: 32, units: 5 })
  })

  it('equals multiplying out every vector of signs, also when the scores carry rounding', () => {
    fc.assert(
      fc.property(wholeClusters, (clusters) => {
        const p = bruteForce(clusters)
        expect(signFlip(clusters, { seed: 1 })).toMatchObject({ p, exact: true })
        const rounded = clusters.map((cluster) => cluster.map((value) => (value + 7) / 10 - 0.7))
        expect(signFlip(rounded, { seed: 1 })).toMatchObject({ p, exact: true })
      }),
    )
  })

  it('comes close to the exact p when it samples', () => {
    const differences = Array.from({ length: 17 }, (_, place) => ((place * 7) % 11) - 3.5)
    let count = 0
    const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0))
    for (let draw = 0; draw < 2 ** 17; draw++) {
      let sum = 0
      for (const [place, value] of differences.entries()) sum += (draw >> place) & 1 ? value : -value
      if (Math.abs(sum) >= observed - 1e-9) count += 1
    }
    const exact = count / 2 ** 17
    const sampled = signFlip(differences, { seed: 4, replicates: 200_000 })
    expect(sampled).toMatchObject({ exact: false, replicates: 200_000, units: 17 })
    expect(Math.abs((sampled.p ?? 0) - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 200_000))
  })

  it('does not change when all signs turn or zeros are added, repeats with its seed, and is never 0', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 30 }), { minLength: 1, maxLength: 40 }), (values) => {
        const options = { seed: 9, replicates: 99 }
        const result = signFlip(values, options)
        expect(signFlip(values, options)).toEqual(result)
        expect(result.p).toBeGreaterThan(0)
        expect(result.p).toBeLessThanOrEqual(1)
        expect(signFlip([...values, 0, 0], options)).toEqual(result)
        if (result.p === null || !result.exact) return
        expect(
          signFlip(
            values.map((value) => -value),
            options,
          ).p,
        ).toBe(result.p)
      }),
    )
  })

  it('draws the same arrangements on every machine', () => {
    const differences = Float64Array.from({ length: 60 }, (_, place) => ((place * 13) % 17) - 7)
    expect(signFlip(differences, { seed: 2024, replicates: 1000 })).toEqual({
      p: 221 / 1001,
      exact: false,
      asExtreme: 220,
      replicates: 1000,
      units: 57,
    })
  })

  it('takes 1,000 differences and 10,000 arrangements in well under a second', () => {
    const differences = Float64Array.from({ length: 1000 }, (_, place) => Math.sin(place))
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(signFlip(differences, { seed: 1 }).p).not.toBeNull()
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(500)
  })

  it('is 1 when every difference is 0, undefined without differences, and refuses what is not finite', () => {
    expect(signFlip([0, 0], { seed: 1 })).toMatchObject({ p: 1, exact: true, units: 0 })
    expect(signFlip([], { seed: 1 })).toEqual({ p: null, reason: 'no differences' })
    expect(() => signFlip([1, Number.NaN], { seed: 1 })).toThrow(RangeError)
    expect(() => signFlip([1], { seed: 1, replicates: 0 })).toThrow(RangeError)
  })
})
