import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChunks } from '../core/chunk.ts'
import type { Sample } from '../core/sample.ts'
import { type FakeCall, type FakeJudgeOptions, fakeJudge } from '../judge/fake.ts'
import type { MetricRequest } from './configure.ts'
import { chunksOf, embedderOf, judged, ruleOf } from './test-support/score.ts'

const file = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')
const isThere = existsSync(file)

interface Input {
  statements?: string[]
  statement_count?: number
  raw?: string
  re_ask_raw?: string
  rows?: Row[]
}
interface Row {
  id: string
  user_input: string
  retrieved_contexts: unknown[]
  response: string
  reference?: string
  answerable?: boolean
}

function inputOf(id: string): Input {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => one.includes(`"id": "${id}"`))
  return (JSON.parse(line ?? '{}') as { input: Input }).input
}

function rowsOf(id: string): Partial<Sample>[] {
  return (inputOf(id).rows ?? []).map(({ id: _id, retrieved_contexts, ...fields }) => ({
    ...fields,
    retrieved_contexts: readChunks(retrieved_contexts).chunks,
  }))
}

/** A faithfulness judge that is asked about these statements and answers the verdicts question with the raw reply. */
function faithful(statements: readonly string[], raw: (call: FakeCall) => string): FakeJudgeOptions {
  return {
    settings: { asking: 'batched', claims: 'judge' },
    reply: (call) => (call.step === 'response_claims' ? { json: { claims: statements } } : raw(call)),
  }
}

const said = { response: 'The lift opens at seven.', retrieved_contexts: chunksOf('Some text.') }

async function outcomeWith(options: FakeJudgeOptions, metric: MetricRequest, sample: Partial<Sample>) {
  const judge = await fakeJudge(options)
  return { judge, ...(await judged(metric, sample, { judge, embedder: embedderOf({}) })) }
}

describe.skipIf(!isThere)('faults of judges reported of other tools', () => {
  it('bl-01: JSON in a fence with prose around is read, and the raw reply kept', async () => {
    const { statements = [], raw = '' } = inputOf('bl-01')
    const { outcome, steps } = await outcomeWith(
      faithful(statements, () => raw),
      'faithfulness',
      said,
    )
    expect(outcome).toMatchObject({ value: 0.5, k: 1, n: 2 })
    const step = steps.find((one) => one.step === 'claim_support')
    expect(step?.exchange).toEqual(expect.any(String))
    expect(step?.verdicts).toMatchObject([{ verdict: 'supported' }, { verdict: 'not_mentioned' }])
  })

  it('bl-03: the draft in a thinking block is never read as the answer', async () => {
    const { raw = '' } = inputOf('bl-03')
    const sample = { reference: 'Seven.', retrieved_contexts: chunksOf('a', 'b', 'c') }
    const options = { settings: { asking: 'batched' }, reply: () => raw }
    const metric = { context_precision: { chunks_per_call: 3 } }
    expect((await outcomeWith(options, metric, sample)).outcome).toMatchObject({ value: 0.5, k: 1, n: 3 })
  })

  it('bl-05: ten spellings, one table', async () => {
    const { statement_count: count = 0, raw = '' } = inputOf('bl-05')
    const statements = Array.from({ length: count }, (_, index) => `Statement ${index} of the text.`)
    const { outcome } = await outcomeWith(
      faithful(statements, () => raw),
      'faithfulness',
      said,
    )
    expect(outcome).toMatchObject({ value: 0.6, k: 6, n: 10 })
  })

  it('bl-07: comment, trailing comma and a bare line break are repaired, which the step says', async () => {
    const { raw = '' } = inputOf('bl-07')
    const options = { reply: () => raw }
    const { steps } = await outcomeWith(options, { answer_relevancy: { questions: 1 } }, said)
    expect(ruleOf(steps, 'reverse_questions')?.questions).toMatchObject([
      { question: 'When does the pool\nopen?', noncommittal: false },
    ])
    expect(steps[0]?.repairs).toHaveLength(3)
  })

  it('bl-09: a judge that declines gives no score', async () => {
    const { statements = [], raw = '' } = inputOf('bl-09')
    const { outcome } = await outcomeWith(
      faithful(statements, () => raw),
      'faithfulness',
      said,
    )
    expect(outcome).toMatchObject({ status: 'na', reason: 'judge_refused' })
  })

  it('bl-11: one verdict of five is no score of 1; the four others are asked for once more', async () => {
    const { statements = [], raw = '', re_ask_raw: again = '' } = inputOf('bl-11')
    let asked = 0
    const options = faithful(statements, () => (asked++ === 0 ? raw : again))
    const { outcome, judge } = await outcomeWith(options, 'faithfulness', said)
    expect(outcome).toMatchObject({ status: 'na', reason: 'missing_verdicts', bounds: [0.2, 1] })
    const questions = judge.calls.filter(({ step }) => step === 'claim_support')
    expect(questions).toHaveLength(2)
    const last = questions[1]?.asked
    expect(last?.form === 'batched' ? last.items.map(({ id }) => id) : []).toEqual(['2', '3', '4', '5'])
  })

  it('bl-13: a list of blank text has a fixed result, and nobody is asked', async () => {
    for (const sample of rowsOf('bl-13')) {
      for (const metric of ['context_recall', 'context_precision']) {
        const { outcome, steps, judge } = await outcomeWith({}, metric, sample)
        expect([outcome, judge.calls]).toMatchObject([{ value: 0 }, []])
        expect(ruleOf(steps, 'no_context')).toBeDefined()
      }
    }
  })

  it('bl-15: a refusal holds no claims, whether it is right or wrong', async () => {
    for (const sample of rowsOf('bl-15')) {
      const { outcome, judge } = await outcomeWith({}, 'faithfulness', sample)
      expect([outcome, judge.calls]).toMatchObject([{ status: 'na', reason: 'refusal' }, []])
      const relevancy = await outcomeWith({}, 'answer_relevancy', sample)
      expect(relevancy.outcome).toMatchObject(sample.answerable === false ? { reason: 'refusal' } : { value: 0 })
    }
  })

  it('bl-21: Chinese claims end at full-width stops and reach the judge as they are', async () => {
    const [sample = {}] = rowsOf('bl-21')
    const { steps, judge } = await outcomeWith({}, 'faithfulness', sample)
    expect(ruleOf(steps, 'response_claims')?.claims).toMatchObject([
      { text: '退款在七个工作日内到账。' },
      { text: '手续费是3.5元！' },
    ])
    const prompts = judge.calls.map(({ request }) => JSON.stringify(request.messages))
    expect(prompts[0]).toContain('退款在七个工作日内到账')
    expect(prompts.join('')).not.toContain('\\u9000')
  })

  it('bl-23: without an embedding model only the metric that needs one has no score', async () => {
    const judge = await fakeJudge()
    const { outcome } = await judged('answer_relevancy', said, { judge })
    expect(outcome).toMatchObject({ status: 'na', reason: 'embeddings_missing' })
    expect((await judged('faithfulness', said, { judge })).outcome).toMatchObject({ status: 'scored' })
  })

  it('bl-39: documents are data, whatever they say to the grader, and the row is flagged', async () => {
    const [sample = {}] = rowsOf('bl-39')
    const { outcome, steps, judge } = await outcomeWith(
      { verdict: ({ text }) => (/\d/.test(text) ? 'not_mentioned' : 'supported') },
      'faithfulness',
      sample,
    )
    const prompt = judge.calls[0]?.request.messages.map(({ content }) => content).join('\n') ?? ''
    for (const text of ['{{ 7*7 }}', '{% raw %}', '{# note #}', '${HOME}', '%s', '{0}']) expect(prompt).toContain(text)
    expect(prompt).not.toContain('49')
    expect(outcome).toMatchObject({ k: 0, n: 1, verdict_value: 0 })
    expect(ruleOf(steps, 'instruction_like_context')).toMatchObject({ chunks: ['2'] })
  })
})
