import { describe, expect, it } from 'vitest'
import { langReiczigel } from './lang-reiczigel.ts'
import { roganGladen } from './rogan-gladen.ts'

const ROW_39 = { passed: 140, judged: 200, good: 50, goodPassed: 45, bad: 50, badFailed: 40 }

describe('langReiczigel', () => {
  it('equals reference row 39', () => {
    const result = langReiczigel(ROW_39)
    if (result.low === null) throw new Error(result.reason)
    expect(result.adjusted).toBeCloseTo(0.7201145316, 9)
    expect(result.value).toBe(result.adjusted)
    expect(result.shift).toBeCloseTo(0.003962721, 9)
    expect(result.low).toBeCloseTo(0.5842221225, 9)
    expect(result.high).toBeCloseTo(0.8639323826, 9)
  })

  it('nears the delta method when all counts grow', () => {
    const many = Object.fromEntries(Object.entries(ROW_39).map(([name, count]) => [name, count * 10_000]))
    const input = { ...ROW_39, ...many }
    const a = roganGladen(input)
    const b = langReiczigel(input)
    if (a.low === null || b.low === null) throw new Error('no interval')
    expect(b.value).toBeCloseTo(a.value, 5)
    expect(b.low).toBeCloseTo(a.low, 5)
    expect(b.high).toBeCloseTo(a.high, 5)
  })

  it('gives no interval where the pass rate fits no share of good items', () => {
    const counts = { passed: 200, judged: 200, good: 50, goodPassed: 30, bad: 50, badFailed: 50 }
    const none = { value: 1, low: null, high: null, reason: expect.stringContaining('does not fit') }
    expect(langReiczigel(counts)).toEqual(none)
    expect(roganGladen(counts)).toEqual(none)
    const mirrored = { passed: 0, judged: 200, good: 50, goodPassed: 50, bad: 50, badFailed: 30 }
    expect(langReiczigel(mirrored)).toEqual({ ...none, value: 0 })
    expect(roganGladen(mirrored)).toEqual({ ...none, value: 0 })
  })

  it('covers the truth in 95 of 100 studies, summed over all calibration sets and pass rates of a small study', () => {
    const [p, se, sp, n, size] = [0.3, 0.8, 0.75, 30, 15]
    const q = p * se + (1 - p) * (1 - sp)
    let covered = 0
    let undefinedShare = 0
    for (let goodPassed = 0; goodPassed <= size; goodPassed++) {
      for (let badFailed = 0; badFailed <= size; badFailed++) {
        for (let passed = 0; passed <= n; passed++) {
          const chance = pmf(goodPassed, size, se) * pmf(badFailed, size, sp) * pmf(passed, n, q)
          const { low, high } = langReiczigel({ passed, judged: n, good: size, goodPassed, bad: size, badFailed })
          if (low === null) undefinedShare += chance
          else if (low <= p && p <= high) covered += chance
        }
      }
    }
    expect(undefinedShare).toBeLessThan(0.001)
    expect(covered).toBeGreaterThan(0.95)
    expect(covered).toBeLessThan(0.99)
  })
})

function pmf(k: number, n: number, p: number): number {
  let value = p ** k * (1 - p) ** (n - k)
  for (let i = 0; i < k; i++) value *= (n - i) / (i + 1)
  return value
}
