import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { na, scored } from '../core/score.ts'
import { clusterBootstrap } from '../stats/cluster-bootstrap.ts'
import { clusterTotals } from '../stats/cluster-totals.ts'
import { wilson } from '../stats/wilson.ts'
import { parseGate } from './gate.ts'
import { checkGates, exitCodeOf } from './gates.ts'
import { seedOf } from './interval-of.ts'
import type { Summary } from './run-report.ts'
import type { ScoreRow } from './score-row.ts'
import { createSummarizer } from './summarize.ts'
import { metric, row, run } from './test-support/records.ts'

const FAULTS = join(import.meta.dirname, '..', '..', '..', 'shared', 'cases', 'reported-faults.jsonl')

const BINARY = metric('hit_rate@3', { scale: 'binary', stage: 'retrieval' })
const RATIO = metric('faithfulness')

function summarize(rows: ScoreRow[], metrics = [BINARY, RATIO], configurations = ['base']): Summary[] {
  const summarizer = createSummarizer(run(configurations, metrics))
  for (const one of rows) summarizer.add(one)
  return summarizer.finish()
}

function only(rows: ScoreRow[], one = RATIO): Summary {
  const [summary] = summarize(rows, [one])
  if (summary === undefined) throw new Error('no summary')
  return summary
}

describe('createSummarizer', () => {
  it('gives a 0/1 metric with one row a question the Wilson interval', () => {
    const rows = Array.from({ length: 10 }, (_, i) => row('base', `q${i}`, 'hit_rate@3', i < 3 ? 1 : 0))
    const expected = wilson(3, 10)
    expect(only(rows, BINARY)).toMatchObject({ ...expected, interval_method: 'wilson', n_scored: 10, n_total: 10 })
  })

  it('gives a 0/1 metric with repeats the bootstrap by question, wider than Wilson over rows', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row('base', `q${i % 10}`, 'hit_rate@3', i % 10 < 3 ? 1 : 0, i))
    const summary = only(rows, BINARY)
    const rowsAlone = wilson(12, 40)
    expect(summary).toMatchObject({ value: 0.3, interval_method: 'cluster_bootstrap' })
    expect((summary.high ?? 0) - (summary.low ?? 0)).toBeGreaterThan((rowsAlone.high ?? 0) - (rowsAlone.low ?? 0))
  })

  it('counts each question once when the repeats of a 0/1 metric never differ', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row('base', `q${i % 10}`, 'hit_rate@3', 1, i))
    expect(only(rows, BINARY)).toMatchObject({ ...wilson(10, 10), interval_method: 'wilson', n_scored: 40 })
  })

  it('gives ratios the cluster bootstrap of stats, seeded by metric and configuration', () => {
    const values = [0.2, 1, 0.5, 0.75, 0.6, 0.9, 0.1, 1]
    const expected = clusterBootstrap(clusterTotals(values.map((value) => [value])), {
      seed: seedOf(1, 'faithfulness', 'base'),
    })
    const summary = only(values.map((value, i) => row('base', `q${i}`, 'faithfulness', value)))
    expect(summary).toMatchObject({ value: expected.value, low: expected.low, high: expected.high })
    expect(summary.interval_method).toBe('cluster_bootstrap')
  })

  it('gives the same digits whatever the order of rows and whichever other metrics take part', () => {
    const rows = Array.from({ length: 36 }, (_, i) =>
      row('base', `q${i % 12}`, 'faithfulness', ((i * 7) % 11) / 11, Math.floor(i / 12) + 1),
    )
    const alone = only(rows)
    const others = Array.from({ length: 9 }, (_, i) => row('base', `z${i}`, 'hit_rate@3', i % 2))
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows, ...others], { minLength: rows.length + others.length }), (shuffled) => {
        expect(summarize(shuffled).find((one) => one.metric === 'faithfulness')).toEqual(alone)
      }),
      { numRuns: 20 },
    )
  })

  it('keeps the order of the run: configurations, then metrics', () => {
    const summaries = summarize([row('b', 'q', 'faithfulness', 1)], [BINARY, RATIO], ['b', 'a'])
    expect(summaries.map((one) => [one.configuration, one.metric])).toEqual([
      ['b', 'hit_rate@3'],
      ['b', 'faithfulness'],
      ['a', 'hit_rate@3'],
      ['a', 'faithfulness'],
    ])
  })

  it('says why there is no value when everything is NA, and when nothing was evaluated', () => {
    const rows = Array.from({ length: 36 }, (_, i) => row('base', `q${i}`, 'faithfulness', 'NA:missing_field'))
    expect(only(rows)).toMatchObject({
      value: null,
      low: null,
      high: null,
      interval_method: null,
      n_scored: 0,
      n_total: 36,
      worst_case: 0,
      reason: 'all 36 NA: missing field 36',
    })
    expect(only([])).toMatchObject({ value: null, n_total: 0, worst_case: null, reason: 'not evaluated yet' })
  })

  it('counts missing fields by name, and says the reason as a code', () => {
    const rows = [
      row('base', 'a', 'faithfulness', na('missing_field', 'reference is missing')),
      row('base', 'b', 'faithfulness', na('missing_field', 'reference is blank')),
      row('base', 'c', 'faithfulness', na('missing_field', 'response is missing')),
    ]
    expect(only(rows)).toMatchObject({
      na: { missing_field: 3 },
      na_fields: { reference: 2, response: 1 },
      reason: 'all 3 NA: missing field 3 (reference 2, response 1)',
      reason_code: 'all_na',
    })
    expect(only([])).toMatchObject({ reason_code: 'not_evaluated' })
  })

  it('keeps NA out of the mean and counts it by reason, the commonest first', () => {
    const summary = only([
      row('base', 'a', 'faithfulness', 'NA:timeout'),
      row('base', 'b', 'faithfulness', 0.5),
      row('base', 'c', 'faithfulness', 'NA:refusal'),
      row('base', 'd', 'faithfulness', 'NA:refusal'),
    ])
    expect(summary).toMatchObject({ value: 0.5, n_scored: 1, n_total: 4, na: { refusal: 2, timeout: 1 } })
    expect(Object.keys(summary.na)).toEqual(['refusal', 'timeout'])
  })

  it('counts every NA at the bad end of the range in the worst case, except where nothing applied', () => {
    const rows = [
      row('base', 'a', 'm', 0.8),
      row('base', 'b', 'm', 'NA:timeout'),
      row('base', 'c', 'm', 'NA:not_applicable'),
    ]
    expect(only(rows, metric('m')).worst_case).toBe(0.4)
    expect(only(rows, metric('m', { direction: 'lower_is_better' })).worst_case).toBe(0.9)
    expect(only(rows, metric('m', { direction: 'lower_is_better', range: [0, null] })).worst_case).toBeNull()
    expect(only(rows, metric('m', { direction: 'neutral' })).worst_case).toBeNull()
  })

  it('takes a refusal or a missing reference on an unanswerable case for no gap', () => {
    const summarizer = createSummarizer(run(['base'], [RATIO]), { isAnswerable: (id) => !id.startsWith('u') })
    const rows = [
      row('base', 'a1', 'faithfulness', 0.5),
      row('base', 'a2', 'faithfulness', 'NA:refusal'),
      row('base', 'u1', 'faithfulness', 'NA:refusal'),
      row('base', 'u2', 'faithfulness', 'NA:missing_field'),
      row('base', 'u3', 'faithfulness', 'NA:timeout'),
    ]
    for (const one of rows) summarizer.add(one)
    const summaries = summarizer.finish()
    expect(summaries).toMatchObject([{ n_scored: 1, n_total: 5, n_inapplicable: 2, worst_case: 0.5 / 3 }])
    expect(checkGates([parseGate('faithfulness >= 0.5 coverage 0.3')], summaries)[0]?.detail).toContain(
      '1 of 5 scored, 2 not applicable',
    )
  })

  it('has the mean of ratios as value and sum k / sum n beside it', () => {
    const outcomes = [scored(0.5, { k: 1, n: 2 }), scored(0.75, { k: 3, n: 4 }), na('no_claims', 'none')]
    const summary = only(outcomes.map((outcome, i) => row('base', `q${i}`, 'faithfulness', outcome)))
    expect(summary).toMatchObject({ value: 0.625, pooled: { k: 4, n: 6 } })
    expect(only([row('base', 'q', 'faithfulness', 0.5)]).pooled).toBeNull()
  })

  it('gives no interval, with the reason, for one question and for equal values', () => {
    expect(only([row('base', 'q', 'faithfulness', 0.5)])).toMatchObject({
      value: 0.5,
      low: null,
      interval_method: null,
      reason: 'no interval: only one question',
    })
    expect(only(['a', 'b', 'c'].map((id) => row('base', id, 'faithfulness', 1)))).toMatchObject({
      value: 1,
      low: null,
      high: null,
      reason: 'no interval: every question has the same value',
    })
  })

  it('takes the large-sample interval above 10,000 questions, in well under a second and within the range', () => {
    const summarizer = createSummarizer(run(['base'], [RATIO]))
    for (let i = 0; i < 100_000; i++) summarizer.add(row('base', `q${i}`, 'faithfulness', i === 0 ? 0.5 : 1))
    const started = performance.now()
    const [summary] = summarizer.finish()
    expect(performance.now() - started).toBeLessThan(2000)
    expect(summary?.interval_method).toBe('cluster_robust')
    expect(summary?.high).toBeLessThanOrEqual(1)
    expect(summary?.low ?? 2).toBeLessThan(summary?.value ?? 0)
  })

  it('leaves out rows of metrics and configurations that the run does not have', () => {
    const summaries = summarize([row('other', 'q', 'faithfulness', 1), row('base', 'q', 'other', 1)])
    expect(summaries.every((one) => one.n_total === 0)).toBe(true)
  })

  it.skipIf(!existsSync(FAULTS))('never shows a mean without its coverage (reported fault bl-29)', () => {
    const fault = readFileSync(FAULTS, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .find((one) => one.id === 'bl-29')
    const reasons: Record<string, `NA:${'timeout' | 'judge_refused' | 'judge_truncated'}`> = {
      'NA:timeout': 'NA:timeout',
      'NA:judge_refused': 'NA:judge_refused',
      'NA:truncated': 'NA:judge_truncated',
    }
    const results: (number | string)[] = fault.input.sample_results
    const rows = results.map((result, i) =>
      row(
        'base',
        `q${i}`,
        'faithfulness',
        typeof result === 'number' ? result : (reasons[result] ?? 'NA:system_error'),
      ),
    )
    const summary = only(rows)
    const { expected, input } = fault
    expect(summary).toMatchObject({
      value: expected.mean,
      n_scored: expected.n_scored,
      n_total: expected.n_total,
      na: { timeout: expected.na_by_reason.timeout, judge_refused: 1, judge_truncated: 1 },
    })
    expect(summary.n_scored / summary.n_total).toBe(expected.coverage)
    const gate = parseGate(`${input.gate.metric} >= ${input.gate.min} coverage ${input.gate.min_coverage}`)
    const gates = checkGates([gate], [summary])
    expect(gates[0]?.state).toBe(expected.gate)
    expect(exitCodeOf({ gates, progress: [] })).toBe(101)
    expect(only(rows.map((one) => ({ ...one, outcome: na('timeout', 'slow') })))).toMatchObject({
      value: null,
      reason: 'all 10 NA: timeout 10',
    })
  })
})

describe('a metric that a judge scored', () => {
  const JUDGED = metric('faithfulness', { judge: 'ollama:m#1' })
  const CORRECT = metric('correct', { judge: 'ollama:m#1', scale: 'binary' })
  const graded = (value: number, k: number, n: number) =>
    scored(value, { k, n, grading: 'probability', verdict_value: k / n })

  it('has the mean of probabilities as value and the mean of the words beside it', () => {
    const rows = [graded(0.8, 1, 2), graded(0.4, 0, 2), graded(0.9, 2, 2)].map((one, i) =>
      row('base', `q${i}`, 'faithfulness', one),
    )
    const summary = only(rows, JUDGED)
    expect(summary).toMatchObject({ grading: 'probability', verdict_value: 0.5, pooled: { k: 3, n: 6 } })
    expect(summary.value).toBeCloseTo(0.7, 12)
  })

  it('counts a score that a rule made alike in both forms', () => {
    const rows = [graded(0.8, 1, 1), scored(0, { k: 0, n: 3 })].map((one, i) =>
      row('base', `q${i}`, 'faithfulness', one),
    )
    expect(only(rows, JUDGED)).toMatchObject({ grading: 'probability', value: 0.4, verdict_value: 0.5 })
  })

  it("gives the words of a 0/1 metric Wilson's interval, and its probabilities the bootstrap", () => {
    const rows = Array.from({ length: 10 }, (_, i) =>
      row('base', `q${i}`, 'correct', graded(i < 3 ? 0.7 + i / 100 : 0.1, i < 3 ? 1 : 0, 1)),
    )
    const { low, high } = wilson(3, 10)
    expect(only(rows, CORRECT)).toMatchObject({
      interval_method: 'cluster_bootstrap',
      verdict_value: 0.3,
      verdict_low: low,
      verdict_high: high,
    })
  })

  it("gives the verdict form of a 0/1 metric Wilson's interval as any other", () => {
    const rows = Array.from({ length: 10 }, (_, i) =>
      row('base', `q${i}`, 'correct', scored(i < 3 ? 1 : 0, { k: i < 3 ? 1 : 0, n: 1, grading: 'verdict' })),
    )
    const expected = wilson(3, 10)
    expect(only(rows, CORRECT)).toMatchObject({
      ...expected,
      interval_method: 'wilson',
      grading: 'verdict',
      verdict_value: 0.3,
      verdict_low: expected.low,
    })
  })

  it('says when forms are mixed, and has no figure by words where a score has none', () => {
    const rows = [graded(0.8, 1, 1), scored(0.5, { k: 1, n: 2, grading: 'verdict' })]
    const mixed = rows.map((one, i) => row('base', `q${i}`, 'faithfulness', one))
    expect(only(mixed, JUDGED)).toMatchObject({ grading: 'mixed', verdict_value: 0.75 })
    const wordless = [...mixed, row('base', 'q9', 'faithfulness', scored(0.3, { grading: 'probability' }))]
    expect(only(wordless, JUDGED)).toMatchObject({ grading: 'mixed', verdict_value: null, verdict_low: null })
  })

  it('has no form where nothing was judged, nor where no judge is asked', () => {
    expect(only([row('base', 'q1', 'faithfulness', scored(0))], JUDGED).grading).toBeUndefined()
    expect(only([row('base', 'q1', 'faithfulness', scored(1))], RATIO)).not.toHaveProperty('verdict_value')
  })
})
