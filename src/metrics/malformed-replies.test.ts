import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sample } from '../core/sample.ts'
import { writeReply } from '../judge/asked.ts'
import { type FakeCall, fakeJudge } from '../judge/fake.ts'
import { type Expected, MALFORMED_JSON } from '../judge/test-support/malformed-json.ts'
import {
  type ListedVerdict,
  MALFORMED_VERDICTS,
  type MalformedVerdicts,
} from '../judge/test-support/malformed-replies.ts'
import { MALFORMED_WORDS } from '../judge/test-support/malformed-words.ts'
import type { MetricRequest } from './configure.ts'
import { builtInMetrics } from './registry.ts'
import { chunksOf, embedderOf, judged } from './test-support/score.ts'

const sample: Partial<Sample> = {
  user_input: 'When does the lift open?',
  response: 'The lift opens at seven. The hall opens at eight. The kiosk opens at nine.',
  reference: 'The lift opens at 7 am. The hall opens at 8 am. The kiosk opens at 9 am.',
  retrieved_contexts: chunksOf(
    'The lift opens at seven o clock.',
    'The hall is open from eight.',
    'A kiosk sells tea.',
  ),
}
const embedder = embedderOf({}, [1, 1])
const sentences = { asking: 'batched', claims: 'sentences' }

/** The second item is a bad one, in the words of any metric. */
function verdictOn({ id }: { id: string }, { asked }: FakeCall) {
  const classes = asked.form === 'free' ? [''] : asked.classes
  return { verdict: (id === '2' ? classes.at(-1) : classes[0]) ?? '', probability: 0.8 }
}

/** What the model would have written without the fault. */
function cleanReply(call: FakeCall): unknown {
  return JSON.parse(writeReply(call.asked, (item) => verdictOn(item, call)).text)
}

const judgeMetrics = Object.values(builtInMetrics).filter(({ uses }) => uses.includes('judge'))
/** Metrics that ask about items, all of them in one call. */
const BY_ITEM: [string, MetricRequest, number][] = [
  ['faithfulness', 'faithfulness', 3],
  ['context_recall', 'context_recall', 3],
  ['context_precision', { context_precision: { chunks_per_call: 100 } }, 3],
  ['correct', 'correct', 1],
]
/** Metrics with a free question, by the settings under which they ask one. */
const FREE: [string, string][] = [
  ['faithfulness', 'response_claims'],
  ['context_recall', 'reference_claims'],
  ['answer_relevancy', 'reverse_questions'],
]

async function scoreWith(metric: MetricRequest, settings: object, reply?: (call: FakeCall) => object | undefined) {
  const judge = await fakeJudge({ settings, verdict: verdictOn, ...(reply === undefined ? {} : { reply }) })
  return (await judged(metric, sample, { judge, embedder })).outcome
}

function comesTo(expected: Expected, outcome: unknown, clean: unknown): void {
  expect(clean).toMatchObject({ status: 'scored' })
  if (expected === 'read') expect(outcome).toEqual(clean)
  else expect(outcome).toMatchObject({ status: 'na', reason: expected })
}

describe('malformed replies', () => {
  it('are tried on every metric that asks a judge', () => {
    const tried = new Set([...BY_ITEM, ...FREE].map(([name]) => name))
    expect(judgeMetrics.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
    expect(MALFORMED_VERDICTS.length).toBeGreaterThanOrEqual(60)
  })

  describe.each(BY_ITEM)('%s', (_name, metric, items) => {
    const faults = MALFORMED_VERDICTS.filter(({ leastItems = 1 }) => items >= leastItems)

    it.each(faults.map((fault): [string, MalformedVerdicts] => [fault.name, fault]))('%s', async (_fault, fault) => {
      const clean = await scoreWith(metric, sentences)
      const outcome = await scoreWith(metric, sentences, (call) => {
        const { verdicts } = cleanReply(call) as { verdicts: ListedVerdict[] }
        return { text: fault.render(verdicts), ...(fault.stop === undefined ? {} : { stop: fault.stop }) }
      })
      comesTo(fault.expected, outcome, clean)
    })
  })

  describe.each(FREE)('%s: %s', (metric, step) => {
    it.each(MALFORMED_JSON.map((fault) => [fault.name, fault] as const))('%s', async (_fault, fault) => {
      const settings = { asking: 'batched', claims: 'judge' }
      const clean = await scoreWith(metric, settings)
      const outcome = await scoreWith(metric, settings, (call) => {
        if (call.step !== step) return undefined
        return { text: fault.render(cleanReply(call)), ...(fault.stop === undefined ? {} : { stop: fault.stop }) }
      })
      comesTo(fault.expected, outcome, clean)
    })
  })

  describe.each(BY_ITEM)('%s, asked one by one', (_name, metric) => {
    const perItem = { asking: 'per_item' }

    it.each(MALFORMED_WORDS.map((fault) => [fault.name, fault] as const))('%s', async (_fault, fault) => {
      const clean = await scoreWith(metric, perItem)
      const outcome = await scoreWith(metric, perItem, (call) => {
        const { asked } = call
        if (asked.form !== 'single') return undefined
        const { verdict } = verdictOn(asked.item, call)
        const others = asked.classes.filter((name) => name !== verdict).map((name) => asked.words[name] ?? '')
        return { first_token: [], ...fault.render(asked.words[verdict] ?? '', others) }
      })
      if (fault.expected !== 'read') return comesTo(fault.expected, outcome, clean)
      const { k, n } = clean as { k: number; n: number }
      const grading = fault.graded === true ? 'probability' : 'verdict'
      expect(outcome).toMatchObject({ status: 'scored', grading, k, n })
    })
  })

  it.each(judgeMetrics.map(({ name, range }) => [name, range] as const))(
    '%s has a value within its range or none, whatever the model writes',
    async (metric, [low, high]) => {
      const written = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        fc.constantFrom('true', 'yes', 'no', '是', '{"verdicts":[{"id":1,"verdict":1}]}', '{"claims":["a b c d"]}'),
        fc
          .record({ verdicts: fc.array(fc.record({ id: fc.nat(4), verdict: fc.jsonValue() })) })
          .map((one) => JSON.stringify(one)),
      )
      const logprobs = fc.option(
        fc.array(fc.record({ token: fc.constantFrom('true', 'yes', 'no', ' x', ''), logprob: fc.double() })),
        { nil: undefined },
      )
      const settings = fc.constantFrom(sentences, { asking: 'batched', claims: 'judge' }, { asking: 'per_item' })
      await fc.assert(
        fc.asyncProperty(fc.array(written, { minLength: 1 }), logprobs, settings, async (texts, first_token, asked) => {
          const outcome = await scoreWith(metric, asked, ({ number }) => ({
            text: texts[number % texts.length] ?? '',
            ...(first_token === undefined ? {} : { first_token }),
          }))
          if (outcome.status === 'scored') {
            expect(outcome.value).toBeGreaterThanOrEqual(low)
            expect(outcome.value).toBeLessThanOrEqual(high)
          } else if (outcome.bounds !== undefined) {
            const [from, to] = outcome.bounds
            expect(low <= from && from <= to && to <= high).toBe(true)
          }
        }),
        { numRuns: 60 },
      )
    },
  )
})
