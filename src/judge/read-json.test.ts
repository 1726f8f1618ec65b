import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StopReason } from '../core/exchange.ts'
import { readJson } from './read-json.ts'
import { DEEPEST } from './read-json-value.ts'

const read = (text: string, stop: StopReason = 'stop') => readJson({ text, stop, usage: null })
const value = (text: string) => {
  const reading = read(text)
  return reading.ok ? reading.value : reading.reason
}
const detail = (text: string) => {
  const reading = read(text)
  return reading.ok ? 'read' : reading.detail
}

describe('readJson', () => {
  it('looks at the stop reason first', () => {
    expect(read('{"a":1}', 'length')).toMatchObject({ ok: false, reason: 'judge_truncated' })
    expect(read('{"a":1}', 'refused')).toMatchObject({ ok: false, reason: 'judge_refused' })
    expect(read('{"a":1}', 'unknown')).toEqual({ ok: true, value: { a: 1 }, repairs: [] })
    expect(readJson({ text: '', stop: 'refused', stop_detail: 'content_filter', usage: null })).toMatchObject({
      detail: 'the provider withheld the reply (content_filter)',
    })
  })

  it('drops reasoning outside of JSON strings only', () => {
    expect(value('{"a":"<think>x</think>"}')).toEqual({ a: '<think>x</think>' })
    expect(value('Fine:\n{"a":"before </think> after"}\nDone.')).toEqual({ a: 'before </think> after' })
    expect(value('<think>{"a":"</think> {"b":1}')).toEqual({ b: 1 })
    expect(value('<THINK>a</THINK><think>b</think>{"b":1}')).toEqual({ b: 1 })
    expect(value('[THINK]{"a":1}[/THINK]{"b":1}')).toEqual({ b: 1 })
    expect(value('◁think▷{"a":1}◁/think▷{"b":1}')).toEqual({ b: 1 })
    expect(
      value('<|channel|>analysis<|message|>{"a":1}<|end|><|start|>assistant<|channel|>final<|message|>{"b":1}'),
    ).toEqual({
      b: 1,
    })
    expect(value('<think>[1,0]</think>\n[0,1]')).toEqual([0, 1])
    expect(value('Let me see.\n<think>{"a":1}</think>\n{"b":1}')).toEqual({ b: 1 })
    expect(value('{"a":1}</think>')).toBe('judge_unreadable')
    expect(detail('<think>hm</think>')).toContain('reasoning')
  })

  it('reads the code fence that stands on its own lines, whatever strings hold', () => {
    expect(value('```json\n{"a":"x\\n```\\ny"}\n```')).toEqual({ a: 'x\n```\ny' })
    expect(value('```json\n{"a":"x\n```\ny"}\n```')).toEqual({ a: 'x\n```\ny' })
    expect(value('{"a":"```json\\n{}\\n```"}')).toEqual({ a: '```json\n{}\n```' })
    expect(value('````JSON\n{"a":1}\n````')).toEqual({ a: 1 })
    expect(value('  ```json\n  {"a":1}\n  ```  ')).toEqual({ a: 1 })
    expect(value('```json {"a":1}```')).toEqual({ a: 1 })
    expect(value('Text {"quoted":1 and\n```json\n{"a":1}\n```')).toEqual({ a: 1 })
    expect(value('Like ```json {"a":1}``` here')).toBe('judge_unreadable')
    expect(value('```json\n{"a":1} and more\n```')).toBe('judge_unreadable')
    expect(value('```json\n{"a":1}\n{"a":2}\n```')).toBe('conflicting_verdicts')
    expect(value('```text\n{"a":1}\n```')).toBe('judge_unreadable')
  })

  it('reads JSON beside prose only where it stands by itself', () => {
    expect(value('Sure! {"a":1}')).toEqual({ a: 1 })
    expect(value('結果：{"a":1}')).toEqual({ a: 1 })
    expect(value('The sets {a, b} and {1} and [2] and ["x"] are meant.\n{"a":1}')).toEqual({ a: 1 })
    for (const text of ['I say {"a":1}', '{"a":1} is the form', 'verdict {"a":1}.', '{"a":1} - done'])
      expect(detail(text)).toContain('inside a sentence')
    expect(value('{a: [\n{"b":1}\n]\n}')).toBe('judge_unreadable')
    expect(value('{\'a\': [\n{"b":1}\n]\n}')).toBe('judge_unreadable')
    expect(value('{"a": [\n{"b":1},\n{"b":2}\n')).toBe('judge_unreadable')
    expect(value('My {"a" and\n{"b":1}')).toBe('judge_unreadable')
  })

  it('takes nothing out of the middle of something broken', () => {
    expect(value('{"verdicts":[{"id":1,"verdict":1},{"id":2,"verdict":}]}')).toBe('judge_unreadable')
    expect(value('{"verdicts":[\n{"id":1,"verdict":1}\n{"id":2,"verdict":0}\n]}')).toBe('judge_unreadable')
    expect(value('Broken {"verdicts": [\n{"id":1,"verdict":1}\n], oops}')).toBe('judge_unreadable')
    expect(detail('{"a":1,,}')).toContain('character 8')
  })

  it('does not choose between two answers, but two equal ones are one', () => {
    expect(value('{"a":1}\n{"a":2}')).toBe('conflicting_verdicts')
    expect(value('I first had {"a":1}, but:\n{"a":2}')).toBe('conflicting_verdicts')
    expect(value('{"a":1,"b":[2]}\n```json\n{"b":[2],"a":1}\n```')).toEqual({ a: 1, b: [2] })
    expect(value('{"a":1,"a":2}')).toBe('conflicting_verdicts')
    expect(value('{"a":1,"a":1}')).toEqual({ a: 1 })
  })

  it('makes the three repairs, names them, and keeps the text of strings', () => {
    expect(read('{"a":"x\ny", // note\n"b":[1,],}')).toEqual({
      ok: true,
      value: { a: 'x\ny', b: [1] },
      repairs: ['line_break_in_string', 'comment', 'trailing_comma'],
    })
    expect(value('{"a":"x\r\ny // no comment, no /* comment */ ,}"}')).toEqual({
      a: 'x\r\ny // no comment, no /* comment */ ,}',
    })
    expect(value('{"a":"http://x"}')).toEqual({ a: 'http://x' })
    expect(read('/* all */ {"a":1} // done')).toEqual({ ok: true, value: { a: 1 }, repairs: ['comment'] })
  })

  it.each([
    ['single quotes', "{'a':1}"],
    ['bare names', '{a:1}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":Infinity}'],
    ['a number beyond counting', '{"a":1e999}'],
    ['Python', '{"a":True}'],
    ['undefined', '{"a":undefined}'],
    ['hexadecimal', '{"a":0x1}'],
    ['a leading zero', '{"a":01}'],
    ['a plus sign', '{"a":+1}'],
    ['a bare tab in a string', '{"a":"x\ty"}'],
    ['an unknown escape', '{"a":"\\x41"}'],
    ['half an escape', '{"a":"\\u12"}'],
    ['an escaped line break', '{"a":"x\\\ny"}'],
    ['two commas', '[1,,2]'],
    ['only a comma', '{,}'],
    ['a missing comma', '{"a":1 "b":2}'],
    ['a comment without end', '{"a":1 /* '],
    ['a line comment over the end', '{"a":1 // }'],
    ['a hash comment', '{"a":1 # one\n}'],
    ['a cut string', '{"a":"x'],
    ['a cut list', '{"a":[1'],
    ['full-width brackets', '｛"a":1｝'],
  ])('does not mend %s', (_name, text) => {
    expect(value(text)).toBe('judge_unreadable')
  })

  it('knows a refusal to judge from other prose', () => {
    for (const text of [
      "I'm sorry, but I can't assist with that.",
      'As an AI language model, I have no opinion.',
      'I cannot determine this without the passages.',
      'I must respectfully decline.',
      '抱歉，我無法評判。',
      '无法判断。',
      '作为一个人工智能语言模型，我不能对此进行评价。',
    ])
      expect(value(text)).toBe('judge_refused')
    for (const text of [
      'The claim is supported.',
      'Yes',
      '資料沒有提到票價。',
      'The passage does not mention the price.',
    ])
      expect(value(text)).toBe('judge_unreadable')
    expect(value('Note: I could not find the price in passage 2.\n{"a":1}')).toEqual({ a: 1 })
    expect(value('{"a":"I cannot judge this."}')).toEqual({ a: 'I cannot judge this.' })
  })

  it('builds no object that is not one', () => {
    const reading = read('{"__proto__":{"x":1},"constructor":2}')
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(reading.ok ? reading.value : null)).toBe(Object.prototype)
  })

  it(`reads ${DEEPEST} levels and no more`, () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(read(nested(DEEPEST)).ok).toBe(true)
    expect(value(nested(DEEPEST + 1))).toBe('judge_unreadable')
  })
})

const cases = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')

it.skipIf(!existsSync(cases))('bl-07: comment, trailing comma and line break are mended, and named', () => {
  const line = readFileSync(cases, 'utf8')
    .split('\n')
    .find((one) => one.includes('"bl-07"'))
  const { input, expected } = JSON.parse(line ?? '{}') as { input: { raw: string }; expected: { value: unknown } }
  expect(read(input.raw)).toEqual({
    ok: true,
    value: expected.value,
    repairs: ['line_break_in_string', 'comment', 'trailing_comma'],
  })
})
