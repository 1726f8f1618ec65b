import { describe, expect, it } from 'vitest'
import { fakeJudge } from '../judge/fake.ts'
import { chunksOf, judged, ruleOf } from './test-support/score.ts'

const reference = 'The lift opens at seven.'
const sample = { response: 'From 7 am on.', reference }
const declines = 'I could not find that in the documents.'

describe('correct', () => {
  it('is 1 or 0 by one verdict with a reason', async () => {
    for (const [verdict, value] of [
      ['correct', 1],
      ['incorrect', 0],
    ] as const) {
      const judge = await fakeJudge({ settings: { asking: 'batched' }, verdict: () => ({ verdict, reason: 'so' }) })
      const { outcome, steps } = await judged('correct', sample, { judge })
      expect(outcome).toMatchObject({ value, k: value, n: 1, label: verdict, grading: 'verdict' })
      expect(judge.calls).toHaveLength(1)
      expect(steps.find(({ step }) => step === 'correct')?.verdicts).toMatchObject([{ verdict, reason: 'so' }])
    }
  })

  it('is the probability of being correct when the judge gives one', async () => {
    const judge = await fakeJudge({ verdict: () => ({ verdict: 'incorrect', probability: 0.7 }) })
    const { outcome } = await judged('correct', sample, { judge })
    if (outcome.status !== 'scored') throw new Error(outcome.detail)
    expect(outcome.value).toBeCloseTo(0.3, 9)
    expect(outcome).toMatchObject({ k: 0, n: 1, label: 'incorrect', grading: 'probability', verdict_value: 0 })
  })

  it.each([
    ['the response equals the reference', { response: 'the lift opens at seven', reference }, 1, 'identical_texts'],
    ['both are one Chinese word', { response: '五味子。', reference: '五味子' }, 1, 'identical_texts'],
    ['the response is blank', { response: ' ', reference }, 0, 'blank_response'],
    ['it declines where there is an answer', { response: declines, reference }, 0, 'refusal'],
    ['it rightly declines', { response: declines, reference: 'NOT_ANSWERABLE', answerable: false }, 1, 'refusal'],
  ])('asks nobody when %s', async (_case, fields, value, rule) => {
    const judge = await fakeJudge()
    const { outcome, steps } = await judged('correct', fields, { judge })
    expect(judge.calls).toEqual([])
    expect(outcome).toMatchObject({ value, k: value, n: 1 })
    expect(ruleOf(steps, rule)).toBeDefined()
  })

  it('asks the judge when the reference itself says that the documents do not tell', async () => {
    const judge = await fakeJudge()
    const fields = { response: declines, reference: 'The documents do not mention the price.' }
    const { outcome } = await judged('correct', fields, { judge })
    expect(judge.calls).toHaveLength(1)
    expect(outcome).toMatchObject({ value: 1 })
  })

  it('is NA without a reference, and when the judge declines', async () => {
    const judge = await fakeJudge({
      settings: { asking: 'batched' },
      reply: () => 'I am sorry, I cannot judge this with the passages I was given.',
    })
    const blank = await judged('correct', { response: 'a', reference: ' ', retrieved_contexts: chunksOf() }, { judge })
    expect(blank.outcome).toMatchObject({ reason: 'missing_field' })
    expect((await judged('correct', { response: 'a' }, { judge })).outcome).toMatchObject({ reason: 'missing_field' })
    expect((await judged('correct', sample, { judge })).outcome).toMatchObject({ reason: 'judge_refused' })
  })
})
