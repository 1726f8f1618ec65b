import { describe, expect, it } from 'vitest'
import type { TestCase } from '../core/test-case.ts'
import { type Finding, lintTestSet } from './lint.ts'

let count = 0
const make = (user_input: string, more: Partial<TestCase> = {}): TestCase => {
  count += 1
  return { id: `c${count}`, user_input, answerable: true, tags: {}, ...more }
}
const lint = (cases: TestCase[]): Finding[] => lintTestSet({ cases })
const codes = (cases: TestCase[]): string[] => lint(cases).map((one) => one.code)
const found = (code: string, cases: TestCase[]): Finding | undefined => lint(cases).find((one) => one.code === code)

/** A set in which nothing is wrong. */
function soundSet(): TestCase[] {
  const subjects = ['特休', '病假', '婚假', '喪假', '產假', '報帳', '發票', '計程車', '遠端工作', '出差']
  const questions: [string, string][] = [
    ['最多可以請幾天', 'factual'],
    ['要怎麼提出申請？', 'how_to'],
    ['跟去年的規定有什麼不同？', 'comparison'],
  ]
  const cases = subjects.flatMap((subject) =>
    questions.map(([question, type]) =>
      make(`${subject}${question}`, {
        reference: `${subject}依規定辦理，須於七日前向主管提出申請。`,
        expected_sources: [`${subject}.md`],
        tags: { type, phrasing: type === 'factual' ? 'colloquial' : 'formal' },
      }),
    ),
  )
  return [...cases, make('公司尾牙在哪裡辦？', { answerable: false, tags: { type: 'boundary', phrasing: 'formal' } })]
}

describe('lintTestSet', () => {
  it('finds nothing in a sound set and gives advice about an empty one', () => {
    expect(lint(soundSet())).toEqual([])
    expect(codes([])).toEqual(['too_few_cases'])
  })

  it('says what to do in every finding', () => {
    for (const finding of lint([
      make('What is X?', { reference: 'What is X?', tags: { a: 'b' } }),
      make('What is X?'),
    ])) {
      expect(finding.message.length).toBeGreaterThan(40)
      expect(finding.message).not.toMatch(/undefined|NaN/)
    }
  })

  it('warns of fewer than 30 cases and speaks of cost from 200', () => {
    expect(found('too_few_cases', soundSet().slice(0, 29))?.message).toContain('29 cases')
    expect(found('too_few_cases', soundSet().slice(0, 1))?.message).toMatch(/^1 case: /)
    expect(codes(soundSet().slice(0, 30))).not.toContain('too_few_cases')
    const many = Array.from({ length: 200 }, (_, index) => make(`number ${index * 37} please`))
    expect(found('cost', many)?.message).toContain('about 600 calls')
  })

  it('misses cases without an answer in the documents, and cases with one', () => {
    const sound = soundSet()
    expect(codes(sound.slice(0, 30))).toContain('no_unanswerable_case')
    expect(codes(sound.map((one) => ({ ...one, answerable: false })))).toContain('all_unanswerable')
  })

  it('names the types of questions that are missing, by tag or by wording', () => {
    const untyped = soundSet().map((one) => ({ ...one, tags: {} }))
    expect(codes(untyped)).not.toContain('missing_question_types')
    const factual = untyped.filter((one) => one.user_input.includes('最多') || !one.answerable)
    expect(found('missing_question_types', factual)?.message).toContain('how_to, comparison')
    const english = [
      'What is a?',
      'How do I b?',
      'What is the difference between c and d?',
      'Who is e',
      'Where is f?',
    ].map((one) => make(one))
    expect(found('missing_question_types', english)?.message).toContain('type boundary')
    const tagged = soundSet().map((one) => ({
      ...one,
      tags: { ...one.tags, type: one.tags.type === 'how_to' ? 'factual' : (one.tags.type ?? '') },
    }))
    expect(found('missing_question_types', tagged)?.message).toContain('type how_to (by the tag "type")')
  })

  it('warns of formal phrasing by the tag alone, and says when phrasing is not tagged', () => {
    const questions = ['什麼是特休？', '特休有幾天？', '如何申請特休？', '公司咖啡機壞了找誰修？', '特休由誰核准？']
    const untagged = questions.map((one) => make(one))
    expect(codes(untagged)).not.toContain('only_formal_phrasing')
    expect(found('phrasing_not_tagged', untagged)).toMatchObject({ severity: 'note', cases: [] })
    expect(found('phrasing_not_tagged', untagged)?.message).toMatch(/^phrasing is not tagged/)
    const formal = questions.map((one) => make(one, { tags: { phrasing: 'formal' } }))
    expect(codes(formal)).toContain('only_formal_phrasing')
    for (const other of [make('特休咧', { tags: { phrasing: 'vague' } }), make('特休咧')]) {
      expect(codes([...formal, other])).not.toContain('only_formal_phrasing')
      expect(codes([...formal, other])).not.toContain('phrasing_not_tagged')
    }
  })

  it('finds references that are short in their own script, missing, or the question over again', () => {
    const cases = [
      make('一', { reference: '用 | 連接' }),
      make('二', { reference: '要先附上診斷證明' }),
      make('three', { reference: 'Use pipes.' }),
      make('four', { reference: 'It is free on Sundays.' }),
      make('Is the lift free?', { reference: 'is the lift free' }),
      make('six'),
      make('seven', { answerable: false }),
    ]
    const id = (index: number) => cases[index]?.id
    expect(found('short_reference', cases)).toMatchObject({ severity: 'warning', cases: [id(0), id(2)] })
    expect(found('reference_repeats_question', cases)?.cases).toEqual([id(4)])
    expect(found('missing_reference', cases)).toMatchObject({ severity: 'warning', cases: [id(5)] })
    expect(found('missing_reference', cases)?.message).toMatch(
      /^answerable cases without a reference answer \(1 of \d+\): /,
    )
    expect(found('missing_reference', [make('a'), make('b')])?.severity).toBe('note')
  })

  it('finds cases that do not say where the answer stands', () => {
    const cases = [
      make('a'),
      make('b', { expected_sources: ['x'] }),
      make('c', { reference_context_ids: ['x'] }),
      make('d', { relevance: { x: 1 } }),
    ]
    expect(found('missing_expected_source', cases)?.cases).toEqual([cases[0]?.id])
  })

  it('finds unanswerable cases with an answer or a source, but lets a reference refuse', () => {
    const cases = [
      make('a', { answerable: false, reference: 'Ten days.' }),
      make('b', { answerable: false, reference: "I don't know." }),
      make('c', { answerable: false, expected_sources: ['x.md'] }),
    ]
    expect(found('unanswerable_with_reference', cases)?.cases).toEqual([cases[0]?.id])
    expect(found('unanswerable_with_source', cases)?.cases).toEqual([cases[2]?.id])
  })

  it('finds questions asked twice or nearly so, but not those that differ in a number', () => {
    const cases = [
      make('特休沒休完可以留到明年嗎？'),
      make('特休沒休完，可以留到明年吗'),
      make('Can I take a taxi home after ten in the evening?'),
      make('Can I take a taxi home after ten in the evenings?'),
      make('What was the revenue of the company in 2023?'),
      make('What was the revenue of the company in 2024?'),
      make('病假可以請幾天？'),
      make('婚假可以請幾天？'),
    ]
    const ids = cases.map((one) => one.id)
    expect(found('duplicate_question', cases)?.cases).toEqual(ids.slice(0, 2))
    expect(found('near_duplicate_question', cases)?.cases).toEqual(ids.slice(2, 4))
  })

  it('finds questions in the words of the document', () => {
    const context =
      'Unused annual leave may be carried over until the end of June of the following year. 逾期未休之天數依規定折算工資發給。'
    const cases = [
      make('May unused annual leave be carried over until the end of June of the following year?', {
        reference_contexts: [context],
      }),
      make('逾期未休之天數是否依規定折算工資發給？', { reference_contexts: [context] }),
      make('Do I lose my holidays at new year or can I keep some?', { reference_contexts: [context] }),
      make('May unused annual leave be carried over until the end of June of the following year, now?'),
    ]
    expect(found('question_copies_document', cases)?.cases).toEqual([cases[0]?.id, cases[1]?.id])
  })

  it('notes tags on a part of the cases and a mixture of scripts', () => {
    const cases = [
      make('請假幾天', { tags: { type: 'x' } }),
      make('请假几天呢', { tags: { type: 'x' } }),
      make('發票呢', { tags: { type: 'x', extra: '1' } }),
    ]
    expect(found('partial_tag', cases)).toMatchObject({ severity: 'note', cases: [cases[0]?.id, cases[1]?.id] })
    expect(found('partial_tag', cases)?.message).not.toContain('table')
    expect(found('mixed_scripts', cases)?.cases).toEqual([cases[1]?.id])
    expect(found('mixed_scripts', cases)?.message).toContain('in Traditional (2) and some in Simplified Chinese (1)')
    expect(codes([make('今天', {}), make('請假', {})])).not.toContain('mixed_scripts')
  })
})
