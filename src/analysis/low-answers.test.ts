import { describe, expect, it } from 'vitest'
import { na, scored } from '../core/score.ts'
import { createRunReportBuilder } from './build-run-report.ts'
import type { RunReport } from './run-report.ts'
import { metric, response, row, run, testCase } from './test-support/records.ts'

const RECALL = metric('token_recall')
const F1 = metric('token_f1')
const REFUSAL = metric('refusal', { scale: 'binary' })
const hit = (k: number) => metric(`hit_rate@${k}`, { scale: 'binary', stage: 'retrieval' })

type Values = Record<string, number | 'refused' | 'na'>

/** A report of one `token_recall` a case, scores either all before the responses or case by case. */
function reportOf(
  values: Values,
  { order = 'batch', configurations = ['base'] }: { order?: 'batch' | 'live'; configurations?: string[] } = {},
): RunReport {
  const builder = createRunReportBuilder({ run: run(configurations, [F1, REFUSAL, RECALL]), language: 'en' })
  const late: (() => void)[] = []
  for (const configuration of configurations) {
    for (const [id, value] of Object.entries(values)) {
      const one = testCase(id, { reference: `reference of ${id}` })
      builder.addCase(one)
      builder.addScore(
        row(
          configuration,
          id,
          'token_recall',
          value === 'na' ? na('system_error', 'e') : value === 'refused' ? 0 : value,
        ),
      )
      const label = value === 'refused' ? 'declined' : 'answered'
      builder.addScore(row(configuration, id, 'refusal', scored(label === 'answered' ? 1 : 0, { label })))
      builder.addScore(row(configuration, id, 'token_f1', 0))
      const respond = () => builder.addResponse(response(configuration, id), one)
      if (order === 'live') respond()
      else late.push(respond)
    }
  }
  for (const respond of late) respond()
  return builder.finish()
}

describe('the answers far from the reference', () => {
  it('are those below 0.5 by the first reference metric, the lowest first, without refusals and errors', () => {
    const report = reportOf({ a: 0.4, b: 0.5, c: 0.1, d: 'refused', e: 'na', f: 1 })
    expect(report.low_answers).toEqual([
      {
        configuration: 'base',
        test_case_id: 'c',
        repeat: 1,
        user_input: 'question c',
        metric: 'token_recall',
        value: 0.1,
        reference: 'reference of c',
        response: 'answer to c',
        retrieval: 'unknown',
      },
      expect.objectContaining({ test_case_id: 'a', value: 0.4 }),
    ])
    expect(report.low_answers_total).toEqual([{ configuration: 'base', metric: 'token_recall', n: 2 }])
    expect(report.low_answers_cases).toBe(2)
  })

  it('are none on a case that the documents do not answer, and none without such a metric', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [RECALL]), language: 'en' })
    const one = testCase('u', { answerable: false, reference: 'r' })
    builder.addCase(one)
    builder.addScore(row('base', 'u', 'token_recall', 0))
    builder.addResponse(response('base', 'u'), one)
    expect(builder.finish()).toMatchObject({ low_answers: [], low_answers_cases: 0, unanswerable_cases: 1 })
    const without = createRunReportBuilder({ run: run(['base'], [REFUSAL]), language: 'en' }).finish()
    expect(without).toMatchObject({ low_answers: [], low_answers_total: [] })
  })

  it('keep the 200 lowest of each configuration and count all, in whatever order records come', () => {
    const values = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`case-${i}`, ((i * 7919) % 450) / 1000]))
    const configurations = ['base', 'other']
    const batch = reportOf(values, { configurations })
    expect(batch.low_answers).toHaveLength(400)
    expect(batch.low_answers_total.map(({ n }) => n)).toEqual([450, 450])
    expect(batch.low_answers_cases).toBe(450)
    const lowest = [...Object.values(values)].sort((a, b) => a - b).slice(0, 200)
    const own = batch.low_answers.filter(({ configuration }) => configuration === 'other')
    expect(own.map(({ value }) => value)).toEqual(lowest)
    expect(reportOf(values, { configurations, order: 'live' })).toEqual(batch)
  })

  it('say whether retrieval missed, by the strictest hit rate, else by recall', () => {
    const retrievalOf = (names: Record<string, number>) => {
      const metrics = Object.keys(names).map((name) => metric(name, { stage: 'retrieval' }))
      const builder = createRunReportBuilder({ run: run(['base'], [...metrics, RECALL]), language: 'en' })
      const one = testCase('q', { reference: 'r' })
      builder.addCase(one)
      builder.addScore(row('base', 'q', 'token_recall', 0.2))
      for (const [name, value] of Object.entries(names)) builder.addScore(row('base', 'q', name, value))
      builder.addResponse(response('base', 'q'), one)
      return builder.finish().low_answers[0]?.retrieval
    }
    expect(retrievalOf({ 'hit_rate@10': 1, 'hit_rate@3': 0 })).toBe('missed')
    expect(retrievalOf({ 'hit_rate@3': 1, 'recall@3': 0 })).toBe('found')
    expect(retrievalOf({ 'recall@5': 0 })).toBe('missed')
    expect(retrievalOf({ recall: 0.3 })).toBe('found')
    expect(retrievalOf({ mrr: 0 })).toBe('unknown')
  })

  it('tells of a retrieval miss whether it was answered all the same', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [hit(3), REFUSAL]), language: 'en' })
    for (const [id, label] of [
      ['a', 'answered'],
      ['d', 'declined'],
      ['n', undefined],
    ] as const) {
      const one = testCase(id)
      builder.addCase(one)
      builder.addScore(row('base', id, 'hit_rate@3', 0))
      if (label !== undefined) builder.addScore(row('base', id, 'refusal', scored(0, { label })))
      builder.addResponse(response('base', id), one)
    }
    expect(builder.finish().retrieval_misses.map(({ state }) => state)).toEqual(['answered', 'declined', null])
  })

  it('keeps repeats apart', () => {
    const builder = createRunReportBuilder({ run: run(['base'], [RECALL], { repeats: 2 }), language: 'en' })
    const one = testCase('q', { reference: 'r' })
    builder.addCase(one)
    builder.addScore(row('base', 'q', 'token_recall', 0.9, 1))
    builder.addScore(row('base', 'q', 'token_recall', 0.1, 2))
    for (const repeat of [1, 2]) builder.addResponse(response('base', 'q', { repeat }), one)
    expect(builder.finish().low_answers).toMatchObject([{ repeat: 2, value: 0.1 }])
  })
})
