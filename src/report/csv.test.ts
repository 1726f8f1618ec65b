import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../core/config.ts'
import { csvReport } from './csv.ts'
import { sampleReport } from './test-support/sample-report.ts'

describe('csvReport', () => {
  it('has one line a summary, with the numbers in full', () => {
    const report = sampleReport({ collected: 8 })
    const rows: Record<string, string>[] = parse(csvReport(report), { columns: true })
    expect(rows).toHaveLength(report.summaries.length)
    rows.forEach((row, i) => {
      const summary = report.summaries[i]
      expect(row.metric).toBe(summary?.metric)
      expect(row.value === '' ? null : Number(row.value)).toBe(summary?.value)
      expect(row.n_scored).toBe(String(summary?.n_scored))
    })
  })

  it('leaves a cell empty where there is no figure', () => {
    const rows: Record<string, string>[] = parse(csvReport(sampleReport({ collected: 0 })), { columns: true })
    expect(rows[0]).toMatchObject({ value: '', low: '', high: '', worst_case: '', reason: 'not_evaluated' })
  })

  it('is the same in every language', () => {
    const [en, hant, hans] = LANGUAGES.map((language) => csvReport(sampleReport({ language, collected: 1 })))
    expect(hant).toBe(en)
    expect(hans).toBe(en)
  })

  it('counts NA as reason=n', () => {
    const rows: Record<string, string>[] = parse(csvReport(sampleReport()), { columns: true })
    const row = rows.find((one) => one.metric === 'faithfulness' && one.configuration === 'top_k_6')
    expect(row?.na).toBe('refusal=3;system_error=1')
  })

  it('lets no text begin a formula', () => {
    const report = sampleReport({ configurations: ['=cmd', '+1', '-1', '@x', '\t=1', '\r=1', '\u200b=1'] })
    const rows: Record<string, string>[] = parse(csvReport(report), { columns: true })
    expect(new Set(rows.map((row) => row.configuration))).toEqual(
      new Set(["'=cmd", "'+1", "'-1", "'@x", "'\t=1", "'\r=1", "'\u200b=1"]),
    )
  })
})
