import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Step } from '../core/score.ts'
import { memoryExchanges } from './exchanges.ts'
import { type FakeJudge, type FakeJudgeOptions, fakeJudge } from './fake.ts'
import type { VerdictQuestion, Verdicts } from './judge.ts'
import { type Colour, colours } from './test-support/colours.ts'

const batchedJudge = (options: FakeJudgeOptions = {}): Promise<FakeJudge> =>
  fakeJudge({ ...options, settings: { asking: 'batched', ...options.settings } })

/** What came of a question, with its steps. */
async function ask(
  judge: FakeJudge,
  question: VerdictQuestion<Colour>,
): Promise<{ answer: Verdicts<Colour>; steps: Step[] }> {
  const steps: Step[] = []
  const answer = await judge.recording((step) => steps.push(step)).verdicts(question)
  return { answer, steps }
}

/** The texts of the items of every call. */
const asked = (judge: FakeJudge) =>
  judge.calls.map(({ asked: about }) => (about.form === 'batched' ? about.items.map(({ text }) => text) : []))

const verdictsFor = (entries: readonly (readonly [string, string])[]) => ({
  json: { verdicts: entries.map(([id, verdict]) => ({ id, reason: 'So it is.', verdict })) },
})

describe('a closed question asked in batches', () => {
  it('puts at most perCall items into one call, in their order', async () => {
    const judge = await batchedJudge()
    await ask(judge, colours(['a', 'b', 'c', 'd', 'e'], { perCall: 2 }))
    expect(asked(judge)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('asks for items that are not known yet and for no others', async () => {
    const judge = await batchedJudge({ verdict: ({ text }) => (text === 'b' ? 'cold' : 'warm') })
    await ask(judge, colours(['a', 'b'], { perCall: 4 }))
    const { answer, steps } = await ask(judge, colours(['c', 'b', 'd'], { perCall: 4 }))
    expect(asked(judge)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(answer.ok && answer.verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      '1 warm',
      '2 cold',
      '3 warm',
    ])
    expect(steps.map(({ cache, items }) => [cache, items])).toEqual([
      ['asked', ['1', '3']],
      ['stored', ['2']],
    ])
  })

  it('pays an item once that stands twice in a question', async () => {
    const judge = await batchedJudge({ verdict: () => 'cold' })
    const { answer } = await ask(judge, colours(['a', 'a', 'b']))
    expect(asked(judge)).toEqual([['a', 'b']])
    expect(answer.ok && answer.verdicts.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('shares items in flight: questions that come together group as if they came one after another', async () => {
    const questions = [
      ['a', 'b', 'c'],
      ['b', 'c', 'd', 'e', 'f'],
      ['f', 'a', 'g'],
    ]
    const together = await batchedJudge({ latencyMs: 5 })
    await Promise.all(questions.map((texts) => ask(together, colours(texts, { perCall: 2 }))))
    const apart = await batchedJudge()
    for (const texts of questions) await ask(apart, colours(texts, { perCall: 2 }))
    expect(asked(together)).toEqual(asked(apart))
    expect(asked(together)).toEqual([['a', 'b'], ['c'], ['d', 'e'], ['f'], ['g']])
  })

  it('tells in the steps from where every verdict came', async () => {
    const judge = await batchedJudge({ latencyMs: 5, verdict: () => ({ verdict: 'cold', reason: 'Ice.' }) })
    const [, second] = await Promise.all([ask(judge, colours(['a'])), ask(judge, colours(['b', 'a']))])
    expect(second?.steps).toEqual([
      expect.objectContaining({ cache: 'asked', items: ['1'] }),
      expect.objectContaining({
        kind: 'judge',
        step: 'colours',
        cache: 'in_flight',
        items: ['2'],
        ids_in_exchange: { 2: '1' },
        verdicts: [{ id: '2', verdict: 'cold', reason: 'Ice.' }],
      }),
    ])
  })

  it('asks once more for missing ids, and only for those', async () => {
    const judge = await batchedJudge({
      reply: ({ number }) => (number === 1 ? verdictsFor([['2', 'cold']]) : undefined),
    })
    const { answer, steps } = await ask(judge, colours(['a', 'b', 'c']))
    expect(asked(judge)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    expect(answer.ok && answer.verdicts.map(({ verdict }) => verdict)).toEqual(['warm', 'cold', 'warm'])
    expect(steps[0]).toMatchObject({ problems: { missing: ['1', '3'] }, verdicts: [{ id: '2' }] })
  })

  it('is NA missing_verdicts with the known ones when they are missing again', async () => {
    const judge = await batchedJudge({
      reply: () =>
        verdictsFor([
          ['2', 'cold'],
          ['9', 'warm'],
        ]),
    })
    const { answer, steps } = await ask(judge, colours(['a', 'b', 'c']))
    expect(judge.calls).toHaveLength(2)
    expect(answer).toMatchObject({ ok: false, reason: 'missing_verdicts', known: [{ id: '2', verdict: 'cold' }] })
    expect(steps[0]).toMatchObject({ problems: { unknown: ['9'], missing: ['1', '3'] } })
  })

  it('believes neither of two verdicts on one id', async () => {
    const judge = await batchedJudge({
      reply: () =>
        verdictsFor([
          ['1', 'cold'],
          ['1', 'warm'],
          ['2', 'cold'],
        ]),
    })
    const { answer } = await ask(judge, colours(['a', 'b']))
    expect(answer).toMatchObject({ ok: false, reason: 'conflicting_verdicts', known: [{ id: '2' }] })
    expect(judge.calls).toHaveLength(1)
  })

  it('says out_of_scale of a number that is no verdict, after asking again', async () => {
    const judge = await batchedJudge({
      reply: () => ({ json: { verdicts: [{ id: '1', reason: 'So.', verdict: 7 }] } }),
    })
    const { answer } = await ask(judge, colours(['a']))
    expect(answer).toMatchObject({ ok: false, reason: 'out_of_scale', known: [] })
    expect(judge.calls).toHaveLength(2)
  })

  it('reads a stored verdict again from its raw reply, fields included', async () => {
    const exchanges = memoryExchanges()
    const fields = { chunk: z.number().nullable() }
    const question = colours(['a', 'b'], { fields, typicalFields: { chunk: 3 } })
    const first = await ask(await batchedJudge({ exchanges }), question)
    const judge = await batchedJudge({ exchanges })
    const second = await ask(judge, question)
    expect(judge.calls).toEqual([])
    expect(second.answer).toEqual(first.answer)
    expect(second.answer.ok && second.answer.verdicts[0]?.fields).toEqual({ chunk: 3 })
  })

  it('asks once more for a stored verdict that is not read any more, in whatever group, and finds the new one', async () => {
    const exchanges = memoryExchanges()
    const chunk = (least: number) => ({ fields: { chunk: z.number().refine((value) => value >= least) } })
    await ask(await batchedJudge({ exchanges }), colours(['a', 'b'], { ...chunk(0), typicalFields: { chunk: 1 } }))
    for (const [items, calls] of [
      [['a', 'c'], 1],
      [['c', 'a', 'b'], 1],
      [['b', 'a', 'c'], 0],
    ] as const) {
      const judge = await batchedJudge({ exchanges })
      const { answer } = await ask(judge, colours(items, { ...chunk(5), typicalFields: { chunk: 5 } }))
      expect(answer).toMatchObject({ ok: true })
      expect(judge.calls).toHaveLength(calls)
    }
  })

  it('asks anew when items, classes, fields, reasons, model, parameters or output limit differ', async () => {
    const exchanges = memoryExchanges()
    await ask(await batchedJudge({ exchanges }), colours(['a']))
    const changes: [Partial<VerdictQuestion<Colour>>, Record<string, unknown>, boolean][] = [
      [{}, {}, true],
      [{ step: 'other name', perCall: 3 }, { language: 'en', retries: 2 }, true],
      [{ items: [{ id: '7', text: 'a' }] }, {}, true],
      [{ items: [{ id: '1', text: 'b' }] }, {}, false],
      [{ fields: { chunk: z.number() }, typicalFields: { chunk: 1 } }, {}, false],
      [{}, { reasons: 'none' }, false],
      [{}, { parameters: { temperature: 1 } }, false],
      [{}, { max_output_tokens: 100 }, false],
    ]
    for (const [extra, settings, hit] of changes) {
      const judge = await batchedJudge({ exchanges: copyOf(exchanges), settings })
      await ask(judge, colours(['a'], extra))
      expect([extra, settings, judge.calls.length]).toEqual([extra, settings, hit ? 0 : 1])
    }
  })

  it('flags and counts a reason that says the opposite of its verdict, and changes nothing', async () => {
    const judge = await batchedJudge({
      reply: () => ({
        json: { verdicts: [{ id: '1', reason: 'The passage does not support the claim.', verdict: 'supported' }] },
      }),
    })
    const steps: Step[] = []
    const { items, batched } = colours(['a'])
    const answer = await judge
      .recording((step) => steps.push(step))
      .verdicts({
        ...{ step: 'entailment', classes: ['supported', 'not_mentioned'], items, batched, typical: 'supported' },
        words: { supported: 'yes', not_mentioned: 'no' },
        single: () => ({ instructions: '', blocks: [], task: '' }),
      })
    expect(answer).toMatchObject({ ok: true, verdicts: [{ verdict: 'supported', contradiction: true }] })
    expect(steps).toMatchObject([{ contradictions: 1 }])
  })

  it('needs no call for a question without items, and refuses an id that stands twice', async () => {
    const judge = await batchedJudge()
    expect((await ask(judge, colours([]))).answer).toEqual({ ok: true, grading: 'verdict', verdicts: [] })
    expect(judge.calls).toEqual([])
    const twice = colours([], {
      items: [
        { id: '1', text: 'a' },
        { id: '1', text: 'b' },
      ],
    })
    await expect(ask(judge, twice)).rejects.toThrow('two items with the id 1')
  })
})

/** The same memory, to which nothing is added. */
function copyOf(exchanges: ReturnType<typeof memoryExchanges>) {
  return { ...exchanges, saveExchanges: async () => {} }
}
