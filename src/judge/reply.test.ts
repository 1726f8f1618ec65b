import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readReply } from './reply.ts'
import { MALFORMED_JSON, malformed } from './test-support/malformed-json.ts'

const claims = z.object({ claims: z.array(z.string().min(1)) })
const questions = z.object({ questions: z.array(z.object({ question: z.string(), noncommittal: z.boolean() })).min(1) })
const rating = z.object({ reason: z.string(), rating: z.number().int().min(1).max(5) })
const read = <T>(text: string, schema: z.ZodType<T>) => readReply(malformed({}, text), schema)

describe('the table of malformed replies', () => {
  const ofClaims = { claims: ['The lift opens at seven.', '電梯免費。'] }
  const ofQuestions = { questions: [{ question: 'When does the lift open?', noncommittal: false }] }

  it.each(MALFORMED_JSON)('comes to the right end for claims and questions: $name', (fault) => {
    for (const [value, schema] of [[ofClaims, claims] as const, [ofQuestions, questions] as const]) {
      const reading = readReply<unknown>(malformed(fault, fault.render(value)), schema)
      expect(reading.ok ? 'read' : reading.reason).toBe(fault.expected)
      if (reading.ok) expect(reading).toEqual({ ok: true, value, repairs: fault.repairs ?? [] })
    }
  })
})

describe('readReply', () => {
  it('names the field that does not fit', () => {
    expect(read('{"questions":[{"question":"q","noncommittal":"x"}]}', questions)).toMatchObject({
      ok: false,
      reason: 'judge_unreadable',
      detail: expect.stringContaining('field questions[0].noncommittal'),
    })
    expect(read('{}', claims)).toMatchObject({
      reason: 'judge_unreadable',
      detail: expect.stringContaining('field claims'),
    })
  })

  it('reads a list as the only field of what was asked for, and of nothing larger', () => {
    expect(read('["a","b"]', claims)).toEqual({ ok: true, value: { claims: ['a', 'b'] }, repairs: [] })
    expect(read('[]', claims)).toMatchObject({ ok: true, value: { claims: [] } })
    expect(read('["a"]', rating)).toMatchObject({ ok: false, reason: 'judge_unreadable' })
    expect(read('["a"]', z.array(z.string()))).toMatchObject({ ok: true, value: ['a'] })
  })

  it('takes a number off the scale for that, never moves it, and reads no text as a number', () => {
    const rate = (value: string) => read(`{"reason":"r","rating":${value}}`, rating)
    expect(
      ['1', '2', '3', '5', '6', '"4/5"', '0.9', '"4"', '-1', '2.5', 'null'].map((value) => {
        const reading = rate(value)
        return reading.ok ? reading.value.rating : reading.reason
      }),
    ).toEqual([
      1,
      2,
      3,
      5,
      'out_of_scale',
      'judge_unreadable',
      'out_of_scale',
      'judge_unreadable',
      'out_of_scale',
      'out_of_scale',
      'judge_unreadable',
    ])
  })

  it('knows the scale of literals too, and only where nothing else is wrong', () => {
    const literals = z.object({ rating: z.literal([0, 1, 2]) })
    const union = z.object({ rating: z.union([z.literal(0), z.literal(2), z.literal(4)]) })
    expect(read('{"rating":3}', literals)).toMatchObject({ reason: 'out_of_scale' })
    expect(read('{"rating":3}', union)).toMatchObject({ reason: 'out_of_scale' })
    expect(read('{"rating":"2"}', literals)).toMatchObject({ reason: 'judge_unreadable' })
    expect(read('{"reason":3,"rating":6}', rating)).toMatchObject({ reason: 'judge_unreadable' })
    expect(read('{"claims":[""]}', claims)).toMatchObject({ reason: 'judge_unreadable' })
  })

  it('never throws, and what it reads fits the schema', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.double().map((n) => `{"reason":"","rating":${n}}`),
    )
    fc.assert(
      fc.property(text, (one) => {
        const reading = read(one, rating)
        expect(read(one, rating)).toEqual(reading)
        if (reading.ok) expect(rating.safeParse(reading.value).success).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
