import { describe, expect, it } from 'vitest'
import { fakeJudge } from '../judge/fake.ts'
import { chunksOf, embedderOf, judged, ruleOf } from './test-support/score.ts'

const user_input = 'When does the lift open?'
const sample = { user_input, response: 'The lift opens at seven.' }
const declines = 'I could not find that in the documents.'
const questions = (...written: [string, unknown?][]) => ({
  json: { questions: written.map(([question, noncommittal = false]) => ({ question, noncommittal })) },
})
const vectors = { [user_input]: [1, 0], same: [2, 0], across: [0, 1], between: [1, 1], against: [-1, 0], zero: [0, 0] }

describe('answer_relevancy', () => {
  it('is the mean cosine of three questions asked for in one reply, which are shown', async () => {
    const judge = await fakeJudge({ reply: () => questions(['same'], ['across'], ['between']) })
    const embedder = embedderOf(vectors)
    const { outcome, steps } = await judged('answer_relevancy', sample, { judge, embedder })
    if (outcome.status !== 'scored') throw new Error(outcome.detail)
    expect(outcome.value).toBeCloseTo((1 + 0 + Math.SQRT1_2) / 3, 12)
    expect(judge.calls).toHaveLength(1)
    expect(embedder.batches).toEqual([[user_input, 'same', 'across', 'between']])
    expect(ruleOf(steps, 'reverse_questions')?.questions).toMatchObject([
      { question: 'same', cosine: 1, noncommittal: false },
      { question: 'across', cosine: 0 },
      { question: 'between' },
    ])
    expect(ruleOf(steps, 'arithmetic')?.line).toBe('(1.000 + 0.000 + 0.707) / 3 = 0.569')
  })

  it('is exactly 1 for the very question, can be negative, and is never -0', async () => {
    const one = async (...written: [string, unknown?][]) => {
      const judge = await fakeJudge({ reply: () => questions(...written) })
      const { outcome } = await judged('answer_relevancy', sample, { judge, embedder: embedderOf(vectors) })
      return outcome.status === 'scored' ? outcome.value : outcome.reason
    }
    expect(await one(['same'], ['same'], ['same'])).toBe(1)
    expect(await one(['against'], ['against'], ['across'])).toBeCloseTo(-2 / 3, 12)
    expect(Object.is(await one(['against'], ['same'], ['across']), 0)).toBe(true)
    expect(Object.is(await one(['same', 1], ['same', 'yes'], ['same', true]), 0)).toBe(true)
    expect(await one(['same', 1], ['same', 0], ['same', 1])).toBe(1)
    expect(await one(['zero'], ['same'], ['same'])).toBe('embeddings_missing')
    expect(await one([' '], ['same'], ['same'])).toBe('judge_unreadable')
    expect(await one(['same'], ['same'])).toBe('judge_unreadable')
    expect(await one(['same', 'perhaps'], ['same'], ['same'])).toBe('judge_unreadable')
  })

  it('asks the same question several times when told so, one question each', async () => {
    const written = ['same', 'across', 'against']
    const judge = await fakeJudge({ reply: ({ number }) => questions([written[number - 1] ?? '']) })
    const metric = { answer_relevancy: { draws: 3 } }
    const { outcome } = await judged(metric, sample, { judge, embedder: embedderOf(vectors) })
    expect(outcome).toMatchObject({ status: 'scored', value: 0 })
    expect(judge.calls).toHaveLength(3)
    const both = await fakeJudge({ reply: () => questions(['same'], ['same']) })
    const two = { answer_relevancy: { draws: 2, questions: 2 } }
    const { steps } = await judged(two, sample, { judge: both, embedder: embedderOf(vectors) })
    expect(ruleOf(steps, 'reverse_questions')?.questions).toHaveLength(4)
  })

  it.each([
    ['the response is blank', { ...sample, response: ' ' }, 0],
    ['the response declines on an answerable case', { ...sample, response: declines }, 0],
    ['the response rightly declines', { ...sample, response: declines, answerable: false }, 'refusal'],
    ['the question is blank', { ...sample, user_input: ' ' }, 'missing_field'],
    ['the response is missing', { user_input, retrieved_contexts: chunksOf('a') }, 'missing_field'],
  ])('asks nobody when %s', async (_case, fields, wanted) => {
    const judge = await fakeJudge()
    const embedder = embedderOf(vectors)
    const { outcome } = await judged('answer_relevancy', fields, { judge, embedder })
    expect([judge.calls.length, embedder.batches.length]).toEqual([0, 0])
    expect(outcome.status === 'na' ? outcome.reason : outcome.value).toBe(wanted)
  })

  it('is NA on an unanswerable case when the judge finds the response noncommittal', async () => {
    const judge = await fakeJudge({ reply: () => questions(['same', 1], ['same', 1], ['same', 1]) })
    const fields = { ...sample, answerable: false }
    const { outcome } = await judged('answer_relevancy', fields, { judge, embedder: embedderOf(vectors) })
    expect(outcome).toMatchObject({ status: 'na', reason: 'refusal' })
  })

  it('is NA without an embedding model, and asks nobody', async () => {
    const judge = await fakeJudge()
    const { outcome } = await judged('answer_relevancy', sample, { judge })
    expect(outcome).toMatchObject({ status: 'na', reason: 'embeddings_missing' })
    expect(judge.calls).toEqual([])
  })
})
