import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

describe('precision', () => {
  const chunks = ['a', 'a', 'x'].map((source, index) => ({ text: `t${index}`, source }))

  it('counts every different chunk of a relevant source', () => {
    const sample = { retrieved_contexts: chunks, expected_sources: ['a'] }
    expect(score('precision@2', sample).outcome).toEqual({ status: 'scored', value: 1, k: 2, n: 2 })
    expect(score('precision', sample).outcome).toEqual({ status: 'scored', value: 2 / 3, k: 2, n: 3 })
  })

  it('divides by k also when fewer were returned', () => {
    const sample = { retrieved_contexts: chunks, expected_sources: ['a'] }
    expect(score('precision@10', sample).outcome).toEqual({ status: 'scored', value: 0.2, k: 2, n: 10 })
  })

  it('does not count the very same chunk again', () => {
    const same = { text: 't', source: 'a', id: '1' }
    const sample = { retrieved_contexts: [same, { ...same }, { ...same }], expected_sources: ['a'] }
    expect(score('precision@3', sample).outcome).toMatchObject({ value: 1 / 3 })
  })
})
