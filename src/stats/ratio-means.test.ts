import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantile } from './quantile.ts'
import { ratioMeans } from './ratio-means.ts'

const file = join(import.meta.dirname, '../../../shared/data/refchecker-claims/claims.jsonl')
const isThere = existsSync(file)

describe('ratioMeans', () => {
  it('counts every answer alike in the macro mean and every claim alike in the pooled one', () => {
    expect(
      ratioMeans([
        [1, 1],
        [0, 0],
        [2, 4],
        [0, 5],
      ]),
    ).toEqual({
      macro: { value: 0.5 },
      pooled: { value: 0.3 },
      answers: 3,
      withoutClaims: 1,
    })
  })

  it('gives the same two means when all answers have equally many claims', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 30 }), (counts) => {
        const { macro, pooled } = ratioMeans(counts.map((k) => [k, 7]))
        expect(macro.value).toBeCloseTo(pooled.value ?? Number.NaN, 12)
      }),
    )
  })

  it('equals a list of claims weighted by 1 / n for macro and by 1 for pooled', () => {
    const one = fc.integer({ min: 1, max: 6 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 15 }), (ratios) => {
        const claims = ratios.flatMap(([k, n]) => Array.from({ length: n }, (_, i) => ({ n, good: i < k ? 1 : 0 })))
        const macro = claims.reduce((sum, claim) => sum + claim.good / claim.n, 0) / ratios.length
        const pooled = claims.reduce((sum, claim) => sum + claim.good, 0) / claims.length
        const means = ratioMeans(ratios)
        expect(means.macro.value).toBeCloseTo(macro, 12)
        expect(means.pooled.value).toBeCloseTo(pooled, 12)
      }),
    )
  })

  it('is undefined with a reason when no answer has a claim, and refuses impossible counts', () => {
    const none = { value: null, reason: 'no answer has a claim' }
    expect(ratioMeans([[0, 0]])).toEqual({ macro: none, pooled: none, answers: 0, withoutClaims: 1 })
    expect(ratioMeans([])).toMatchObject({ macro: none, answers: 0 })
    expect(() => ratioMeans([[2, 1]])).toThrow(RangeError)
    expect(() => ratioMeans([[Number.NaN, 1]])).toThrow(RangeError)
  })
})

describe.skipIf(!isThere)('the human claims of RefChecker (section 1.9)', () => {
  const lines = isThere ? readFileSync(file, 'utf8').split('\n') : []
  const ratios = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { claims: { label: string }[] })
    .map(({ claims }): [number, number] => {
      return [claims.filter(({ label }) => label === 'Entailment').length, claims.length]
    })

  const withClaims = ratios.filter(([, n]) => n > 0)

  it('are 1,400 responses, of which the 1,292 with claims have a median of 5, mean 5.74, 10-90 % range 1-12', () => {
    expect([ratios.length, withClaims.length]).toEqual([1400, 1292])
    const counts = withClaims.map(([, n]) => n)
    expect([0.1, 0.5, 0.9].map((p) => quantile(counts, p).value)).toEqual([1, 5, 12])
    expect(counts.reduce((sum, n) => sum + n, 0) / 1292).toBeCloseTo(5.74, 2)
  })

  it('are all supported in 63.4 % of the responses with claims', () => {
    expect(withClaims.filter(([k, n]) => k === n).length / 1292).toBeCloseTo(0.634, 3)
  })

  it('give the two means that numpy gives, and the responses without claims apart', () => {
    const { macro, pooled, answers, withoutClaims } = ratioMeans(ratios)
    expect([answers, withoutClaims]).toEqual([1292, 108])
    expect(macro.value).toBeCloseTo(0.8177127882957513, 12)
    expect(pooled.value).toBeCloseTo(0.8266792554626382, 12)
  })
})
