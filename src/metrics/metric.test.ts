import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scored } from '../core/score.ts'
import { type AnyMetric, defineMetric, versionWith } from './metric.ts'
import { builtInMetrics } from './registry.ts'

const parts = {
  name: 'typed',
  version: 1,
  stage: 'generation',
  summary: 'Only for its types.',
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
} as const

describe('defineMetric', () => {
  it('lets score read what it needs and nothing else: the rest does not compile', () => {
    const metrics: AnyMetric[] = [
      defineMetric({
        ...parts,
        uses: [],
        needs: ['response', 'retrieved_contexts'],
        score(sample, context) {
          const present: number = sample.response.length + sample.retrieved_contexts.length + sample.user_input.length
          // @ts-expect-error reference is not listed in needs
          const unlisted: unknown = sample.reference
          // @ts-expect-error usage is not listed in needs
          const { usage } = sample
          // @ts-expect-error judge is not listed in uses
          const asked: unknown = () => context.judge.ask({})
          // @ts-expect-error it takes no options
          const option: number = context.options.threshold
          return scored([present, unlisted, usage, asked, option].length)
        },
      }),
      defineMetric({
        ...parts,
        uses: ['judge'],
        needs: [],
        needsAny: [['expected_sources', 'reference_context_ids']],
        reads: ['rubrics'],
        options: z.strictObject({ threshold: z.number().default(0.5) }),
        async score(sample, context) {
          const optional: string[] | undefined = sample.expected_sources ?? sample.reference_context_ids
          const read: Record<string, string> | undefined = sample.rubrics
          const threshold: number = context.options.threshold
          const fingerprint: string = context.judge.fingerprint
          // @ts-expect-error a field of needsAny may be absent
          const count: unknown = () => sample.expected_sources.length
          // @ts-expect-error embeddings is not listed in uses
          const embedded: unknown = () => context.embeddings.fingerprint
          return scored([optional, read, threshold, fingerprint, count, embedded].length)
        },
      }),
      // @ts-expect-error responce is no field
      defineMetric({ ...parts, uses: [], needs: ['responce'], score: () => scored(1) }),
      // @ts-expect-error a number is no outcome
      defineMetric({ ...parts, uses: [], needs: [], score: () => 1 }),
    ]
    expect(metrics).toHaveLength(4)
  })
})

describe('versionWith', () => {
  const refusal = builtInMetrics.refusal as AnyMetric

  it('is the plain version without options, whatever k', () => {
    expect(versionWith(refusal, {})).toBe('1')
    expect(versionWith(refusal, { k: 3 })).toBe('1')
  })

  it('does not depend on the order of options', () => {
    expect(versionWith(refusal, { a: 1, b: 2 })).toBe(versionWith(refusal, { b: 2, a: 1 }))
    expect(versionWith(refusal, { a: 1 })).toMatch(/^1\+[0-9a-f]{8}$/)
  })
})
