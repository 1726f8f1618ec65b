import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gap } from './gap.ts'
import { splitByLabel } from './labelled-scores.ts'
import { hasMtrag, mtragExpected, mtragLabels, mtragRows } from './test-support/mtrag.ts'

const X = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const Y = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 15 })

describe('gap', () => {
  it('equals reference row 4', () => {
    const result = gap(X, Y)
    expect(result.difference).toBeCloseTo(0.3142857143, 9)
    expect(result.t).toBeCloseTo(2.7910033269, 9)
    expect(result.df).toBeCloseTo(10.9491156243, 9)
    expect(result.p).toBeCloseTo(0.0176251768, 9)
    expect(result.low).toBeCloseTo(0.0662994048, 9)
    expect(result.high).toBeCloseTo(0.5622720238, 9)
    expect(result.cohenD).toBeCloseTo(1.5227656849, 9)
    expect(result.hedgesG).toBeCloseTo(1.4165262185, 9)
  })

  it('equals the t of equal spread where both classes have one size, since the standard errors agree there', () => {
    fc.assert(
      fc.property(scores, (good) => {
        const bad = good.map((value, i) => (value * 7 + i) % 10)
        const { t, cohenD } = gap(good, bad)
        if (t === null || cohenD === null) return
        expect(t).toBeCloseTo(cohenD * Math.sqrt(good.length / 2), 9)
      }),
    )
  })

  it('turns its sign with the classes, and follows the unit of the scores', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const one = gap(good, bad)
        const turned = gap(bad, good)
        const scaled = gap(
          good.map((value) => 3 * value + 5),
          bad.map((value) => 3 * value + 5),
        )
        if (one.low === null || one.difference === null || one.p === null) {
          expect(turned.reason).toBe(one.reason)
          return
        }
        expect(turned.high).toBeCloseTo(-one.low, 10)
        expect(turned.p).toBeCloseTo(one.p, 12)
        expect(scaled.difference).toBeCloseTo(3 * one.difference, 10)
        expect(scaled.hedgesG).toBeCloseTo(one.hedgesG ?? Number.NaN, 9)
        expect(one.low).toBeLessThan(one.high ?? Number.NaN)
      }),
    )
  })

  it('gives what it can, with the reason for the rest', () => {
    expect(gap([], [1])).toMatchObject({ meanGood: null, meanBad: 1, difference: null, reason: 'no good items' })
    expect(gap([3], [1, 2])).toMatchObject({ difference: 1.5, t: null, reason: 'one item in a class has no spread' })
    expect(gap([1, 1], [0, 0])).toMatchObject({
      difference: 1,
      p: null,
      reason: 'the scores within a class are all equal',
    })
    expect(() => gap([Number.NaN], [1])).toThrow(RangeError)
  })
})

describe.skipIf(!hasMtrag)('gap on 252 responses with human marks', () => {
  it('equals the gaps of the published metrics (table of section 1.1), with their distinct values and shares at 1', () => {
    const rows = mtragRows()
    const labels = mtragLabels(rows)
    const facts = [
      ['ragas_faithfulness', 38, 51.6],
      ['radbench_llm', 18, 29.8],
      ['bert_kprec', 237, 0],
      ['rougeL', 162, 33.3],
    ] as const
    for (const [metric, distinct, atOne] of facts) {
      const scores = rows.map((row) => row.published_scores[metric] ?? Number.NaN)
      const { good, bad } = splitByLabel(scores, labels)
      expect([good.length, bad.length]).toEqual([181, 71])
      expect(gap(good, bad).difference).toBeCloseTo(mtragExpected()[metric]?.gap ?? Number.NaN, 12)
      expect(new Set(scores).size).toBe(distinct)
      expect((100 * scores.filter((score) => score === 1).length) / 252).toBeCloseTo(atOne, 1)
    }
  })
})
