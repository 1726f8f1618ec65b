import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkDefinition } from './definition.ts'
import { optionNames } from './options.ts'
import { builtInMetrics, isBuiltIn } from './registry.ts'
import { chunksOf, sampleOf } from './test-support/score.ts'

const here = import.meta.dirname
const entries = Object.entries(builtInMetrics)

describe('the built-in metrics', () => {
  it('are those of the specification', () => {
    const wanted =
      'hit_rate recall precision ndcg mrr map bpref id_context_precision id_context_recall text_context_precision ' +
      'text_context_recall k_precision token_recall token_f1 exact_match string_presence string_similarity bleu rouge_l ' +
      'rouge_1 chrf refusal citation_presence quoted_spans latency tokens cost faithfulness answer_relevancy ' +
      'context_precision context_recall correct'
    expect(Object.keys(builtInMetrics).sort()).toEqual(wanted.split(' ').sort())
  })

  it.each(entries)('%s has a whole definition, a file of its name and a test beside it', (name, metric) => {
    checkDefinition(metric, name)
    const file = name.replaceAll('_', '-')
    expect([existsSync(`${here}/${file}.ts`), existsSync(`${here}/${file}.test.ts`)]).toEqual([true, true])
    expect(metric.summary).toMatch(/^[A-Z].*\.$/)
    expect(isBuiltIn(metric)).toBe(true)
    expect(isBuiltIn({ ...metric })).toBe(false)
  })

  it.each(entries)(
    '%s says what it asks and what that costs elsewhere exactly when it asks a judge',
    (_name, metric) => {
      const asks = metric.uses.includes('judge')
      expect([metric.asks !== undefined, metric.naiveCalls !== undefined]).toEqual([asks, asks])
    },
  )

  it('of the four main metrics cost 6 calls a row and one a chunk when nothing is shared', () => {
    const sample = sampleOf({ retrieved_contexts: chunksOf('a', 'b', 'c', 'd') })
    const names = ['faithfulness', 'answer_relevancy', 'context_recall', 'context_precision']
    const calls = names.map((name) => builtInMetrics[name]?.naiveCalls?.(sample) ?? Number.NaN)
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(6 + 4)
  })

  it.each(entries)('%s takes no options by default, and k exactly when it can be written name@k', (_name, metric) => {
    expect(optionNames(metric)?.includes('k')).toBe(metric.atK === true)
    if (metric.options !== undefined) expect(metric.options.safeParse({}).success).toBe(true)
    if (metric.scale === 'binary') expect(metric.range).toEqual([0, 1])
  })
})
