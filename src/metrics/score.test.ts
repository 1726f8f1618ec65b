import { describe, expect, it } from 'vitest'
import type { Outcome } from '../core/score.ts'
import { na, scored } from '../core/score.ts'
import { configureMetrics } from './configure.ts'
import { type AnyMetric, defineMetric } from './metric.ts'
import { builtInMetrics } from './registry.ts'
import { scoreSample } from './score.ts'
import { sampleOf } from './test-support/score.ts'

function custom(score: () => unknown, parts: Partial<AnyMetric> = {}): AnyMetric {
  const definition: AnyMetric = {
    name: 'mine',
    version: 1,
    stage: 'generation',
    summary: 'A metric of a user.',
    uses: [],
    direction: 'higher_is_better',
    range: [0, 1],
    scale: 'number',
    needs: [],
    score: score as AnyMetric['score'],
  }
  return { ...definition, ...parts }
}

function run(definition: AnyMetric, context = {}) {
  const [metric] = configureMetrics([definition])
  if (metric === undefined) throw new Error('no metric')
  return scoreSample(metric, sampleOf({ response: 'text' }), { refusalPhrases: [], ...context })
}

describe('scoreSample', () => {
  it('returns at once when the metric does', () => {
    expect(run(custom(() => scored(0.5)))).toEqual({ outcome: { status: 'scored', value: 0.5 }, steps: [] })
  })

  it('returns a promise when the metric waits', async () => {
    const result = run(custom(async () => scored(1)))
    expect(result).toBeInstanceOf(Promise)
    expect(await result).toMatchObject({ outcome: { value: 1 } })
  })

  it('collects the rules that fired, in order', () => {
    const metric = defineMetric({
      ...custom(() => 0),
      uses: [],
      needs: ['response'],
      score(_sample, context) {
        context.rule('first')
        context.rule('second', { seen: 2, kind: 'judge', step: 'other' })
        return scored(1)
      },
    })
    expect(run(metric)).toMatchObject({
      steps: [
        { kind: 'rule', step: 'first' },
        { kind: 'rule', step: 'second', seen: 2 },
      ],
    })
  })

  it('does not call a metric whose field is missing', () => {
    const metric = custom(
      () => {
        throw new Error('called')
      },
      { needs: ['response', 'reference'] },
    )
    expect(run(metric)).toEqual({
      outcome: { status: 'na', reason: 'missing_field', detail: 'reference is missing' },
      steps: [],
    })
  })

  it('names the group when none of several fields is there', () => {
    const metric = custom(() => scored(1), { needsAny: [['expected_sources', 'reference_context_ids']] })
    expect(run(metric)).toMatchObject({ outcome: { detail: 'expected_sources or reference_context_ids is missing' } })
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no\n luck')
      },
    ],
    [
      'throws something odd',
      () => {
        throw 'odd'
      },
    ],
    ['rejects', () => Promise.reject(new Error('no luck'))],
    ['returns nothing', () => undefined],
    ['returns a bare number', () => 0.5],
    ['returns an invented reason', () => ({ status: 'na', reason: 'lazy', detail: '' })],
    ['returns text as its value', () => ({ status: 'scored', value: '0.5' })],
    ['asks for a score of NaN', () => scored(Number.NaN)],
  ])('makes it one NA when a metric of the user %s', async (_name, score) => {
    const { outcome } = await run(custom(score))
    expect(outcome).toMatchObject({ status: 'na', reason: 'provider_error' })
    expect(outcome.status === 'na' && outcome.detail).toMatch(
      /^metric (threw: (no luck|odd|a score must)|returned no outcome)/,
    )
  })

  it.each([1.5, -0.1, Number.NaN, Infinity])('makes %d outside the range of a metric of the user NA', (value) => {
    const outcome: Outcome = { status: 'scored', value }
    expect(run(custom(() => outcome))).toMatchObject({ outcome: { status: 'na', reason: 'out_of_scale' } })
  })

  it('drops steps that could not be stored', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    const metric = defineMetric({
      ...custom(() => 0),
      uses: [],
      needs: ['response'],
      score(_sample, context) {
        context.rule('loop', loop)
        return scored(1)
      },
    })
    expect(run(metric)).toMatchObject({ outcome: { reason: 'provider_error' }, steps: [] })
  })

  it('throws for the same faults in a built-in metric, since they are bugs', () => {
    const latency = builtInMetrics.latency
    const [metric] = configureMetrics(['latency'])
    if (latency === undefined || metric === undefined) throw new Error('no metric')
    const sample = sampleOf({ latency_ms: -1 })
    expect(() => scoreSample(metric, sample, { refusalPhrases: [] })).toThrow(RangeError)
  })

  it('says which model is missing', () => {
    expect(() => run(custom(() => scored(1), { uses: ['judge'] }))).toThrow(
      expect.objectContaining({ code: 'no_judge' }),
    )
    expect(run(custom(() => scored(1), { uses: ['embeddings'] }))).toMatchObject({
      outcome: { reason: 'embeddings_missing' },
    })
  })

  it('is NA for a system error unless the metric scores errors', () => {
    const [plain, brave] = configureMetrics([
      custom(() => na('no_claims', 'x')),
      { ...custom(() => scored(1)), name: 'brave', scoresErrors: true },
    ])
    if (plain === undefined || brave === undefined) throw new Error('no metric')
    const sample = sampleOf({ error: { code: 'timeout', message: 'too slow' } })
    expect(scoreSample(plain, sample, { refusalPhrases: [] })).toMatchObject({
      outcome: { reason: 'system_error', detail: 'timeout: too slow' },
    })
    expect(scoreSample(brave, sample, { refusalPhrases: [] })).toMatchObject({ outcome: { value: 1 } })
  })
})
