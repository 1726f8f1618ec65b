import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

describe('recall', () => {
  const chunks = ['a', 'a', 'x', 'b'].map((source, index) => ({ text: `t${index}`, source }))
  const sample = { retrieved_contexts: chunks, expected_sources: ['a', 'b', 'c'] }

  it('is found of relevant, several chunks of one source counting once', () => {
    expect(score('recall@3', sample).outcome).toEqual({ status: 'scored', value: 1 / 3, k: 1, n: 3 })
    expect(score('recall@4', sample).outcome).toEqual({ status: 'scored', value: 2 / 3, k: 2, n: 3 })
    expect(score('recall', sample).outcome).toEqual({ status: 'scored', value: 2 / 3, k: 2, n: 3 })
  })

  it('takes a source that is expected twice as one', () => {
    const twice = { retrieved_contexts: chunks, expected_sources: ['a', 'a'] }
    expect(score('recall', twice).outcome).toMatchObject({ value: 1, k: 1, n: 1 })
  })
})
