import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (texts: string[], references: string[], options = {}) =>
  score(
    { text_context_recall: options },
    { retrieved_contexts: texts.map((text) => ({ text })), reference_contexts: references },
  )

describe('text_context_recall', () => {
  it('is the share of the reference texts that a retrieved text resembles', () => {
    const { outcome } = of(
      ['The ferry leaves at seven.', 'The pier cafe opens at six.'],
      ['The ferry leaves at eight.', 'Lunch is at noon.'],
    )
    expect(outcome).toEqual({ status: 'scored', value: 0.5, k: 1, n: 2 })
  })

  it('takes the same bound as precision, so that identical texts have recall 1 at a threshold of 1', () => {
    expect(of(['abcd'], ['abxy']).outcome).toMatchObject({ value: 1 })
    expect(of(['aaaaaaaaaa'], ['aaaaaaaaaa'], { threshold: 1 }).outcome).toMatchObject({ value: 1 })
  })

  it('is 0 by rule when nothing was retrieved and NA without a reference text', () => {
    const { outcome, steps } = of([], ['a'])
    expect([outcome, steps]).toEqual([
      { status: 'scored', value: 0, k: 0, n: 1 },
      [{ kind: 'rule', step: 'no_context' }],
    ])
    expect(of(['a'], []).outcome).toMatchObject({ reason: 'missing_field' })
  })
})
