import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const from = (...sources: string[]) => sources.map((source, index) => ({ text: `t${index}`, source }))

describe('map', () => {
  it('is the worked example: relevant at ranks 1, 3, 6, 9 and 10 of five', () => {
    // Manning, Raghavan, Schütze 2008, ch. 8: (1/1 + 2/3 + 3/6 + 4/9 + 5/10) / 5 = 0.622.
    const chunks = from('a', 'x1', 'b', 'x2', 'x3', 'c', 'x4', 'x5', 'd', 'e')
    const value = outcomeOf('map', { retrieved_contexts: chunks, expected_sources: ['a', 'b', 'c', 'd', 'e'] })
    expect(value).toBeCloseTo((1 + 2 / 3 + 3 / 6 + 4 / 9 + 5 / 10) / 5, 12)
  })

  it('divides by all relevant items, also by those not returned or after k', () => {
    const sample = { retrieved_contexts: from('a', 'b'), expected_sources: ['a', 'b', 'c'] }
    expect(outcomeOf('map', sample)).toBeCloseTo(2 / 3, 12)
    expect(outcomeOf('map@1', sample)).toBeCloseTo(1 / 3, 12)
  })
})
