import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { metric } from '../analysis/test-support/records.ts'
import { LANGUAGES } from '../core/config.ts'
import { terminalReport } from './terminal.ts'
import { SAMPLE_METRICS, sampleReport } from './test-support/sample-report.ts'

/** The lines of each table: those around a ruler of at least two runs of dashes, up to empty lines or a heading's rule. */
function tables(text: string): string[][] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (!/^-+( {2}-+)+$/.test(line)) return []
    const isEdge = (other: string | undefined) => other === undefined || other === '' || /^[-=]+$/.test(other)
    let from = at
    while (!isEdge(lines[from - 1])) from -= 1
    let to = at
    while (!isEdge(lines[to + 1])) to += 1
    return [lines.slice(from, to + 1)]
  })
}

function section(text: string, title: string): string {
  const [, after = ''] = text.split(`${title}`)
  return after.split('\n\n\n')[0] ?? ''
}

const many = (count: number) => Array.from({ length: count }, (_, i) => `configuration_${i}`)

describe('terminalReport', () => {
  it.each(LANGUAGES.flatMap((language) => [60, 80, 100, 140].map((width) => ({ language, width }))))(
    'keeps every line of a table equally wide and every line but commands within the terminal ($language, $width columns)',
    ({ language, width }) => {
      const text = terminalReport(sampleReport({ language, graded: true, judged: true }), { width })
      const found = tables(text)
      expect(found.length).toBeGreaterThanOrEqual(7)
      for (const lines of found) expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1)
      const broken = text.split('\n').filter((line) => !line.startsWith('  npx ragstone '))
      for (const line of broken) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    },
  )

  it('does not break with 20 configurations and 15 metrics at 80 columns', () => {
    const metrics = [...SAMPLE_METRICS, ...Array.from({ length: 8 }, (_, i) => metric(`another_metric_${i}`))]
    const text = terminalReport(sampleReport({ configurations: many(20), metrics }), { width: 80 })
    for (const lines of tables(text)) expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1)
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80)
    for (const name of [...many(20), 'another_metric_7']) expect(text).toContain(name)
  })

  it('shows value, interval and n of N of a metric, and NA by reason', () => {
    const text = terminalReport(sampleReport({ configurations: ['base', 'other'] }))
    const retrieval = section(text, '\nRetrieval\n')
    expect(retrieval).toMatch(/base +0\.889 \[0\.565, 0\.980\]/)
    expect(retrieval).toContain('9 of 12')
    expect(retrieval).toContain('- hit_rate@3, mrr (other): NA not applicable 3, system error 1')
    expect(retrieval).not.toContain('faithfulness')
    expect(section(text, '\nGeneration\n')).toContain('faithfulness')
    expect(section(text, '\nTime and cost\n')).toContain('latency (ms)')
  })

  it('shows the worst case on demand, where something could have been scored', () => {
    const text = terminalReport(sampleReport({ configurations: ['base', 'other'] }), { worstCase: true })
    expect(text).toContain('hit_rate@3 (other): NA not applicable 3, system error 1; worst case 0.778')
    expect(text).toContain('hit_rate@3, mrr (base): NA not applicable 3\n')
  })

  it('lists each miss with what was found instead, and the wrong refusals with the answer', () => {
    const text = terminalReport(sampleReport())
    expect(section(text, 'Retrieval misses (hit_rate@3): 3')).toContain(
      'base: expected leave.md; found expense.md x2, remote.md',
    )
    expect(section(text, 'Should have refused but did not: 3')).toContain('every configuration: 今年的尾牙在臺北舉行')
    expect(section(text, 'Refused although answerable: 3')).toContain('特休沒休完可以留到明年嗎？ (case-4)')
    expect(section(text, 'System errors: 1')).toContain('reported: index not loaded')
  })

  it('is called after the run, and after its id where the run has no name', () => {
    const report = sampleReport()
    const titled = (name: string) => terminalReport({ ...report, run: { ...report.run, name } }).split('\n')[0]
    expect(titled('my-project')).toBe('Ragstone report: my-project')
    expect(titled('')).toBe(`Ragstone report: ${report.run.id}`)
  })

  it('lists the misses of several hit rates once', () => {
    const metrics = [metric('hit_rate@1', { scale: 'binary', stage: 'retrieval' }), ...SAMPLE_METRICS]
    const report = sampleReport({ metrics })
    const misses = report.retrieval_misses.filter((miss) => miss.metric === 'hit_rate@1').slice(0, 2)
    const text = terminalReport({
      ...report,
      retrieval_misses: [...report.retrieval_misses.filter((miss) => miss.metric === 'hit_rate@3'), ...misses],
    })
    expect(section(text, 'Retrieval misses (hit_rate@3): 3')).toContain('2 of these are misses of hit_rate@1 too.')
    expect(text).not.toContain('Retrieval misses (hit_rate@1)')
  })

  it('says the state of each gate in a word, with and without colour', () => {
    const plain = terminalReport(sampleReport(), { color: false })
    const colored = terminalReport(sampleReport(), { color: true })
    for (const word of ['FAILED', 'UNDECIDED', 'PASSED']) {
      expect(plain).toContain(word)
      expect(colored).toContain(word)
    }
    expect(plain).not.toContain('\x1b')
    expect(colored.replace(/\x1b\[\d+m/g, '')).toBe(plain)
  })

  it('shows data as text whatever it holds', () => {
    const hostile = '\x1b[2J\x1b]0;title\x07 <script>alert(1)</script> \u202e\r\n| a | b |\ud800'
    const text = terminalReport(sampleReport({ hostile, graded: true }), { width: 80 })
    expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(text)).toBe(false)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('\\x1b[2J')
    for (const lines of tables(text)) expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1)
  })

  it.each(LANGUAGES)('is honest about a run without a single response (%s)', (language) => {
    const text = terminalReport(sampleReport({ language, collected: 0 }))
    expect(text).toContain({ en: '0 of 12', 'zh-Hant': '0 / 12 筆', 'zh-Hans': '0 / 12 条' }[language])
    expect(text).toContain({ en: 'not evaluated yet', 'zh-Hant': '尚未評分', 'zh-Hans': '待评测' }[language])
    expect(text).toContain('ragstone run --resume 20260102-030405-abcd')
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  it('says how far an unfinished run is and how to go on', () => {
    const text = terminalReport(sampleReport({ collected: 5 }))
    expect(text).toContain('every configuration: 5 of 12')
    expect(section(text, '\nNext\n')).toContain('ragstone run --resume 20260102-030405-abcd')
  })

  it('prints commands that can be pasted, with the flags that the reader gave', () => {
    const text = terminalReport(sampleReport({ collected: 5 }), {
      commandFlags: ' --config "my study.yaml"',
      width: 300,
    })
    const next = section(text, '\nNext\n')
    expect(next).toContain('npx ragstone run --resume 20260102-030405-abcd --config "my study.yaml"')
    expect(next).toMatch(/npx ragstone report 20260102-030405-abcd .* --config "my study.yaml"/)
    expect(next).toMatch(/npx ragstone export scores .* --config "my study.yaml"/)
  })

  it('says how to make scores that are missing for a reason that can pass', () => {
    const report = sampleReport({})
    const [first, second, ...others] = report.summaries
    if (first === undefined || second === undefined) throw new Error('no summaries')
    const na = { budget_exhausted: 2, rate_limited: 1, judge_refused: 4 }
    const gaps = { ...report, summaries: [{ ...first, na }, { ...second, na: { budget_exhausted: 3 } }, ...others] }
    const said = 'missing for a reason that can pass'
    const next = section(terminalReport(gaps, { width: 300, commandFlags: ' --store b.db' }), '\nNext\n')
    expect(next).toContain(
      `6 scores are ${said} (rate limit, budget used up); to make only these: npx ragstone evaluate --run ${report.run.id} --store b.db`,
    )
    const run = { ...report.run, system: { file: 'my answers.csv' } }
    expect(section(terminalReport({ ...gaps, run }, { width: 300 }), '\nNext\n')).toContain(
      `npx ragstone evaluate "my answers.csv" --resume ${report.run.id}`,
    )
    expect(terminalReport({ ...report, summaries: [{ ...first, na: { judge_refused: 4 } }] })).not.toContain(said)
  })

  it('never breaks a command', () => {
    const commandFlags = ` --config ${'folder/'.repeat(12)}study.yaml`
    const lines = terminalReport(sampleReport({}), { commandFlags, width: 80 }).split('\n')
    const commands = lines.filter((line) => line.startsWith('  npx ragstone '))
    expect(commands.map((line) => line.split(' ')[4])).toEqual(['run', 'export', 'report'])
    for (const line of commands) expect(line.endsWith(commandFlags)).toBe(true)
    expect(lines).toContain('- Keep this report:')
  })

  it('goes on with a file of answers where the run came from one', () => {
    const report = sampleReport({ collected: 5 })
    const run = { ...report.run, system: { file: 'my answers.csv' }, test_cases: null }
    const text = terminalReport({ ...report, run }, { width: 300 })
    expect(text).toContain('npx ragstone evaluate "my answers.csv" --resume 20260102-030405-abcd')
    expect(text).not.toContain('ragstone run')
  })

  it('does not advise to resume a finished run', () => {
    expect(terminalReport(sampleReport({ configurations: ['base'] }))).not.toContain('--resume')
  })

  it('says NA and why when a metric has no score at all', () => {
    const report = sampleReport({ configurations: ['base'] })
    const summaries = report.summaries.map((summary) => ({
      ...summary,
      value: null,
      low: null,
      high: null,
      n_scored: 0,
      na: { missing_field: 12 },
      reason: 'all 12 NA: missing_field 12',
    }))
    const text = terminalReport({ ...report, summaries })
    expect(text).toMatch(/NA +NA/)
    expect(text).toContain('0 of 12')
    expect(text).toContain('hit_rate@3, mrr (base): all 12 NA: missing_field 12')
    expect(text).toContain('a field that the metric needs is not in the sample')
    expect(text).not.toMatch(/NaN|undefined|null/)
  })

  it('shortens long lists and says how many are left out', () => {
    const report = sampleReport({ configurations: ['base'] })
    const [miss] = report.retrieval_misses
    if (miss === undefined) throw new Error('no miss')
    const retrieval_misses = Array.from({ length: 50 }, (_, i) => ({ ...miss, test_case_id: `case-${i}` }))
    const text = terminalReport({ ...report, retrieval_misses })
    expect(text).toContain('(case-19)')
    expect(text).not.toContain('(case-20)')
    expect(text).toContain('and 30 more (npx ragstone report 20260102-030405-abcd --format json shows all)')
  })

  it('shows the grid of grades with totals', () => {
    const text = section(terminalReport(sampleReport({ graded: true })), 'Grades by people')
    expect(text).toMatch(/case-0 +wrong +right +right/)
    expect(text).toMatch(/right in all +2\/4 +3\/4 +3\/4/)
  })

  it('has a sentence instead of an empty table', () => {
    const report = sampleReport()
    const none = report.latency.map((one) => ({ ...one, n: 0, mean: null, p50: null, p95: null, max: null }))
    expect(terminalReport({ ...report, latency: none })).toContain('No latency was measured')
    expect(terminalReport(sampleReport({ metrics: [] }))).toContain('This run has no metrics.')
  })
})
