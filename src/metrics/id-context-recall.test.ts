import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (chunks: { text: string; id?: string }[], ids: string[]) =>
  score('id_context_recall', { retrieved_contexts: chunks, reference_context_ids: ids })
const chunk = (id: string) => ({ text: 't', id })

describe('id_context_recall', () => {
  it('is the share of the wanted ids that came, each once', () => {
    expect(of([chunk('a'), chunk('a'), chunk('x')], ['a', 'a', 'b']).outcome).toEqual({
      status: 'scored',
      value: 0.5,
      k: 1,
      n: 2,
    })
  })

  it('is 0 by rule when nothing was retrieved', () => {
    const { outcome, steps } = of([{ text: ' ' }], ['a'])
    expect(outcome).toMatchObject({ value: 0, k: 0, n: 1 })
    expect(steps).toEqual([{ kind: 'rule', step: 'no_context' }])
  })

  it('is NA when no id is wanted or no chunk has one', () => {
    expect(of([chunk('a')], []).outcome).toMatchObject({ reason: 'missing_field' })
    expect(of([{ text: 'a' }], ['a']).outcome).toMatchObject({ reason: 'missing_field' })
  })
})
