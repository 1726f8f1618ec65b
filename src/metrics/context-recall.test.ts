import { describe, expect, it } from 'vitest'
import { fakeJudge } from '../judge/fake.ts'
import { chunksOf, judged, ruleOf } from './test-support/score.ts'

const claims = ['The lift opens at seven.', 'A ticket costs three euro.', 'Dogs may ride along.']
const reference = claims.join(' ')
const retrieved_contexts = chunksOf('The hall is blue.', 'The lift opens at 7.', 'A ticket is three euro.')
const sample = { reference, retrieved_contexts }
const batched = { asking: 'batched' }

describe('context_recall', () => {
  it('is the share of reference claims that can be attributed, 2 of 3 = 0.667, each with its text', async () => {
    const judge = await fakeJudge({
      settings: { ...batched, claims: 'judge' },
      reply: ({ step }) => (step === 'reference_claims' ? { json: { claims } } : undefined),
      verdict: ({ id }) =>
        id === '3'
          ? { verdict: 'not_attributed', fields: { chunk: null } }
          : { verdict: 'attributed', fields: { chunk: Number(id) + 1 } },
    })
    const { outcome, steps } = await judged('context_recall', sample, { judge })
    expect(outcome).toMatchObject({ value: 2 / 3, k: 2, n: 3, grading: 'verdict' })
    expect(judge.calls.map(({ step }) => step)).toEqual(['reference_claims', 'attribution'])
    expect(steps.find(({ step }) => step === 'attribution')?.verdicts).toMatchObject([
      { id: '1', fields: { chunk: 2 } },
      { id: '2', fields: { chunk: 3 } },
      { id: '3', fields: { chunk: null } },
    ])
    expect(ruleOf(steps, 'arithmetic')?.line).toContain('2 of 3 reference claims attributed = 0.667')
  })

  it('asks for the claims of a reference once, whatever was retrieved and answered', async () => {
    const judge = await fakeJudge({ settings: { ...batched, claims: 'judge' } })
    await judged('context_recall', { ...sample, response: '特休有七天。' }, { judge })
    await judged('context_recall', { ...sample, response: 'b', retrieved_contexts: chunksOf('Other.') }, { judge })
    expect(judge.calls.map(({ step }) => step)).toEqual(['reference_claims', 'attribution', 'attribution'])
  })

  it('says when a text number is none of the list, and understands numbers in words', async () => {
    const judge = await fakeJudge({
      settings: { ...batched, claims: 'sentences' },
      verdict: ({ id }) => ({ verdict: 'attributed', fields: { chunk: id === '1' ? 9 : `Passage ${id}` } }),
    })
    const { outcome, steps } = await judged('context_recall', sample, { judge })
    expect(outcome).toMatchObject({ value: 1, k: 3, n: 3 })
    expect(ruleOf(steps, 'unknown_chunks')).toMatchObject({ claims: ['1'] })
    expect(steps.find(({ step }) => step === 'attribution')?.verdicts).toMatchObject([
      {},
      { fields: { chunk: 2 } },
      { fields: { chunk: 3 } },
    ])
  })

  it('asks one by one whether the texts support each claim, and finds the text that carries it by shared words', async () => {
    const judge = await fakeJudge({
      settings: { asking: 'per_item' },
      verdict: ({ text }) => ({ verdict: text.includes('Dogs') ? 'not_mentioned' : 'supported', probability: 0.8 }),
    })
    const { outcome, steps } = await judged('context_recall', sample, { judge })
    if (outcome.status !== 'scored') throw new Error(outcome.detail)
    expect(outcome.value).toBeCloseTo((0.8 + 0.8 + 0.1) / 3, 9)
    expect(outcome).toMatchObject({ k: 2, n: 3, grading: 'probability', verdict_value: 2 / 3 })
    expect(ruleOf(steps, 'carried_by_shared_words')).toMatchObject({ chunks: { 1: '2', 2: '3' } })
    expect(judge.calls).toHaveLength(3)
  })

  it('is asked of a verifier when there is one', async () => {
    const judge = await fakeJudge({ settings: batched, verifier: (claim) => (claim.includes('Dogs') ? 0.2 : 0.9) })
    expect((await judged('context_recall', sample, { judge })).outcome).toMatchObject({ k: 2, n: 3 })
  })

  it('is NA with bounds when verdicts are missing', async () => {
    const judge = await fakeJudge({
      settings: { ...batched, claims: 'sentences' },
      reply: () => '{"verdicts":[{"id":1,"chunk":2,"verdict":"attributed"}]}',
    })
    const { outcome } = await judged('context_recall', sample, { judge })
    expect(outcome).toMatchObject({ reason: 'missing_verdicts', bounds: [1 / 3, 1] })
  })

  it.each([
    ['nothing was retrieved', { reference, retrieved_contexts: [] }, 0],
    ['only blank text was retrieved', { reference, retrieved_contexts: chunksOf(' ') }, 0],
    ['the reference claims nothing', { reference: 'Thanks for asking!', retrieved_contexts: [] }, 'no_claims'],
    ['the reference claims nothing, by sentences', { reference: 'Hello!', retrieved_contexts }, 'no_claims'],
    ['the reference is blank', { reference: '', retrieved_contexts }, 'missing_field'],
    ['the reference is missing', { retrieved_contexts }, 'missing_field'],
    ['the case has no answer', { ...sample, answerable: false }, 'not_applicable'],
  ])('asks nobody when %s', async (_case, fields, wanted) => {
    const judge = await fakeJudge()
    const { outcome } = await judged('context_recall', fields, { judge })
    expect(judge.calls).toEqual([])
    expect(outcome.status === 'na' ? outcome.reason : outcome.value).toBe(wanted)
  })
})
