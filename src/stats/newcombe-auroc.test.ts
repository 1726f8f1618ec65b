import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newcombeAuroc } from './newcombe-auroc.ts'

const Z = 1.959963984540054
const count = fc.integer({ min: 1, max: 60 })
const area = fc.double({ min: 0, max: 1, noNaN: true })

describe('newcombeAuroc', () => {
  it('equals reference row 7', () => {
    expect(newcombeAuroc(1, 6, 7).low).toBeCloseTo(0.7073312009, 9)
    expect(newcombeAuroc(1, 8, 40).low).toBeCloseTo(0.8512710037, 9)
    expect(newcombeAuroc(1, 8, 40).high).toBe(1)
    const tied = newcombeAuroc(36 / 42, 6, 7)
    expect(tied.low).toBeCloseTo(0.5312311703, 9)
    expect(tied.high).toBeCloseTo(0.9656704876, 9)
  })

  it('inverts the score test: at each limit |A - t| is z standard errors of t', () => {
    fc.assert(
      fc.property(area, count, count, (auc, m, n) => {
        const { low, high } = newcombeAuroc(auc, m, n)
        for (const t of [low, high]) {
          if (t < 1e-6 || t > 1 - 1e-6) continue
          const extra = (m + n) / 2 - 1
          const variance = (t * (1 - t) * (1 + (extra * (1 - t)) / (2 - t) + (extra * t) / (1 + t))) / (m * n)
          expect(Math.abs(auc - t)).toBeCloseTo(Z * Math.sqrt(variance), 9)
        }
      }),
    )
  })

  it('stays within 0 .. 1, holds the area, has a width, and mirrors when the area turns round', () => {
    fc.assert(
      fc.property(area, count, count, (auc, m, n) => {
        const { low, high } = newcombeAuroc(auc, m, n)
        expect(low >= 0 && low <= auc && auc <= high && high <= 1 && low < high).toBe(true)
        expect(newcombeAuroc(1 - auc, n, m).low).toBeCloseTo(1 - high, 9)
      }),
    )
  })

  it('refuses areas, counts and levels that cannot be', () => {
    expect(() => newcombeAuroc(2, 3, 3)).toThrow(RangeError)
    expect(() => newcombeAuroc(1, 0, 3)).toThrow(RangeError)
    expect(() => newcombeAuroc(1, 3, 3, { level: 0 })).toThrow(RangeError)
  })
})
