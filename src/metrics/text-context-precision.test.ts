import { describe, expect, it } from 'vitest'
import { outcomeOf, score } from './test-support/score.ts'

const of = (texts: string[], references: string[], options = {}) =>
  outcomeOf(
    { text_context_precision: options },
    { retrieved_contexts: texts.map((text) => ({ text })), reference_contexts: references },
  )

describe('text_context_precision', () => {
  it('is the average precision of the texts that resemble a reference, and exactly 1 for a perfect list', () => {
    expect(of(['aaaaaaaaaa', 'qqqqqqqqqq'], ['aaaaaaaaaa'])).toBe(1)
    expect(of(['qqqqqqqqqq', 'aaaaaaaaaa', 'xxaaaaaaaa'], ['aaaaaaaaaa'])).toBeCloseTo((1 / 2 + 2 / 3) / 2, 12)
    expect(of(['zzzz'], ['aaaa'])).toBe(0)
  })

  it('takes a similarity of exactly the threshold', () => {
    expect(of(['abcd'], ['abxy'])).toBe(1)
    expect(of(['xxxxxxxxxa'], ['aaaaaaaaaa'], { threshold: 0.1 })).toBe(1)
    expect(of(['abcd'], ['abxy'], { threshold: 0.51 })).toBe(0)
  })

  it('compares Chinese by characters, width and case normalised', () => {
    expect(of(['門票３５元，共１２０張。'], ['門票35元,共120張｡'], { threshold: 0.9 })).toBe(1)
    expect(of(['麵店休息。', '渡輪七點開。'], ['渡輪八點開。'])).toBe(0.5)
  })

  it('is 0 by rule when nothing was retrieved and NA without a reference text', () => {
    const { outcome, steps } = score('text_context_precision', {
      retrieved_contexts: [{ text: '' }],
      reference_contexts: ['a'],
    })
    expect([outcome, steps]).toEqual([{ status: 'scored', value: 0 }, [{ kind: 'rule', step: 'no_context' }]])
    expect(of(['a'], [' '])).toBe('NA:missing_field')
  })

  it('refuses to compare what would take minutes', () => {
    expect(of(['a'.repeat(300_000)], ['b'.repeat(300_000)])).toBe('NA:context_truncated')
  })
})
