import { describe, expect, it } from 'vitest'
import { builtInMetrics, configureMetrics, defineMetric, na, ratio, type Sample, scoreSample } from './metrics.ts'

const shortSentences = defineMetric({
  name: 'short_sentences',
  version: 1,
  stage: 'generation',
  summary: 'Share of the sentences of at most ten words.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response'],
  score(sample, context) {
    const sentences = sample.response.split('.').filter((sentence) => sentence.trim() !== '')
    const short = sentences.filter((sentence) => sentence.trim().split(/\s+/).length <= 10)
    context.rule('short', { short })
    return ratio(short.length, sentences.length, na('no_claims', 'there is no sentence'))
  },
})

const sample: Sample = {
  configuration: 'base',
  test_case_id: 'q1',
  repeat: 1,
  user_input: 'When?',
  answerable: true,
  tags: {},
  response: 'At nine. On weekdays it is open from nine in the morning until five in the afternoon.',
}

describe('ragstone/metrics', () => {
  it('is enough to define a metric of one’s own, configure it beside built-in ones and score, without a run', () => {
    const metrics = configureMetrics(['short_sentences', 'refusal'], { custom: [shortSentences] })
    const scores = metrics.map((metric) => scoreSample(metric, sample, { refusalPhrases: [] }))
    expect(scores).toMatchObject([
      {
        outcome: { status: 'scored', value: 0.5, k: 1, n: 2 },
        steps: [{ kind: 'rule', step: 'short', short: ['At nine'] }],
      },
      { outcome: { value: 1, label: 'answered' } },
    ])
    expect(Object.keys(builtInMetrics)).toContain('hit_rate')
  })
})
