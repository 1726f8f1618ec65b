import { describe, expect, it } from 'vitest'
import type { Sample } from '../core/sample.ts'
import { fakeJudge } from '../judge/fake.ts'
import { configureMetrics, type MetricRequest } from './configure.ts'
import { scoreSample } from './score.ts'
import { chunksOf, embedderOf, sampleOf } from './test-support/score.ts'

const QUESTIONS = 8
/** The six configurations of the study by the chunks that they retrieve: text_k4 within text_k9, ctx_k4 within both ctx_k9. */
const RETRIEVED: Record<string, [string, number]> = {
  text_k4: ['text', 4],
  text_k9: ['text', 6],
  caption_k4: ['caption', 4],
  ctx_k4: ['ctx', 4],
  ctx_k9: ['ctx', 9],
  ctx_k9_strict: ['ctx', 9],
}

function study(): Sample[] {
  return Object.entries(RETRIEVED).flatMap(([configuration, [index, count]]) =>
    Array.from({ length: QUESTIONS }, (_, question) =>
      sampleOf({
        configuration,
        test_case_id: `q${question}`,
        user_input: `What is the number of case ${question}?`,
        reference: `The number of case ${question} is known to be seven.`,
        response: `Case ${question} has the number seven, says ${configuration}.`,
        retrieved_contexts: chunksOf(
          ...Array.from({ length: count }, (_chunk, rank) => `Chunk ${rank} of ${index} about case ${question}.`),
        ),
      }),
    ),
  )
}

const four = (chunks_per_call: number): MetricRequest[] => [
  'faithfulness',
  'answer_relevancy',
  { context_precision: { chunks_per_call } },
  'context_recall',
]

/** The calls that the four metrics cost over the study, every score made at the same time or one after another. */
async function callsOf(requests: MetricRequest[], together: boolean): Promise<number> {
  const judge = await fakeJudge({ settings: { asking: 'batched', claims: 'judge' } })
  const context = { refusalPhrases: [], judge, embedder: embedderOf({}) }
  const scores: unknown[] = []
  for (const sample of study()) {
    for (const metric of configureMetrics(requests)) {
      const score = scoreSample(metric, sample, context)
      scores.push(together ? score : await score)
    }
  }
  for (const { outcome } of (await Promise.all(scores)) as { outcome: unknown }[]) {
    expect(outcome).toMatchObject({ status: 'scored' })
  }
  return judge.calls.length
}

describe('questions that are the same across configurations', () => {
  it('are paid once: the study costs 344 calls, where asking every row anew costs 576', async () => {
    const metrics = configureMetrics(four(1))
    const naive = study().reduce(
      (sum, sample) => metrics.reduce((total, { definition }) => total + (definition.naiveCalls?.(sample) ?? 0), sum),
      0,
    )
    expect(naive).toBe(576)
    expect(await callsOf(four(1), true)).toBe(344)
    expect(await callsOf(four(1), false)).toBe(344)
  })

  it('cost at most 288 calls with four chunks a call, and as many together as one after another', async () => {
    const together = await callsOf(four(4), true)
    expect(together).toBeLessThanOrEqual(288)
    expect(await callsOf(four(4), false)).toBe(together)
  })
})
