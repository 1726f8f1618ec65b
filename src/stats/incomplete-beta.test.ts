import { describe, expect, it } from 'vitest'
import { betaQuantile } from './beta-quantile.ts'
import { incompleteBeta } from './incomplete-beta.ts'
import { studentTQuantile } from './student-t.ts'

describe('incompleteBeta', () => {
  it('ends where the two continued fractions change places, on which side rounding may fall', () => {
    for (const [x, a, b] of [
      [0.25255688339997073, 0.1360172392864423, 2.3620476084941986],
      [0.15943736460053048, 45.89901547653804, 246.25421262054755],
    ] as const) {
      for (const at of [x, x * (1 + 2e-16), x * (1 - 2e-16)]) {
        expect(incompleteBeta(at, a, b)).toBeGreaterThan(0.3)
        expect(incompleteBeta(at, a, b) + incompleteBeta(1 - at, b, a)).toBeCloseTo(1, 12)
      }
    }
  })

  it('keeps its digits for parameters of hundreds of thousands', () => {
    expect(incompleteBeta(0.5, 400_000, 400_000)).toBeCloseTo(0.5, 13)
    // References: scipy.special.betaincinv and scipy.stats.t.ppf.
    expect(betaQuantile(0.025, 300_000.5, 700_000.5)).toBeCloseTo(0.2991024115044363, 13)
    expect(studentTQuantile(0.975, 400_000)).toBeCloseTo(1.9599699152357701, 10)
    expect(incompleteBeta(0, 2, 3)).toBe(0)
    expect(incompleteBeta(1, 2, 3)).toBe(1)
  })
})
