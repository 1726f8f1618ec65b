import { describe, expect, it } from 'vitest'
import { fakeJudge } from '../judge/fake.ts'
import { chunksOf, judged, ruleOf } from './test-support/score.ts'

const five = ['one', 'two', 'three', 'four', 'five'].map((word) => `The lift number ${word} is free.`)
const sample = { response: five.join(' '), retrieved_contexts: chunksOf('All lifts but the fifth are free.', 'More.') }
const batched = { asking: 'batched', claims: 'judge' }
const claimsOf = (claims: readonly string[]) => (step: string) =>
  step === 'response_claims' ? { json: { claims } } : undefined

describe('faithfulness', () => {
  it('is the share of supported claims: 4 of 5 is 0.8, with the other classes apart and one line of arithmetic', async () => {
    const judge = await fakeJudge({
      settings: batched,
      reply: ({ step }) => claimsOf(five)(step),
      verdict: ({ text }) => (text.includes('five') ? 'contradicted' : 'supported'),
    })
    const { outcome, steps } = await judged('faithfulness', sample, { judge })
    expect(outcome).toEqual({ status: 'scored', value: 0.8, k: 4, n: 5, grading: 'verdict' })
    expect(judge.calls.map(({ step }) => step)).toEqual(['response_claims', 'claim_support'])
    expect(ruleOf(steps, 'arithmetic')).toMatchObject({
      line: '4 of 5 claims supported = 0.800, resolution 0.38-0.96',
      classes: { supported: 4, contradicted: 1 },
    })
    expect(ruleOf(steps, 'response_claims')).toMatchObject({ by: 'judge', claims: { length: 5 } })
  })

  it('is the mean probability with k of n at .5 beside it when the judge gives probabilities', async () => {
    const judge = await fakeJudge({
      settings: { asking: 'per_item' },
      verdict: ({ text }) => ({ verdict: 'supported', probability: text.includes('five') ? 0.4 : 0.9 }),
    })
    const { outcome, steps } = await judged('faithfulness', sample, { judge })
    if (outcome.status !== 'scored') throw new Error(outcome.detail)
    expect(outcome.value).toBeCloseTo((4 * 0.9 + 0.4) / 5, 9)
    expect(outcome).toMatchObject({ k: 4, n: 5, grading: 'probability', verdict_value: 0.8 })
    expect(judge.calls).toHaveLength(5)
    expect(ruleOf(steps, 'response_claims')).toMatchObject({ by: 'sentences' })
    expect(ruleOf(steps, 'arithmetic')?.line).toMatch(
      /^mean probability of supported over 5 claims = 0\.800; by words 4 of 5 claims supported = 0\.800/,
    )
  })

  it('asks again for the 2 claims of 3 that have no verdict, then is NA with the bounds that the known one leaves', async () => {
    const judge = await fakeJudge({
      settings: batched,
      reply: ({ step }) => claimsOf(five.slice(0, 3))(step) ?? '{"verdicts":[{"id":"1","verdict":"supported"}]}',
    })
    const { outcome } = await judged('faithfulness', sample, { judge })
    expect(outcome).toMatchObject({ status: 'na', reason: 'missing_verdicts', bounds: [1 / 3, 1] })
    const entailed = judge.calls.filter(({ step }) => step === 'claim_support')
    expect(entailed.map(({ asked }) => asked.form === 'batched' && asked.items.map(({ id }) => id))).toEqual([
      ['1', '2', '3'],
      ['2', '3'],
    ])
  })

  it.each([
    ['nothing was retrieved', { ...sample, retrieved_contexts: [] }, 0],
    ['only blank text was retrieved', { ...sample, retrieved_contexts: chunksOf('', ' \u200b') }, 0],
    ['the response declines', { ...sample, response: 'I could not find that in the documents.' }, 'refusal'],
    ['the response is blank', { ...sample, response: ' ' }, 'blank_response'],
    ['the response claims nothing', { ...sample, response: 'Thanks for asking!' }, 'no_claims'],
    ['nothing retrieved, nothing claimed', { response: 'Thanks for asking!', retrieved_contexts: [] }, 'no_claims'],
    ['the contexts are missing', { response: 'The lift is free.' }, 'missing_field'],
    [
      'nobody can read so much',
      { ...sample, retrieved_contexts: chunksOf('x'.repeat(4_000_001)) },
      'context_truncated',
    ],
  ])('asks nobody when %s', async (_case, fields, wanted) => {
    const judge = await fakeJudge()
    const { outcome, steps } = await judged('faithfulness', fields, { judge })
    expect(judge.calls).toEqual([])
    expect(outcome.status === 'na' ? outcome.reason : outcome.value).toBe(wanted)
    if (wanted === 0) expect(steps).toEqual([{ kind: 'rule', step: 'no_context' }])
  })

  it('goes on with the part that answers when a response both answers and declines', async () => {
    const judge = await fakeJudge()
    const response = 'The lift opens at seven. I could not find the price in the documents.'
    const { steps } = await judged('faithfulness', { ...sample, response }, { judge })
    expect(ruleOf(steps, 'response_claims')?.claims).toEqual([{ id: '1', text: 'The lift opens at seven.' }])
  })

  it('is NA when the judge finds no claim, and passes on why there is no reply', async () => {
    const none = await fakeJudge({ settings: batched, reply: () => '{"claims": []}' })
    expect((await judged('faithfulness', sample, { judge: none })).outcome).toMatchObject({ reason: 'no_claims' })
    const cut = await fakeJudge({ settings: batched, reply: () => ({ text: '{"claims": ["a', stop: 'length' }) })
    expect((await judged('faithfulness', sample, { judge: cut })).outcome).toMatchObject({ reason: 'judge_truncated' })
  })

  it('asks in the language of the response and the question, or in the one that is set', async () => {
    const zh = {
      user_input: '特休有幾天？',
      response: '滿一年有七天特休。',
      retrieved_contexts: chunksOf('滿一年七天。'),
    }
    const own = await fakeJudge()
    await judged('faithfulness', zh, { judge: own })
    expect(own.calls[0]?.request.messages.at(-1)?.content).toContain('滿一年有七天特休。')
    const english = await fakeJudge({ settings: { language: 'en' } })
    await judged('faithfulness', zh, { judge: english })
    const instructions = [own, english].map(({ calls }) => calls[0]?.request.messages[0]?.content ?? '')
    expect(instructions.map((text) => /\p{sc=Han}/u.test(text))).toEqual([true, false])
  })

  it('asks a verifier in place of the judge when there is one', async () => {
    const judge = await fakeJudge({ verifier: (claim) => (claim.includes('five') ? 0.1 : 0.95) })
    const { outcome, steps } = await judged('faithfulness', sample, { judge })
    expect(outcome).toMatchObject({ k: 4, n: 5, grading: 'probability', verdict_value: 0.8 })
    expect(ruleOf(steps, 'verifier')?.verdicts).toHaveLength(5)
  })

  it('explains every verdict by one further call that changes none', async () => {
    const judge = await fakeJudge({
      explain: true,
      reply: ({ step }) => (step === 'claim_support_reason' ? '{"reason":"said in so many words"}' : undefined),
    })
    const plain = await fakeJudge()
    const explained = await judged('faithfulness', sample, { judge })
    expect(explained.outcome).toEqual((await judged('faithfulness', sample, { judge: plain })).outcome)
    expect(judge.calls).toHaveLength(10)
    expect(ruleOf(explained.steps, 'explanations')?.reasons).toMatchObject({ '5': 'said in so many words' })
  })
})
