import { expect, it } from 'vitest'
import { fakeJudge } from '../../judge/fake.ts'
import { chunksOf, judged } from '../test-support/score.ts'

it('explains a verdict with the word that was answered, also of another list than the first', async () => {
  const judge = await fakeJudge({
    explain: true,
    settings: { claims: 'sentences' },
    verdict: () => 'contradicted',
    reply: ({ asked }) =>
      asked.form === 'single' && Object.values<string>(asked.words).includes('false')
        ? { text: 'false', first_token: [{ token: '\uFFFD', logprob: -0.1 }] }
        : undefined,
  })
  const sample = { response: 'The lift opens at seven.', retrieved_contexts: chunksOf('The lift opens at eight.') }
  const { outcome } = await judged('faithfulness', sample, { judge })
  expect(outcome).toMatchObject({ status: 'scored', verdict_value: 0 })
  const [explained] = judge.calls.filter(({ step }) => step.endsWith('_reason'))
  expect(explained?.request.messages[0]?.content).toContain('Answer "yes" if')
  expect(explained?.request.messages.at(-1)?.content).toContain('The answer was "no".')
})
