import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (chunks: { text: string; id?: string; source?: string }[], ids: string[], answerable = true) =>
  score('id_context_precision', { retrieved_contexts: chunks, reference_context_ids: ids, answerable }).outcome
const chunk = (id: string) => ({ text: 't', id })

describe('id_context_precision', () => {
  it('counts each id once and ignores the order', () => {
    expect(of([chunk('a'), chunk('a'), chunk('b')], ['b', 'c'])).toEqual({ status: 'scored', value: 0.5, k: 1, n: 2 })
  })

  it('is 1 when all are wanted and 0 when none is', () => {
    expect(of([chunk('甲')], ['甲', '乙'])).toMatchObject({ value: 1 })
    expect(of([chunk('a')], ['A'])).toMatchObject({ value: 0 })
  })

  it('knows a chunk without id by its source', () => {
    expect(of([{ text: 't', source: 'a.md' }, chunk('b')], ['a.md'])).toMatchObject({ value: 0.5 })
  })

  it('is NA for an empty side, a case without answer, and chunks without identity', () => {
    expect(of([], ['a'])).toMatchObject({ reason: 'no_context' })
    expect(of([chunk('a')], [])).toMatchObject({ reason: 'missing_field' })
    expect(of([chunk('a')], ['a'], false)).toMatchObject({ reason: 'not_applicable' })
    expect(of([{ text: 'a' }], ['a'])).toMatchObject({ reason: 'missing_field' })
  })
})
