import { describe, expect, it } from 'vitest'
import { attenuationBound } from './attenuation-bound.ts'

describe('attenuationBound', () => {
  it('is the correlation that two noisy measurements of the same thing show', () => {
    // All four combinations of truth and one independent error each: variances 1 + a², 1 + b², covariance 1.
    const [a, b] = [0.5, 2]
    const points = [-1, 1].flatMap((truth) =>
      [-a, a].flatMap((e) => [-b, b].map((f) => [truth + e, truth + f] as const)),
    )
    const sum = (figure: (point: readonly [number, number]) => number) =>
      points.reduce((s, point) => s + figure(point), 0)
    const correlation = sum(([x, y]) => x * y) / Math.sqrt(sum(([x]) => x * x) * sum(([, y]) => y * y))
    expect(attenuationBound(1 / (1 + a * a), 1 / (1 + b * b)).value).toBeCloseTo(correlation, 13)
  })

  it('is 1 for perfect reliability and 0 where one says nothing', () => {
    expect([attenuationBound(1, 1), attenuationBound(0, 0.8)]).toEqual([{ value: 1 }, { value: 0 }])
  })

  it('is undefined with a reason below 0, and refuses impossible reliabilities', () => {
    expect(attenuationBound(-0.1, 0.5)).toEqual({ value: null, reason: expect.stringContaining('below 0') })
    expect(() => attenuationBound(0.5, 1.2)).toThrow(RangeError)
    expect(() => attenuationBound(Number.NaN, 0.5)).toThrow(RangeError)
  })
})
