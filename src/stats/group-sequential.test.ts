import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossingChances, groupSequential } from './group-sequential.ts'
import { normalCdf } from './normal-cdf.ts'
import { seededRandom } from './random.ts'

/** P(|Z1| < c1, |Z2| < c2) for correlation rho, by Simpson's rule over Z1. */
function bothInside(c1: number, c2: number, rho: number): number {
  const steps = 4000
  const spread = Math.sqrt(1 - rho * rho)
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const z = -c1 + (2 * c1 * i) / steps
    const inside = normalCdf((c2 - rho * z) / spread) - normalCdf((-c2 - rho * z) / spread)
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2
    sum += (weight * inside * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  }
  return (sum * 2 * c1) / steps / 3
}

const equalShares = (looks: number) => Array.from({ length: looks }, (_, look) => (look + 1) / looks)

describe('groupSequential', () => {
  it('gives the bounds of section 1.10 for two looks at half and full data', () => {
    const strict = groupSequential([0.5, 1], { shape: 'obrien_fleming' })
    expect(strict.bounds[0]).toBeCloseTo(2.79651, 6)
    expect(strict.bounds[1]).toBeCloseTo(1.977431, 6)
    const flat = groupSequential([0.5, 1], { shape: 'pocock' })
    expect(flat.bounds).toEqual([expect.closeTo(2.178272, 6), expect.closeTo(2.178272, 6)])
    expect(flat.spent[1]).toBeCloseTo(0.05, 12)
    expect(flat.nominal[0]).toBeCloseTo(0.0294, 4)
  })

  it('agrees with the tables of Jennison and Turnbull for more looks and other alphas', () => {
    const rows = [
      [3, 0.05, 2.289, 2.004],
      [4, 0.05, 2.361, 2.024],
      [5, 0.05, 2.413, 2.04],
      [10, 0.05, 2.555, 2.087],
      [2, 0.01, 2.772, 2.58],
      [4, 0.01, 2.939, 2.609],
      [5, 0.01, 2.986, 2.621],
      [5, 0.1, 2.122, 1.751],
    ] as const
    for (const [looks, alpha, pocock, final] of rows) {
      const shares = equalShares(looks)
      expect(groupSequential(shares, { shape: 'pocock', alpha }).bounds[0]?.toFixed(3)).toBe(pocock.toFixed(3))
      expect(groupSequential(shares, { shape: 'obrien_fleming', alpha }).bounds.at(-1)?.toFixed(3)).toBe(
        final.toFixed(3),
      )
    }
  })

  it('keeps alpha for two looks by an independent integral of the bivariate normal', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 0.05, max: 0.95 }),
        fc.constantFrom('obrien_fleming' as const, 'pocock' as const),
        fc.constantFrom(0.01, 0.05, 0.2),
        (share, shape, alpha) => {
          const [c1 = 0, c2 = 0] = groupSequential([share, 1], { shape, alpha }).bounds
          expect(1 - bothInside(c1, c2, Math.sqrt(share))).toBeCloseTo(alpha, 9)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('spends alpha step by step, and looking more often costs at every look', () => {
    for (const shape of ['obrien_fleming', 'pocock'] as const) {
      let last = 1.96 - 1e-3
      for (let looks = 1; looks <= 6; looks++) {
        const { bounds, spent } = groupSequential(equalShares(looks), { shape })
        expect(bounds.at(-1)).toBeGreaterThan(last)
        expect(spent).toEqual([...spent].sort((a, b) => a - b))
        expect(spent.at(-1)).toBeCloseTo(0.05, 12)
        last = bounds.at(-1) ?? 0
      }
    }
  })

  it('is the fixed test for a single look, and refuses shares that do not ascend to 1', () => {
    expect(groupSequential([1], { shape: 'pocock' }).bounds[0]).toBeCloseTo(1.959963984540054, 12)
    for (const shares of [[], [0.5], [0.5, 0.5, 1], [0, 1], [Number.NaN, 1], [0.7, 0.3, 1]]) {
      expect(() => groupSequential(shares, { shape: 'pocock' })).toThrow(RangeError)
    }
    expect(() => groupSequential([0.5, 0.500001, 1], { shape: 'pocock' })).toThrow(RangeError)
    expect(() => groupSequential([1], { shape: 'pocock', alpha: 1 })).toThrow(RangeError)
  })
})

describe('crossingChances', () => {
  it('is met by simulated paths, with and without a drift', () => {
    const random = seededRandom(8)
    const normal = () => {
      let sum = 0
      for (let i = 0; i < 12; i++) sum += (random.integer(2 ** 21) + 0.5) / 2 ** 21
      return sum - 6
    }
    const shares = [0.3, 0.6, 1]
    const bounds = [2.2, 2.1, 2]
    for (const drift of [0, 2.5]) {
      const counts = [0, 0, 0]
      for (let run = 0; run < 20_000; run++) {
        let score = 0
        for (const [look, share] of shares.entries()) {
          const more = share - (shares[look - 1] ?? 0)
          score += drift * more + Math.sqrt(more) * normal()
          if (Math.abs(score) / Math.sqrt(share) < (bounds[look] ?? 0)) continue
          counts[look] = (counts[look] ?? 0) + 1
          break
        }
      }
      for (const [look, chance] of crossingChances(bounds, shares, drift).entries()) {
        expect(Math.abs((counts[look] ?? 0) / 20_000 - chance)).toBeLessThan(0.012)
      }
    }
  })

  it('refuses bounds that are missing or not positive', () => {
    expect(() => crossingChances([2], [0.5, 1])).toThrow(RangeError)
    expect(() => crossingChances([2, 0], [0.5, 1])).toThrow(RangeError)
  })
})
