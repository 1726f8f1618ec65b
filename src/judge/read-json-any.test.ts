import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './read-json.ts'
import { parseJsonAt } from './read-json-value.ts'

const read = (text: string) => readJson({ text, stop: 'stop', usage: null })
const value = (text: string) => {
  const reading = read(text)
  return reading.ok ? reading.value : reading.reason
}

describe('readJson on hostile replies', () => {
  const size = 1_000_000
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length))
  const hostile = [
    '[',
    '{',
    '{"a":',
    '[{"a":1},',
    '["',
    '{"',
    '{/*',
    '{ //',
    '<think>',
    '</think>',
    '<think></think>',
    '```',
    '```json\n',
    '```json\n{"a":1}\n```\n',
    '```\nx\n```\n',
    '{"a":1}',
    '{"a":1}\n',
    '{"a":"\n',
    '\\',
    '"\\',
    '{"a":1}/*',
    '["</think>",',
    '</think>{"a":',
    '[{}',
    ' ',
    '\n',
    '\t{',
    '<|x|>',
    '</s>',
    '是',
    '1',
    'x {"a" ',
    '[1],',
    '}',
    '~~~\n',
    '{"a":1,',
    '"a",',
    '{}',
  ]

  it.each(hostile)('is done in good time with 1 MB of %j', (part) => {
    const start = performance.now()
    read(fill(part))
    read(`{"verdicts":[${fill(part)}`)
    read(`<think>${fill(part)}`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('reads a 5 MB answer', () => {
    const list = Array.from({ length: 60_000 }, (_, id) => ({
      id,
      reason: 'because the passage says so in line one, twice',
      verdict: 1,
    }))
    expect(value(`Here:\n\`\`\`json\n${JSON.stringify(list)}\n\`\`\`\nThat is all.`)).toEqual(list)
  })
})

describe('readJson on any reply', () => {
  const json = fc.jsonValue().filter((one) => !JSON.stringify(one).includes('-0'))

  it('reads all JSON as JSON.parse does, indented or not', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (one, indent) => {
        const text = JSON.stringify(one, null, indent)
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text), repairs: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('refuses what JSON.parse refuses, unless it names a repair', () => {
    const units = fc.constantFrom(...'{}[]",:\\/*\n 1a', 'true', '"a"', '//', 'e', '.', '-')
    fc.assert(
      fc.property(fc.array(units, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const parsed = parseJsonAt(text, 0)
        if (!parsed.ok || parsed.repairs.length > 0 || parsed.end < text.trimEnd().length) return
        expect(parsed.value).toEqual(JSON.parse(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('leaves the text of every string as it is through all three repairs', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab"\\/*,}]\n\r\u2028`<是') })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (strings) => {
        const raw = strings.map((one) => JSON.stringify(one).replaceAll('\\n', '\n').replaceAll('\\r', '\r'))
        const bare = strings.map((one, at) =>
          JSON.stringify(one).includes('\\\\') ? JSON.stringify(one) : (raw[at] ?? ''),
        )
        const reading = read(`// list\n[${bare.map((one) => `${one}/* , */`).join(',')}${bare.length > 0 ? ',' : ''}]`)
        expect(reading.ok && reading.value).toEqual(strings)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws and reads alike each time', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\n',
      '```',
      '```json\n',
      '<think>',
      '</think>',
      '//',
      '/*',
      '\\',
      '{"a":1}',
      ' ',
      'x',
      '是',
      '~~~',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (one) => {
        const reading = read(one)
        expect(read(one)).toEqual(reading)
        if (!reading.ok) expect(reading.detail).not.toBe('')
      }),
      { numRuns: 2_000 },
    )
  })
})
