import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MOST_UNKNOWN, readVerdicts, verdictsJsonSchema } from './read-verdicts.ts'
import { malformed } from './test-support/malformed-json.ts'

const ENTAILMENT = ['supported', 'contradicted', 'not_mentioned'] as const
const reply = (text: string) => malformed({}, text)
const say = (verdicts: unknown) => reply(JSON.stringify({ verdicts }))

function read(text: string, ids = ['1', '2', '3']) {
  return readVerdicts(reply(text), { classes: ENTAILMENT, ids })
}

describe('readVerdicts', () => {
  it('matches by id in whatever order and gives the verdicts in the order asked', () => {
    const answer = read(
      '{"verdicts":[{"id":3,"verdict":"no"},{"id":"1","verdict":"yes"},{"id":" 2.","verdict":"contradicted"}]}',
    )
    expect(answer).toEqual({
      ok: true,
      verdicts: new Map([
        ['1', { id: '1', verdict: 'supported' }],
        ['2', { id: '2', verdict: 'contradicted' }],
        ['3', { id: '3', verdict: 'not_mentioned' }],
      ]),
      missing: [],
      unknown: [],
      doubled: [],
      conflicting: [],
      unreadable: [],
      off_scale: [],
      repairs: [],
    })
  })

  it('lists unknown, doubled, missing, conflicting, unreadable and off-scale ids', () => {
    const answer = readVerdicts(
      say([
        { id: 1, verdict: 1 },
        { id: '1', verdict: 'yes' },
        { id: 2, verdict: 1 },
        { id: 2, verdict: 0 },
        { id: 3, verdict: 'perhaps' },
        { id: 4, verdict: 7 },
        { id: 9, verdict: 1 },
        { verdict: 1 },
        'yes',
      ]),
      { classes: ENTAILMENT, ids: ['1', '2', '3', '4', '5'] },
    )
    expect(answer).toMatchObject({
      ok: true,
      missing: ['3', '4', '5'],
      unknown: ['9', 'none', 'yes'],
      doubled: ['1'],
      conflicting: ['2'],
      unreadable: ['3'],
      off_scale: ['4'],
    })
    expect(answer.ok && [...answer.verdicts.keys()]).toEqual(['1'])
  })

  it('believes neither of two entries of which only one can be read', () => {
    const answer = read('[{"id":1,"verdict":1},{"id":1,"verdict":2}]', ['1'])
    expect(answer).toMatchObject({ conflicting: ['1'], missing: [] })
  })

  it('reads one object about the one id asked for, and no object without its id', () => {
    expect(read('{"id":1,"verdict":"yes"}', ['1'])).toMatchObject({ ok: true, missing: [] })
    expect(read('{"verdicts":{"id":1,"verdict":"yes"}}', ['1'])).toMatchObject({ ok: true, missing: [] })
    expect(read('{"id":1,"verdict":"yes"}', ['1', '2'])).toMatchObject({ ok: false, reason: 'judge_unreadable' })
    expect(read('{"verdict":"yes"}', ['1'])).toMatchObject({ ok: false, reason: 'judge_unreadable' })
  })

  it('keeps the reason, and further fields that fit; one that does not makes the verdict missing', () => {
    const fields = { chunk: z.number().int().min(1).max(3).nullable() }
    const answer = readVerdicts(
      say([
        { id: 1, reason: 'because', chunk: 2, verdict: 'attributed' },
        { id: 2, chunk: null, verdict: 'no' },
        { id: 3, chunk: 9, verdict: 'yes' },
        { id: 4, verdict: 'yes' },
        { id: 5, chunk: 1, verdict: 'yes' },
        { id: 5, chunk: 2, verdict: 'yes' },
      ]),
      { classes: ['attributed', 'not_attributed'], ids: ['1', '2', '3', '4', '5'], fields },
    )
    expect(answer).toMatchObject({ missing: ['3', '4'], unreadable: ['3', '4'], conflicting: ['5'] })
    expect(answer.ok && [...answer.verdicts.values()]).toEqual([
      { id: '1', verdict: 'attributed', reason: 'because', fields: { chunk: 2 } },
      { id: '2', verdict: 'not_attributed', fields: { chunk: null } },
    ])
  })

  it('reads the words of the question before the table', () => {
    const form = {
      classes: ENTAILMENT,
      ids: ['1', '2'],
      words: { supported: 'true', contradicted: 'false', not_mentioned: 'unknown' },
    }
    const answer = readVerdicts(
      say([
        { id: 1, verdict: false },
        { id: 2, verdict: 'Unknown' },
      ]),
      form,
    )
    expect(answer.ok && [...answer.verdicts.values()].map(({ verdict }) => verdict)).toEqual([
      'contradicted',
      'not_mentioned',
    ])
  })

  it('names few of many unknown ids', () => {
    const answer = say(Array.from({ length: 5_000 }, (_, at) => ({ id: `x${at}`, verdict: 1 })))
    expect(readVerdicts(answer, { classes: ENTAILMENT, ids: ['1'] })).toMatchObject({
      unknown: { length: MOST_UNKNOWN },
    })
  })

  it('has no verdict for what a field name of every object could stand for', () => {
    const answer = read('{"verdicts":[{"id":"__proto__","verdict":"constructor"},{"id":"toString","verdict":1}]}')
    expect(answer).toMatchObject({ ok: true, missing: ['1', '2', '3'], unknown: ['__proto__', 'toString'] })
  })
})

describe('readVerdicts on any reply', () => {
  const value = fc.oneof(
    fc.constantFrom('yes', 'no', 'supported', 1, 0, 2, true, null, 'maybe', '矛盾'),
    fc.jsonValue(),
  )
  const id = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom('1', ' 2.', '#3', '(1)', '4.5', ''),
    fc.jsonValue(),
  )
  const entry = fc.oneof(
    fc.record({ id, verdict: value }),
    fc.record({ id, verdict: value, reason: value }),
    fc.jsonValue(),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(entry, { maxLength: 8 }).map((verdicts) => JSON.stringify({ verdicts })),
    fc
      .array(
        fc.constantFrom(
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
          '*/',
          '\\',
          '{"verdicts":[',
          '{"id":1,"verdict":1}',
          ' ',
          'x',
          '是',
          '1',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join('')),
  )

  it('never throws, is the same each time, and has verdicts and lists only for ids that were asked', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('stop', 'unknown', 'length', 'refused'), (body, stop) => {
        const ids = ['1', '2', '3']
        const form = { classes: ENTAILMENT, ids }
        const first = readVerdicts({ text: body, stop, usage: null }, form)
        expect(readVerdicts({ text: body, stop, usage: null }, form)).toEqual(first)
        if (!first.ok) return
        expect(stop === 'stop' || stop === 'unknown').toBe(true)
        const all = [...first.verdicts.keys(), ...first.missing, ...first.conflicting]
        expect(all.toSorted()).toEqual(ids)
        for (const [name, { id: own, verdict }] of first.verdicts) {
          expect(own).toBe(name)
          expect(ENTAILMENT).toContain(verdict)
        }
        for (const one of [...first.unreadable, ...first.off_scale]) expect(first.missing).toContain(one)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('verdictsJsonSchema', () => {
  it('has ids as a list of texts, the reason before the verdict, and nothing optional', () => {
    const fields = { chunk: z.number().int().nullable() }
    expect(JSON.stringify(verdictsJsonSchema(['yes', 'no'], ['1', '2'], { reasons: true, fields }))).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          verdicts: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string', enum: ['1', '2'] },
                reason: { type: 'string' },
                chunk: { type: ['integer', 'null'] },
                verdict: { type: 'string', enum: ['yes', 'no'] },
              },
              required: ['id', 'reason', 'chunk', 'verdict'],
              additionalProperties: false,
            },
          },
        },
        required: ['verdicts'],
        additionalProperties: false,
      }),
    )
  })

  it('leaves the reason out where none is asked for, and long lists of ids', () => {
    const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
    const text = JSON.stringify(verdictsJsonSchema(['yes', 'no'], ids, { reasons: false }))
    expect(text).not.toContain('reason')
    expect(text).toContain('"id":{"type":"string"}')
  })
})
