import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incompleteBeta } from './incomplete-beta.ts'
import { logGamma } from './log-gamma.ts'
import { studentTCdf, studentTQuantile } from './student-t.ts'

describe('logGamma', () => {
  it('equals the values of SciPy', () => {
    const expected = [
      [0.1, 2.252712651734206],
      [0.5, 0.5723649429247],
      [1, 0],
      [3.7, 1.428072326665388],
      [100.5, 361.43554046777757],
    ] as const
    for (const [x, value] of expected) expect(logGamma(x)).toBeCloseTo(value, 11)
  })
})

describe('incompleteBeta', () => {
  it('equals the values of SciPy', () => {
    expect(incompleteBeta(0.3, 2, 3)).toBeCloseTo(0.3483, 13)
    expect(incompleteBeta(0.9, 0.5, 0.5)).toBeCloseTo(0.7951672353008665, 12)
    expect(incompleteBeta(0.99999, 50_000, 0.5)).toBeCloseTo(0.3173105078579662, 9)
    expect(incompleteBeta(1e-3, 0.1, 7)).toBeCloseTo(0.6354602696289336, 12)
  })

  it('is the binomial tail for whole numbers: I_x(k, n-k+1) = P(at least k of n)', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
    for (let n = 1; n <= 8; n++) {
      for (let k = 1; k <= n; k++) {
        let tail = 0
        for (let i = k; i <= n; i++) tail += choose(n, i) * 0.37 ** i * 0.63 ** (n - i)
        expect(incompleteBeta(0.37, k, n - k + 1)).toBeCloseTo(tail, 12)
      }
    }
  })
})

describe('studentTQuantile', () => {
  it('equals the values of SciPy', () => {
    const expected = [
      [0.975, 1, 12.706204736174694],
      [0.975, 2.5, 3.5746548420036817],
      [0.975, 3, 3.1824463052837078],
      [0.975, 10, 2.228138851986274],
      [0.9, 30, 1.3104150253913955],
      [0.975, 9999, 1.960201263621357],
      [0.995, 100_000, 2.575878469908375],
    ] as const
    for (const [p, df, t] of expected) expect(studentTQuantile(p, df)).toBeCloseTo(t, 9)
  })

  it('is the inverse of the distribution function and symmetric', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0.001, max: 0.999 }), fc.integer({ min: 1, max: 500 }), (p, df) => {
        const t = studentTQuantile(p, df)
        expect(studentTCdf(t, df)).toBeCloseTo(p, 10)
        expect(studentTCdf(-t, df)).toBeCloseTo(1 - p, 10)
      }),
    )
  })

  it('keeps its digits near t = 0, where the distribution is nearly a line of slope f(0)', () => {
    // f(0) = 1 / pi for one degree of freedom, 3/8 for four.
    for (const t of [1e-12, 1e-9, 1e-6, -1e-9]) {
      expect((studentTCdf(t, 1) - 0.5) / t).toBeCloseTo(1 / Math.PI, 3)
      expect((studentTCdf(t, 4) - 0.5) / t).toBeCloseTo(3 / 8, 3)
    }
  })
})
