import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { langReiczigel } from './lang-reiczigel.ts'
import { roganGladen } from './rogan-gladen.ts'

const ROW_39 = { passed: 140, judged: 200, good: 50, goodPassed: 45, bad: 50, badFailed: 40 }

const share = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
const counts = fc
  .tuple(share(500), share(60), share(60))
  .map(([[passed, judged], [goodPassed, good], [badFailed, bad]]) => ({
    passed,
    judged,
    good,
    goodPassed,
    bad,
    badFailed,
  }))

describe('roganGladen', () => {
  it('equals reference row 39', () => {
    const result = roganGladen(ROW_39)
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.7142857143, 9)
    expect(result.se).toBeCloseTo(0.0674550771, 9)
    expect(result.low).toBeCloseTo(0.5820761927, 9)
    expect(result.high).toBeCloseTo(0.8464952359, 9)
    expect(result).toMatchObject({ passRate: 0.7, sensitivity: 0.9, specificity: 0.8 })
  })

  it('finds the truth again: a judge of known errors passes q = p Se + (1-p)(1-Sp)', () => {
    for (const p of [0, 0.2, 0.5, 1]) {
      const passed = 1000 * (p * 0.9 + (1 - p) * 0.2)
      const result = roganGladen({ ...ROW_39, passed: Math.round(passed), judged: 1000 })
      expect(result.value).toBeCloseTo(p, 10)
    }
  })

  it('has the variance that the gradient gives, taken by finite differences', () => {
    const p = (q: number, se: number, sp: number) => (q + sp - 1) / (se + sp - 1)
    const h = 1e-6
    const slope = (f: (x: number) => number) => (f(h) - f(-h)) / (2 * h)
    const variance =
      slope((x) => p(0.7 + x, 0.9, 0.8)) ** 2 * ((0.7 * 0.3) / 200) +
      slope((x) => p(0.7, 0.9 + x, 0.8)) ** 2 * ((0.9 * 0.1) / 50) +
      slope((x) => p(0.7, 0.9, 0.8 + x)) ** 2 * ((0.8 * 0.2) / 50)
    const result = roganGladen(ROW_39)
    if (result.low === null) throw new Error(result.reason)
    expect(result.se).toBeCloseTo(Math.sqrt(variance), 9)
  })

  it('is the pass rate itself for a judge without errors', () => {
    const result = roganGladen({ passed: 30, judged: 100, good: 20, goodPassed: 20, bad: 20, badFailed: 20 })
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBe(0.3)
    expect(result.se).toBeCloseTo(Math.sqrt(0.21 / 100), 12)
  })

  it('puts a share beyond the ends of the scale onto them, and says what it was', () => {
    const result = roganGladen({ ...ROW_39, passed: 36 })
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBe(0)
    expect(result.low).toBe(0)
    expect(result.unclipped).toBeCloseTo(-0.02 / 0.7, 12)
  })
})

describe('both corrections', () => {
  it('stay within 0 .. 1, hold their value, and mirror when good and bad are exchanged', () => {
    fc.assert(
      fc.property(counts, (input) => {
        const mirrored = {
          passed: input.judged - input.passed,
          judged: input.judged,
          good: input.bad,
          goodPassed: input.badFailed,
          bad: input.good,
          badFailed: input.goodPassed,
        }
        for (const method of [roganGladen, langReiczigel]) {
          const result = method(input)
          const other = method(mirrored)
          if (result.low === null || other.low === null) {
            expect([other.value === null, other.low]).toEqual([result.value === null, result.low])
            continue
          }
          expect(0 <= result.low && result.low <= result.value).toBe(true)
          expect(result.value <= result.high && result.high <= 1).toBe(true)
          expect(other.value).toBeCloseTo(1 - result.value, 9)
          expect(other.low).toBeCloseTo(1 - result.high, 9)
        }
      }),
    )
  })

  it('call a judge uninformative that passes bad items as often as good ones', () => {
    const coin = { ...ROW_39, goodPassed: 10, badFailed: 40 }
    expect(roganGladen(coin)).toEqual({ value: null, low: null, high: null, reason: 'judge uninformative' })
    expect(langReiczigel(coin)).toEqual({ value: null, low: null, high: null, reason: 'judge uninformative' })
  })

  it('are undefined, with the reason, where nothing was counted, and refuse impossible counts', () => {
    const certain = { passed: 9, judged: 9, good: 5, goodPassed: 5, bad: 5, badFailed: 5 }
    expect(roganGladen(certain)).toEqual({ value: 1, low: null, high: null, reason: 'no spread to learn from' })
    for (const method of [roganGladen, langReiczigel]) {
      expect(method({ ...ROW_39, passed: 0, judged: 0 })).toMatchObject({ value: null, reason: 'no judged items' })
      expect(method({ ...ROW_39, goodPassed: 0, good: 0 })).toMatchObject({
        reason: 'no good items in the calibration set',
      })
      expect(method({ ...ROW_39, badFailed: 0, bad: 0 })).toMatchObject({
        reason: 'no bad items in the calibration set',
      })
      expect(() => method({ ...ROW_39, passed: 201 })).toThrow(RangeError)
      expect(() => method({ ...ROW_39, good: -1 })).toThrow(RangeError)
      expect(() => method({ ...ROW_39, badFailed: 0.5 })).toThrow(RangeError)
      expect(() => method(ROW_39, { level: 1 })).toThrow(RangeError)
    }
  })
})
