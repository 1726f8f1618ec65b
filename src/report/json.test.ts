import { describe, expect, it } from 'vitest'
import { jsonReport } from './json.ts'
import { sampleReport } from './test-support/sample-report.ts'

describe('jsonReport', () => {
  it('is the record itself, run, summaries and gates first', () => {
    const report = sampleReport({ graded: true })
    const parsed = JSON.parse(jsonReport(report))
    expect(parsed).toEqual(JSON.parse(JSON.stringify(report)))
    expect(Object.keys(parsed).slice(0, 3)).toEqual(['run', 'summaries', 'gates'])
  })

  it('holds what others may rely on in every summary and gate', () => {
    const parsed = JSON.parse(jsonReport(sampleReport()))
    const fields = [
      'configuration',
      'metric',
      'value',
      'low',
      'high',
      'interval_method',
      'n_scored',
      'n_total',
      'na',
      'direction',
    ]
    for (const summary of parsed.summaries) for (const field of fields) expect(summary).toHaveProperty([field])
    for (const gate of parsed.gates)
      expect(Object.keys(gate).sort()).toEqual(['detail', 'gate', 'metric', 'state', 'value'])
  })

  it('prints no character that a terminal would act on', () => {
    const text = jsonReport(sampleReport({ hostile: '\x1b[2J\x9b2J\u202e\u2028\u0000' }))
    expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]/.test(text)).toBe(false)
    expect(JSON.parse(text).run.note).toBe('second try\x1b[2J\x9b2J\u202e\u2028\u0000')
  })
})
