import { describe, expect, it } from 'vitest'
import { normalQuantile } from './normal-quantile.ts'

describe('normalQuantile', () => {
  it('equals the values of SciPy from the centre to the far tails', () => {
    expect(normalQuantile(0.5)).toBe(0)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14)
    expect(normalQuantile(0.3)).toBeCloseTo(-0.5244005127080407, 14)
    expect(normalQuantile(0.02)).toBeCloseTo(-2.0537489106318225, 13)
    expect(normalQuantile(0.9999)).toBeCloseTo(3.7190164854557084, 12)
    expect(normalQuantile(1e-12)).toBeCloseTo(-7.034483825301132, 12)
    expect(normalQuantile(1e-300)).toBeCloseTo(-37.0470962993612, 11)
  })

  it('refuses 0 and 1, where it has no value', () => {
    expect(() => normalQuantile(0)).toThrow(RangeError)
    expect(() => normalQuantile(1)).toThrow(RangeError)
  })
})
