import { describe, expect, it } from 'vitest'
import type { TestCase } from '../core/test-case.ts'
import { summarizeTestSet } from './summary.ts'
import { isMostlyCjk, lengthOf } from './text-length.ts'

const make = (id: string, more: Partial<TestCase>): TestCase => ({
  id,
  user_input: 'Why is it so?',
  answerable: true,
  tags: {},
  ...more,
})

describe('summarizeTestSet', () => {
  it('counts cases by tag and value, by answerability and by source', () => {
    const summary = summarizeTestSet([
      make('a', {
        tags: { source: 'text', type: 'factual' },
        expected_sources: ['x.md', 'y.md', 'x.md'],
        reference: 'two words',
      }),
      make('b', { tags: { source: 'image' }, expected_sources: ['x.md'], reference: '三個字' }),
      make('c', { tags: { source: 'image', constructor: 'odd' }, answerable: false, user_input: '尾牙？' }),
    ])
    expect(summary).toEqual({
      cases: 3,
      answerable: 2,
      unanswerable: 1,
      tags: {
        constructor: { '(none)': 2, odd: 1 },
        source: { image: 2, text: 1 },
        type: { '(none)': 2, factual: 1 },
      },
      with_reference: 2,
      with_expected_sources: 2,
      sources: { 'x.md': 2, 'y.md': 1 },
      user_input_length: { n: 3, min: 2, median: 4, max: 4 },
      reference_length: { n: 2, min: 2, median: 2.5, max: 3 },
    })
    expect(Object.keys(summary.tags.source ?? {})).toEqual(['image', 'text'])
  })

  it('has no lengths for no cases', () => {
    const summary = summarizeTestSet([])
    expect([summary.cases, summary.tags]).toEqual([0, {}])
    expect(summary.reference_length).toEqual({ n: 0, min: null, median: null, max: null })
  })
})

describe('lengthOf', () => {
  it('counts words of spaced scripts and characters of Chinese and Japanese', () => {
    expect(lengthOf("It's 3.5 per-cent, isn't it?")).toBe(5)
    expect(lengthOf('滿 6 個月有 3 天 (paid leave)。')).toBe(9)
    expect(lengthOf('テスト')).toBe(3)
    expect(lengthOf('𠮷')).toBe(1)
    expect(lengthOf('「…」— !')).toBe(0)
    expect(isMostlyCjk('用 RAG 測試')).toBe(true)
    expect(isMostlyCjk('The word 字 here')).toBe(false)
  })
})
