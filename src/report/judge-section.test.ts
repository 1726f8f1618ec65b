import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../core/config.ts'
import { csvReport } from './csv.ts'
import { markdownReport } from './markdown.ts'
import { terminalReport } from './terminal.ts'
import { sampleReport } from './test-support/sample-report.ts'

const HOSTILE = '|<script>\u001b[31m`'

describe('a report of scores that a judge made', () => {
  const report = sampleReport({ judged: true, configurations: ['base', 'other'] })
  const text = terminalReport(report, { width: 120 })

  it('has one section that says who judged, how, and what it took', () => {
    const section = text.split('\nJudge\n')[1]?.split('\n\n\n')[0] ?? ''
    expect(section).toContain('ollama:small-judge#1234abcd')
    expect(section).toMatch(/model +ollama small-judge, temperature 0/)
    expect(section).toMatch(/graded by +faithfulness \(probability of the verdict\)/)
    // 12 cases, 3 of them NA; one more of the second configuration ended in an error.
    expect(section).toContain('17 questions behind 24 scores: 17 requests in all')
    expect(section).toContain('6,800 read, 34 written')
    expect(section).toMatch(/refused parameters +top_p/)
    expect(section).toContain('accuracy 0.900 [0.810, 0.950] on 80 items; usable for comparing')
    expect(section).toContain('price unknown')
    expect(section).toContain('US$ 0.0123')
  })

  it('says below the table that a metric is made of probabilities, and what the words alone say', () => {
    expect(text).toMatch(/- faithfulness is made of the probability of the good verdict[^:]*:\n {4}base: 0\.\d{3} \[/)
  })

  it('names the claims that the texts do not support, the lowest answer first', () => {
    const section = text.split('Answers with claims that the texts do not support')[1]?.split('\n\n\n')[0] ?? ''
    expect(section).toContain('[not mentioned, p of supported 0.200] 第 1 項：特休有 7 天。')
    expect(section).toContain('base: 0.200; 0 of 5 claims supported')
    expect(report.unsupported_answers.map(({ value }) => value)).toEqual(
      report.unsupported_answers.map(({ value }) => value).sort((a, b) => a - b),
    )
  })

  it('is not there where no model judged', () => {
    expect(sampleReport().judge).toBeNull()
    expect(terminalReport(sampleReport())).not.toContain('\nJudge\n')
  })

  it('has the two forms in csv', () => {
    const rows: Record<string, string>[] = parse(csvReport(report), { columns: true })
    const row = rows.find(({ metric }) => metric === 'faithfulness')
    const summary = report.summaries.find(({ metric }) => metric === 'faithfulness')
    expect(row).toMatchObject({ grading: 'probability', judge: 'ollama:small-judge#1234abcd' })
    expect(Number(row?.verdict_value)).toBe(summary?.verdict_value)
    expect(rows.find(({ metric }) => metric === 'mrr')).toMatchObject({ grading: '', judge: 'rule' })
  })

  it.each(LANGUAGES)('lets no text of the data act, in %s', (language) => {
    const hostile = sampleReport({ judged: true, hostile: HOSTILE, language })
    expect(terminalReport(hostile)).not.toContain('\u001b')
    expect(markdownReport(hostile)).not.toMatch(/<script>|\u001b/)
    for (const form of [terminalReport(hostile), markdownReport(hostile)]) expect(form).not.toMatch(/undefined|NaN/)
  })
})
