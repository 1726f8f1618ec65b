import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scored } from '../core/score.ts'
import { configureMetrics, type MetricRequest } from './configure.ts'
import { defineMetric } from './metric.ts'
import { promptsVersion } from './prompts/version.ts'
import { builtInMetrics } from './registry.ts'

const tone = defineMetric({
  name: 'tone',
  version: 2,
  stage: 'generation',
  summary: 'Whether the response is friendly.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['response'],
  options: z.object({ word: z.string().default('please'), strict: z.boolean() }),
  score: (sample, { options }) => scored(sample.response.includes(options.word) ? 1 : 0),
})

function refuse(entries: MetricRequest[]): { code: string; message: string; hint: string } {
  try {
    configureMetrics(entries, { custom: [tone] })
  } catch (error) {
    return error as { code: string; message: string; hint: string }
  }
  throw new Error('nothing was refused')
}

describe('configureMetrics', () => {
  it('reads names, names with k, names with options and definitions', () => {
    const metrics = configureMetrics(['mrr', 'ndcg@10', { hit_rate: { k: 3 } }, { tone: { strict: true } }], {
      custom: [tone],
    })
    expect(metrics.map(({ name, version, options, given }) => ({ name, version, options, given }))).toEqual([
      { name: 'mrr', version: '1', options: {}, given: {} },
      { name: 'ndcg@10', version: '1', options: { k: 10 }, given: { k: 10 } },
      { name: 'hit_rate@3', version: '1', options: { k: 3 }, given: { k: 3 } },
      {
        name: 'tone',
        version: expect.stringMatching(/^2\+[0-9a-f]{8}$/) as string,
        options: { strict: true, word: 'please' },
        given: { strict: true },
      },
    ])
  })

  it('takes a definition as it is', () => {
    const plain = defineMetric({ ...tone, name: 'plain', options: z.strictObject({}), score: () => scored(1) })
    expect(configureMetrics([plain])).toMatchObject([{ name: 'plain', version: '2', options: {}, given: {} }])
  })

  it('gives every built-in metric its defaults', () => {
    const names = Object.keys(builtInMetrics)
    expect(configureMetrics(names).map((metric) => metric.name)).toEqual(names)
  })

  it('knows another version by options that change something, and by these alone', () => {
    const version = (entry: MetricRequest) => configureMetrics([entry])[0]?.version
    expect(version({ string_similarity: { distance_measure: 'levenshtein' } })).toBe(version('string_similarity'))
    expect(version({ string_similarity: { distance_measure: 'jaro' } })).not.toBe(version('string_similarity'))
    expect(version('hit_rate@3')).toBe(version('hit_rate@5'))
  })

  it('counts refusal phrases as part of the version of the metrics that read them', () => {
    const version = (name: string, refusalPhrases: string[]) => configureMetrics([name], { refusalPhrases })[0]?.version
    for (const name of ['refusal', 'k_precision', 'citation_presence']) {
      expect(version(name, ['no comment'])).not.toBe(version(name, []))
      expect(version(name, ['a', 'b'])).toBe(version(name, ['b', 'a']))
    }
    expect(version('mrr', ['no comment'])).toBe(version('mrr', []))
  })

  it.each<[string, MetricRequest[], string, RegExp, RegExp]>([
    ['an unknown name', ['hit_rat@3'], 'unknown_metric', /unknown metric "hit_rat@3"/, /did you mean "hit_rate"/],
    ['a name of an object method', ['constructor'], 'unknown_metric', /"constructor"/, /known: /],
    ['a misspelt custom metric', ['tones'], 'unknown_metric', /"tones"/, /"tone"/],
    [
      'k where there is none',
      ['refusal@3'],
      'bad_metric_k',
      /refusal takes no @k/,
      /write refusal; metrics with @k: hit_rate/,
    ],
    ['k of zero', ['hit_rate@0'], 'bad_metric_k', /k must be a whole number from 1, not "0"/, /hit_rate@3/],
    ['no k after @', ['hit_rate@'], 'bad_metric_k', /not ""/, /hit_rate@3/],
    ['a fraction as k', ['hit_rate@2.5'], 'bad_metric_k', /not "2.5"/, /hit_rate@3/],
    ['two @', ['hit_rate@3@5'], 'bad_metric_k', /not "3@5"/, /hit_rate@3/],
    ['a wrong k as an option', [{ hit_rate: { k: -1 } }], 'bad_metric_k', /not "-1"/, /hit_rate@3/],
    ['two different k', [{ 'hit_rate@3': { k: 5 } }], 'bad_metric_k', /another k \(5\)/, /write hit_rate/],
    [
      'an unknown option',
      [{ bleu: { lower_case: true } }],
      'unknown_metric_option',
      /bleu has no option "lower_case"/,
      /"lowercase"/,
    ],
    [
      'an option where there are none',
      [{ latency: { unit: 's' } }],
      'unknown_metric_option',
      /"unit"/,
      /takes no options/,
    ],
    [
      'a wrong value',
      [{ chrf: { beta: 'two' } }],
      'bad_metric_option',
      /^chrf\.beta: .*number/,
      /options of chrf: .*beta/,
    ],
    ['a missing option', ['tone'], 'bad_metric_option', /^tone\.strict: /, /strict/],
    [
      'a broken pattern',
      [{ citation_presence: { pattern: '[' } }],
      'bad_metric_option',
      /regular expression/,
      /pattern/,
    ],
    ['the same metric twice', ['mrr', 'mrr'], 'duplicate_metric', /"mrr" is listed twice/, /another k/],
    ['the same k twice', ['hit_rate@3', { hit_rate: { k: 3 } }], 'duplicate_metric', /"hit_rate@3"/, /another k/],
    [
      'two metrics in one entry',
      [{ mrr: {}, map: {} }],
      'bad_metric',
      /names 2 metrics \(mrr, map\)/,
      /entry of its own/,
    ],
    [
      'criteria',
      [{ name: 'kind', criteria: { kind: '0-10' } }],
      'unsupported_metric',
      /"kind".*not part of this version yet/,
      /defineMetric/,
    ],
  ])('refuses %s', (_name, entries, code, message, hint) => {
    const error = refuse(entries)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
  })
})

describe('the version of a metric that asks a judge', () => {
  it('holds that of the prompts, so that other wordings are another metric', () => {
    expect(configureMetrics(['faithfulness'])[0]?.version).toBe(`1.${promptsVersion()}`)
    expect(promptsVersion()).toMatch(/^[0-9a-f]{6}$/)
    expect(configureMetrics([{ context_precision: { chunks_per_call: 4 } }])[0]?.version).toMatch(
      new RegExp(`^1\\.${promptsVersion()}\\+[0-9a-f]{8}$`),
    )
  })

  it('is the plain number where no judge is asked', () => {
    expect(configureMetrics(['k_precision'])[0]?.version).toMatch(/^\d+$/)
  })
})
