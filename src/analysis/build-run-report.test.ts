import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { na, scored } from '../core/score.ts'
import { wilson } from '../stats/wilson.ts'
import { createRunReportBuilder } from './build-run-report.ts'
import type { RunReport } from './run-report.ts'
import { metric, response, row, run, testCase } from './test-support/records.ts'

const MEASLES = join(import.meta.dirname, '..', '..', '..', 'shared', 'cases', 'measles-study.json')
const REFUSAL = metric('refusal', { scale: 'binary' })
const HIT = metric('hit_rate@2', { scale: 'binary', stage: 'retrieval' })

describe('createRunReportBuilder', () => {
  it('counts the 2x2 of refusals in four states, with Wilson intervals', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [REFUSAL]), language: 'en' })
    const cases = [
      ...Array.from({ length: 6 }, (_, i) => testCase(`a${i}`)),
      ...Array.from({ length: 4 }, (_, i) => testCase(`u${i}`, { answerable: false })),
    ]
    const states = [
      'answered',
      'answered',
      'answered',
      'both',
      'neither',
      'declined',
      'declined',
      'declined',
      'both',
      'answered',
    ]
    for (const one of cases) builder.addCase(one)
    cases.forEach((one, i) => {
      const right = one.answerable === (states[i] === 'answered') ? 1 : 0
      builder.addScore(row('base', one.id, 'refusal', scored(right, { label: states[i] ?? '' })))
    })
    for (const one of cases) builder.addResponse(response('base', one.id), one)
    const report = builder.finish()
    expect(report.refusals).toEqual([
      {
        configuration: 'base',
        answerable: { answered: 3, declined: 1, both: 1, neither: 1 },
        unanswerable: { answered: 1, declined: 2, both: 1, neither: 0 },
        over_refusal: { k: 1, n: 6, ...wilson(1, 6) },
        under_refusal: {
          k: 2,
          n: 4,
          value: 0.5,
          low: expect.closeTo(wilson(2, 4).low ?? 0, 12),
          high: expect.any(Number),
        },
        correct_refusal: { k: 2, n: 4, ...wilson(2, 4) },
      },
    ])
    expect(report.answered_unanswerable.map((one) => [one.test_case_id, one.state])).toEqual([
      ['u2', 'both'],
      ['u3', 'answered'],
    ])
    expect(report.refused_answerable).toMatchObject([
      { test_case_id: 'a5', response: 'answer to a5', state: 'declined' },
    ])
  })

  it('lists each retrieval miss with what was expected and found instead, in rank order and up to k', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [HIT]), language: 'en' })
    const bySource = testCase('s', { expected_sources: ['leave.md'] })
    const byId = testCase('i', { reference_context_ids: ['c9'] })
    for (const one of [bySource, byId]) builder.addCase(one)
    builder.addScore(row('base', 's', 'hit_rate@2', 0))
    builder.addScore(row('base', 'i', 'hit_rate@2', 0))
    builder.addResponse(
      response('base', 's', {
        retrieved_contexts: [
          { text: 'x', source: 'b.md' },
          { text: 'only  a\ntext' },
          { text: 'y', source: 'leave.md' },
        ],
      }),
      bySource,
    )
    builder.addResponse(response('base', 'i', { retrieved_contexts: [{ text: 'x', source: 'b.md', id: 'c1' }] }), byId)
    expect(builder.finish().retrieval_misses).toMatchObject([
      { test_case_id: 's', metric: 'hit_rate@2', expected: ['leave.md'], found: ['b.md', 'only a text'] },
      { test_case_id: 'i', expected: ['c9'], found: ['c1'] },
    ])
  })

  it('does not list a hit, an NA or a response whose score is still missing', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [HIT]), language: 'en' })
    builder.addScore(row('base', 'a', 'hit_rate@2', 1))
    builder.addScore(row('base', 'b', 'hit_rate@2', na('not_applicable', 'unanswerable')))
    for (const id of ['a', 'b', 'c']) builder.addResponse(response('base', id), testCase(id))
    const report = builder.finish()
    expect(report.retrieval_misses).toEqual([])
    expect(report.progress).toEqual([
      { configuration: 'base', collected: 3, expected: null, errors: 0, problems: 0, not_evaluated: 1 },
    ])
  })

  it('counts progress, errors and odd replies by configuration', () => {
    const builder = createRunReportBuilder({
      run: run(['a', 'b'], [HIT], { test_cases: 6, repeats: 2 }),
      language: 'en',
    })
    const one = testCase('q')
    builder.addResponse(
      response('a', 'q', { response: null, error: { code: 'timeout', message: 'no answer in 60 s' } }),
      one,
    )
    builder.addResponse(response('a', 'q', { repeat: 2, problems: ['null context at 2'], latency_ms: null }), one)
    const report = builder.finish()
    expect(report.progress).toEqual([
      { configuration: 'a', collected: 2, expected: 12, errors: 1, problems: 1, not_evaluated: 2 },
      { configuration: 'b', collected: 0, expected: 12, errors: 0, problems: 0, not_evaluated: 0 },
    ])
    expect(report.system_errors).toMatchObject([{ configuration: 'a', error: { code: 'timeout' } }])
    expect(report.latency).toEqual([
      { configuration: 'a', n: 1, mean: 10, p50: 10, p95: 10, max: 10 },
      { configuration: 'b', n: 0, mean: null, p50: null, p95: null, max: null },
    ])
  })

  it('cuts the texts of listed cases, never within a character', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [REFUSAL]), language: 'en' })
    const long = testCase('u', { answerable: false, user_input: '😀'.repeat(5000) })
    builder.addCase(long)
    builder.addScore(row('base', 'u', 'refusal', scored(0, { label: 'answered' })))
    builder.addResponse(response('base', 'u', { response: `x${'😀'.repeat(5000)}` }), long)
    const [listed] = builder.finish().answered_unanswerable
    for (const text of [listed?.user_input ?? '', listed?.response ?? '']) {
      expect(text.length).toBeLessThanOrEqual(2000)
      expect(text.isWellFormed()).toBe(true)
      expect(text.endsWith('...')).toBe(true)
    }
  })

  it('has an honest answer for a run of which nothing is stored', () => {
    const report = createRunReportBuilder({
      run: run(['base'], [HIT], { gates: ['hit_rate@2 >= 0.9'], test_cases: 3 }),
      language: 'zh-Hant',
    }).finish()
    expect(report.grades).toBeNull()
    expect(report.refusals).toEqual([])
    expect(report.summaries).toMatchObject([{ value: null, reason: '尚未評分' }])
    expect(report.gates).toMatchObject([{ state: 'undecided' }])
    expect(JSON.stringify(report)).not.toContain('NaN')
  })
})

describe('the grade grid', () => {
  it.skipIf(!existsSync(MEASLES))('gives the totals of the published six-configuration study', () => {
    const study = JSON.parse(readFileSync(MEASLES, 'utf8'))
    const names = Object.keys(study.configurations)
    const report = graded(
      names,
      (add) => {
        for (const name of [...names].reverse()) {
          study.questions.forEach((question: string, i: number) => {
            add(name, question, study.configurations[name].marks[i] === 1)
          })
        }
      },
      study.questions,
    )
    expect(report.grades?.totals).toEqual(
      names.map((configuration) => ({ configuration, right: study.expected.totals[configuration], graded: 8 })),
    )
    expect(report.grades?.rows.map((one) => one.test_case_id)).toEqual(study.questions)
    expect(report.grades?.rows[0]?.marks).toEqual([0, 1, 0, 0, 1, 0])
  })

  it('shows the share right of several graders, and null where nobody graded', () => {
    const report = graded(
      ['a', 'b'],
      (add) => {
        add('a', 'q1', true)
        add('a', 'q1', false)
        add('b', 'q2', false)
      },
      ['q2', 'q1', 'q3'],
    )
    expect(report.grades).toEqual({
      configurations: ['a', 'b'],
      rows: [
        { test_case_id: 'q2', marks: [null, 0] },
        { test_case_id: 'q1', marks: [0.5, null] },
      ],
      totals: [
        { configuration: 'a', right: 0.5, graded: 1 },
        { configuration: 'b', right: 0, graded: 1 },
      ],
    })
  })
})

function graded(
  names: string[],
  grade: (add: (configuration: string, id: string, right: boolean) => void) => void,
  ids: string[],
): RunReport {
  const builder = createRunReportBuilder({ run: run(names, []), language: 'en' })
  for (const id of ids) builder.addCase(testCase(id))
  let grader = 0
  grade((configuration, test_case_id, right) => {
    grader += 1
    const verdict = right ? 'right' : 'wrong'
    builder.addGrade({ run_id: 'r', configuration, test_case_id, repeat: 1, verdict, grader: `g${grader}`, at: '2026' })
  })
  return builder.finish()
}
