import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Sample } from '../core/sample.ts'
import { type FakeCall, fakeJudge } from '../judge/fake.ts'
import type { MetricRequest } from './configure.ts'
import { chunksOf, embedderOf, judged } from './test-support/score.ts'

const file = join(import.meta.dirname, '../../../shared/reference/ragas-fixtures.jsonl')
const isThere = existsSync(file)

interface Fixture {
  line: number
  metric: string
  params: Record<string, unknown>
  input: Record<string, unknown>
  ragas: number | null | { exception: string }
}

function fixtures(metric: string): Fixture[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => ({ line: index + 1, ...(JSON.parse(line) as Omit<Fixture, 'line'>) }))
    .filter((fixture) => fixture.metric === metric)
}

/** What a fixture is asked as, and the judge's raw reply to each call. */
interface Case {
  metric: MetricRequest
  sample: Partial<Sample>
  reply: (call: FakeCall) => { json: unknown } | undefined
  vectors?: Record<string, readonly number[]>
}

const facts = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => `Fact ${index} of the ${of} is so.`)
const numbered = (verdicts: readonly unknown[], more: object = {}) => ({
  json: { verdicts: verdicts.map((verdict, index) => ({ id: index + 1, ...more, verdict })) },
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const withOwn = (sample: Partial<Sample>, own: unknown): Partial<Sample> => {
  const { retrieved_contexts: contexts, ...fields } = (own ?? {}) as Record<string, unknown>
  const chunks = Array.isArray(contexts) ? { retrieved_contexts: chunksOf(...(contexts as string[])) } : {}
  return { ...sample, ...(fields as Partial<Sample>), ...chunks }
}

const CASES: Record<string, (fixture: Fixture) => Case> = {
  faithfulness: ({ input }) => ({
    metric: 'faithfulness',
    sample: withOwn({ response: 'The lift is free.', retrieved_contexts: chunksOf('Text.') }, input.sample),
    reply: ({ step }) =>
      step === 'response_claims'
        ? { json: { claims: facts(input.claims as number, 'response') } }
        : numbered(input.verdicts as unknown[]),
  }),
  context_precision: ({ input }) => {
    const verdicts = input.verdicts_by_chunk as unknown[]
    const chunks = chunksOf(...verdicts.map((_verdict, index) => `Text ${index}.`))
    return {
      metric: 'context_precision',
      sample: withOwn({ reference: 'The lift is free.', retrieved_contexts: chunks }, input.sample),
      reply: ({ asked }) => {
        const ids = asked.form === 'batched' ? asked.items.map(({ id }) => id) : []
        return { json: { verdicts: ids.map((id) => ({ id, verdict: verdicts[Number(id) - 1] })) } }
      },
    }
  },
  context_recall: ({ input }) => ({
    metric: 'context_recall',
    sample: withOwn({ reference: 'The lift is free.', retrieved_contexts: chunksOf('Text.') }, input.sample),
    reply: ({ step }) =>
      step === 'reference_claims'
        ? { json: { claims: facts((input.attributed as unknown[]).length, 'reference') } }
        : numbered(input.attributed as unknown[], { chunk: 1 }),
  }),
  answer_relevancy: ({ input, params }) => {
    const flags = input.noncommittal as unknown[]
    const texts = (input.questions as string[] | undefined) ?? flags.map((_flag, index) => `question ${index}`)
    const vectors = input.question_embeddings as number[][]
    const sample = withOwn({ user_input: 'asked', response: 'The lift is free.' }, input.sample)
    return {
      metric: { answer_relevancy: { questions: params.strictness } },
      sample,
      reply: () => ({
        json: { questions: texts.map((question, index) => ({ question, noncommittal: flags[index] })) },
      }),
      vectors: {
        ...Object.fromEntries(texts.map((text, index) => [text, vectors[index] ?? []])),
        [sample.user_input ?? '']: input.user_embedding as number[],
      },
    }
  },
}

/** Lines where Ragstone does not give RAGAS's number, by reason, with what it gives instead. */
const EXCEPTIONS: Record<string, { lines: number[]; value: number | string }> = {
  'a lost verdict is not left out of the divisor': { lines: [12, 13, 15, 54, 55], value: 'NA:missing_verdicts' },
  'a verdict on a claim that nobody asked about is not counted': { lines: [14, 16], value: 1 },
  'the same, among others': { lines: [53], value: 0.625 },
  'a verdict off the scale is no verdict': {
    lines: [17, 18, 19, ...range(78, 99), ...range(193, 204), 192],
    value: 'NA:out_of_scale',
  },
  'a blank response is NA, where RAGAS raises': { lines: [24], value: 'NA:blank_response' },
  'a blank question is no reason to raise': { lines: [27, 210], value: 0.5 },
  'the same, for a list of texts': { lines: [105], value: 1 },
  'nothing retrieved is 0 by rule': { lines: [28, 29, 30, 77, 211, 212], value: 0 },
  'a blank reference is missing': { lines: [102, 103, 207, 208, 215], value: 'NA:missing_field' },
  'a flag that says neither yes nor no, a blank question or a lost one is not left out': {
    lines: [...range(303, 305), ...range(310, 313), ...range(315, 317), 328, 329],
    value: 'NA:judge_unreadable',
  },
  'all noncommittal is 0, whatever the vectors': { lines: [309], value: 0 },
  'no question at all is refused': { lines: [318, 319], value: 'refused:bad_metric_option' },
  'vectors of different lengths have no cosine': { lines: [322, 323], value: 'NA:embeddings_missing' },
  'a blank response is 0 by rule': { lines: [330, 331], value: 0 },
  'a blank question cannot be compared': { lines: [332, 333], value: 'NA:missing_field' },
}
const exceptionOf = new Map(
  Object.values(EXCEPTIONS).flatMap(({ lines, value }) => lines.map((line) => [line, value] as const)),
)

async function given(fixture: Fixture): Promise<number | string> {
  const { metric, sample, reply, vectors = {} } = CASES[fixture.metric]?.(fixture) ?? failed(fixture)
  const judge = await fakeJudge({ settings: { asking: 'batched', claims: 'judge' }, reply })
  try {
    const { outcome } = await judged(metric, sample, { judge, embedder: embedderOf(vectors) })
    return outcome.status === 'scored' ? outcome.value : `NA:${outcome.reason}`
  } catch (error) {
    return `refused:${(error as { code?: string }).code}`
  }
}

function failed({ metric }: Fixture): never {
  throw new Error(`no case is made of ${metric}`)
}

describe.skipIf(!isThere)('the numbers of RAGAS 0.4.3 for judge metrics', () => {
  it.each(Object.keys(CASES))('%s: are given but for the listed exceptions', async (metric) => {
    const wrong: unknown[] = []
    for (const fixture of fixtures(metric)) {
      const value = await given(fixture)
      const wanted = exceptionOf.get(fixture.line) ?? fixture.ragas
      const equal =
        typeof wanted === 'number' && typeof value === 'number'
          ? Math.abs(value - wanted) <= 1e-9
          : value === wanted || (wanted === null && String(value).startsWith('NA:'))
      if (!equal) wrong.push({ line: fixture.line, value, wanted })
    }
    expect(wrong).toEqual([])
  })

  it('has no exception that is not one', async () => {
    const lines = Object.keys(CASES).flatMap(fixtures)
    for (const fixture of lines.filter(({ line }) => exceptionOf.has(line))) {
      expect([fixture.line, await given(fixture)]).not.toEqual([fixture.line, fixture.ragas])
    }
    expect(lines.filter(({ line }) => exceptionOf.has(line))).toHaveLength(exceptionOf.size)
  })
})
