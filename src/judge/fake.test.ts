import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Step } from '../core/score.ts'
import { fakeJudge } from './fake.ts'
import { colours } from './test-support/colours.ts'

describe('fakeJudge', () => {
  it('answers a closed question by the rule for verdicts, with probabilities, one call an item', async () => {
    const judge = await fakeJudge({
      verdict: ({ text }) => (text === 'red' ? { verdict: 'warm', probability: 0.9 } : 'cold'),
    })
    const steps: Step[] = []
    const answer = await judge.recording((step) => steps.push(step)).verdicts(colours(['red', 'blue']))
    expect(answer).toMatchObject({ ok: true, grading: 'probability' })
    expect(answer.ok && answer.verdicts.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['1', 'warm'],
      ['2', 'cold'],
    ])
    expect(answer.ok && answer.verdicts[0]?.probabilities?.warm).toBeCloseTo(0.9)
    expect(judge.calls.map(({ step, asked }) => [step, asked.form])).toEqual([
      ['colours', 'single'],
      ['colours', 'single'],
    ])
    expect(steps).toHaveLength(2)
  })

  it('answers many items in one call when it is asked in batches', async () => {
    const judge = await fakeJudge({
      settings: { asking: 'batched' },
      verdict: () => ({ verdict: 'cold', reason: 'It is blue.' }),
    })
    const answer = await judge.recording(() => {}).verdicts(colours(['sky', 'sea']))
    expect(answer).toEqual({
      ok: true,
      grading: 'verdict',
      verdicts: [
        { id: '1', verdict: 'cold', reason: 'It is blue.' },
        { id: '2', verdict: 'cold', reason: 'It is blue.' },
      ],
    })
    expect(judge.calls).toHaveLength(1)
  })

  it('answers a free question with its typical answer, or with the reply given', async () => {
    const question = {
      step: 'names',
      prompt: 'Name them.',
      schema: z.object({ names: z.array(z.string()) }),
      typical: { names: ['Ann'] },
    }
    const typical = await fakeJudge()
    expect(await typical.recording(() => {}).ask(question)).toEqual({ ok: true, value: { names: ['Ann'] } })
    const scripted = await fakeJudge({ reply: () => ({ json: { names: ['Bob'] } }) })
    expect(await scripted.recording(() => {}).ask(question)).toEqual({ ok: true, value: { names: ['Bob'] } })
  })

  it('fails as it is told', async () => {
    const judge = await fakeJudge({ fault: () => 'timeout' })
    const answer = await judge.recording(() => {}).verdicts(colours(['red']))
    expect(answer).toMatchObject({ ok: false, reason: 'timeout', known: [] })
  })

  it('has a verifier when it is told what that says', async () => {
    const judge = await fakeJudge({ verifier: (claim, text) => (text.includes(claim) ? 0.8 : 0.1) })
    const { verifier } = judge.recording(() => {})
    const answer = await verifier?.supports({ text: 'It opens at nine. Nobody waits.', claim: 'It opens at nine.' })
    expect(answer).toEqual({ ok: true, value: { supported: true, probability: expect.closeTo(0.8) } })
    const other = await verifier?.supports({ text: 'It opens at nine.', claim: 'It is closed.' })
    expect(other).toMatchObject({ ok: true, value: { supported: false } })
  })
})
