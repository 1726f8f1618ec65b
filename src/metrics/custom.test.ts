import { describe, expect, it } from 'vitest'
import { scored } from '../core/score.ts'
import { readCustomMetrics } from './custom.ts'
import { defineMetric } from './metric.ts'

const length = defineMetric({
  name: 'length',
  version: 1,
  stage: 'generation',
  summary: 'Characters of the response.',
  uses: [],
  direction: 'neutral',
  range: [0, Infinity],
  scale: 'number',
  needs: ['response'],
  score: (sample) => scored(sample.response.length),
})

function refuse(exports: Record<string, unknown>): { code: string; message: string; hint: string } {
  try {
    readCustomMetrics(exports, 'metrics.ts')
  } catch (error) {
    return error as { code: string; message: string; hint: string }
  }
  throw new Error('nothing was refused')
}

describe('readCustomMetrics', () => {
  it('finds metrics among the exports, by name, in a default list or record, and each once', () => {
    const other = { ...length, name: 'other' }
    expect(readCustomMetrics({ length, helper: () => 1, LIMIT: 3, names: ['a'] }, 'm.ts')).toEqual([length])
    expect(readCustomMetrics({ default: length }, 'm.ts')).toEqual([length])
    expect(readCustomMetrics({ default: [length, other] }, 'm.ts')).toEqual([length, other])
    expect(readCustomMetrics({ length, default: { length, other } }, 'm.ts')).toEqual([length, other])
  })

  it.each<[string, Record<string, unknown>, string, RegExp, RegExp]>([
    ['a module without a metric', { helper: () => 1 }, 'no_metrics', /^metrics\.ts exports no metric$/, /defineMetric/],
    [
      'the name of a built-in metric',
      { mine: { ...length, name: 'refusal' } },
      'metric_name_taken',
      /the export "mine" is named "refusal", as a built-in metric is/,
      /name of its own/,
    ],
    [
      'two exports of one name',
      { a: length, b: { ...length } },
      'metric_name_taken',
      /the export "b" is named "length", as the export "a" is/,
      /name of its own/,
    ],
    [
      'a metric without score',
      { mine: { ...length, score: undefined } },
      'bad_metric_definition',
      /metrics\.ts: the export "mine" has no score; it must be a function/,
      /defineMetric/,
    ],
    ['a metric without range', { mine: { ...length, range: undefined } }, 'bad_metric_definition', /has no range/, /./],
    ['a range upside down', { mine: { ...length, range: [1, 0] } }, 'bad_metric_definition', /has a wrong range/, /./],
    ['a name with blanks', { mine: { ...length, name: 'my length' } }, 'bad_metric_definition', /wrong name/, /./],
    ['a name with @', { mine: { ...length, name: 'length@3' } }, 'bad_metric_definition', /wrong name/, /./],
    [
      'an unknown field in needs',
      { mine: { ...length, needs: ['responce'] } },
      'bad_metric_definition',
      /wrong needs/,
      /"responce" is no field; did you mean "response"/,
    ],
    [
      'a field that is always there',
      { mine: { ...length, needs: ['user_input'] } },
      'bad_metric_definition',
      /wrong needs/,
      /"user_input" is always present/,
    ],
  ])('refuses %s', (_name, exports, code, message, hint) => {
    const error = refuse(exports)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
  })
})
