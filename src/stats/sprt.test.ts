import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sprt, sprtThresholds } from './sprt.ts'

const RATES = { p0: 0.5, p1: 0.8 }

/** The chance of accepting p1 at true rate p: every path, followed for up to `steps` answers by its number of passes. */
function chanceOfP1(p: number, steps: number): { p1: number; open: number } {
  let open = new Map([[0, 1]])
  let p1 = 0
  for (let t = 1; t <= steps; t++) {
    const next = new Map<number, number>()
    for (const [passes, chance] of open) {
      for (const [more, weight] of [
        [1, p],
        [0, 1 - p],
      ] as const) {
        const { decision } = sprt({ passes: passes + more, fails: t - passes - more }, RATES)
        if (decision === 'accept_p1') p1 += chance * weight
        if (decision === 'continue') next.set(passes + more, (next.get(passes + more) ?? 0) + chance * weight)
      }
    }
    open = next
  }
  return { p1, open: [...open.values()].reduce((sum, chance) => sum + chance, 0) }
}

describe('sprt', () => {
  it('has the thresholds of section 1.10', () => {
    expect(sprtThresholds().upper).toBeCloseTo(2.772589, 6)
    expect(sprtThresholds().lower).toBeCloseTo(-1.558145, 6)
  })

  it('equals the ratio of the two likelihoods, multiplied out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (passes, fails) => {
        const likelihood = (p: number) => p ** passes * (1 - p) ** fails
        const { logRatio } = sprt({ passes, fails }, RATES)
        expect(logRatio).toBeCloseTo(Math.log(likelihood(RATES.p1) / likelihood(RATES.p0)), 9)
      }),
    )
  })

  it('keeps the errors asked for, by following every path', () => {
    const underP0 = chanceOfP1(RATES.p0, 300)
    const underP1 = chanceOfP1(RATES.p1, 300)
    expect(underP0.open + underP1.open).toBeLessThan(1e-6)
    expect(underP0.p1).toBeLessThan(0.05 / 0.8)
    expect(1 - underP1.p1).toBeLessThan(0.2 / 0.95)
    expect(underP0.p1 + 1 - underP1.p1).toBeLessThan(0.25)
  })

  it('goes on at the start, and decides after answers that all point one way', () => {
    expect(sprt({ passes: 0, fails: 0 }, RATES).decision).toBe('continue')
    expect(sprt({ passes: 6, fails: 0 }, RATES).decision).toBe('accept_p1')
    expect(sprt({ passes: 0, fails: 2 }, RATES).decision).toBe('accept_p0')
    expect(sprt({ passes: 0, fails: 6 }, { p0: 0.8, p1: 0.5 }).decision).toBe('accept_p1')
  })

  it('refuses rates, counts and errors that cannot be', () => {
    expect(() => sprt({ passes: 1, fails: 1 }, { p0: 0.5, p1: 0.5 })).toThrow(RangeError)
    expect(() => sprt({ passes: 1, fails: 1 }, { p0: 0, p1: 0.5 })).toThrow(RangeError)
    expect(() => sprt({ passes: -1, fails: 1 }, RATES)).toThrow(RangeError)
    expect(() => sprtThresholds({ alpha: 0.5, beta: 0.5 })).toThrow(RangeError)
  })
})
