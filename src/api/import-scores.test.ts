import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Score } from '../core/score.ts'
import { layOutCase } from '../report/case-layout.ts'
import { terminalReport } from '../report/terminal.ts'
import { casePage } from './case-page.ts'
import { evaluate } from './evaluate.ts'
import { exportRecords } from './export-records.ts'
import { report } from './report.ts'
import { folderWithRun, imported, refusedImport } from './test-support/import-folder.ts'

const ANSWERS = [
  { id: 'c1', user_input: 'When?', reference: 'At nine.', configuration: 'base', response: 'At nine.' },
  { id: 'c2', user_input: 'Who?', configuration: 'base', response: 'Ann.' },
  { id: 'c1', user_input: 'When?', reference: 'At nine.', configuration: 'big', response: 'At ten.' },
]

async function scoresIn(cwd: string, metric: string): Promise<(Score & { value?: number; reason?: string })[]> {
  const scores = []
  for await (const line of exportRecords({ cwd, what: 'scores', format: 'jsonl' })) {
    const score = JSON.parse(String(line)) as Score & { value?: number; reason?: string }
    if (score.metric === metric) scores.push(score)
  }
  return scores
}

const LONG = `metric,test_case_id,configuration,value,direction
tone,c1,base,0.5,
tone,c2,base,,
tone,c1,big,1,
slips,c1,base,3,lower_is_better
`

describe('scores in a file with one a row', () => {
  it('join the run with scale, direction and stage of their own, and a place without a score is NA', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const { result } = await imported(cwd, 's.csv', LONG)
    const zero = { replaced: 0, unchanged: 0 }
    expect(result.metrics).toEqual([
      {
        metric: 'tone',
        direction: 'higher_is_better',
        stage: 'generation',
        scale: 'ratio',
        scored: 2,
        na: 1,
        added: 3,
        ...zero,
      },
      {
        metric: 'slips',
        direction: 'lower_is_better',
        stage: 'generation',
        scale: 'number',
        scored: 1,
        na: 0,
        added: 1,
        ...zero,
      },
    ])
    expect(await scoresIn(cwd, 'tone')).toMatchObject([
      { test_case_id: 'c1', configuration: 'base', judge: 'imported', status: 'scored', value: 0.5 },
      {
        test_case_id: 'c2',
        status: 'na',
        reason: 'missing_field',
        detail: expect.stringMatching(/score is empty at .*s\.csv:3$/),
      },
      { test_case_id: 'c1', configuration: 'big', value: 1 },
    ])
  })

  it('are told apart from scores by a judge, and stand in the report with their interval and their NA', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', LONG)
    const shown = await report({ cwd })
    expect(shown.judge).toBeNull()
    expect(shown.run.metrics.find(({ metric }) => metric === 'tone')).toMatchObject({
      judge: 'imported',
      range: [0, 1],
      imported: { at: expect.any(String) },
    })
    expect(shown.summaries.find(({ metric }) => metric === 'tone')).toMatchObject({
      value: 0.5,
      n_scored: 1,
      n_total: 2,
    })
    expect(terminalReport(shown, { width: 100, color: false })).toContain('tone')
  })

  it('say on the page of a case where they came from, and why, in the words of the tool', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const lines = [
      { metric: 'tone', test_case_id: 'c1', configuration: 'base', score: true, explanation: 'warm words' },
    ]
    await imported(cwd, 's.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'), { from: 'mine' })
    const page = await casePage({ cwd, case: 'c1', only: ['base'] })
    const step = { kind: 'rule', step: 'imported', line: 1, from: 'mine', reason: 'warm words' }
    expect(page.responses[0]?.scores.at(-1)).toMatchObject({ metric: 'tone', outcome: { value: 1 }, steps: [step] })
    expect(JSON.stringify(layOutCase(page))).toContain('imported')
  })

  it('may be k of n, of a class, and NA for a reason of the list, as ragstone itself exports them', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(
      cwd,
      's.csv',
      'metric,id,configuration,value,k,n,label,reason,detail\nm,c1,base,,2,4,half,,\nm,c2,base,,,,,timeout,no reply\n',
    )
    const first = await scoresIn(cwd, 'm')
    expect(first).toMatchObject([
      { value: 0.5, k: 2, n: 4, label: 'half' },
      { status: 'na', reason: 'timeout', detail: 'no reply' },
    ])
    const pieces: string[] = []
    for await (const piece of exportRecords({ cwd, what: 'scores', format: 'csv' })) pieces.push(String(piece))
    const again = await imported(cwd, 'again.csv', pieces.join(''), { metrics: ['m'] })
    expect(again.result.metrics).toMatchObject([{ metric: 'm', added: 0, unchanged: 2 }])
    const copy = await imported(cwd, 'again.csv', pieces.join(''), { metrics: ['m'], prefix: 'copy.' })
    expect(copy.result.metrics).toMatchObject([{ metric: 'copy.m', scored: 1, na: 1, added: 2 }])
    expect(await scoresIn(cwd, 'copy.m')).toMatchObject([
      { value: 0.5, k: 2, n: 4 },
      { reason: 'timeout', detail: 'no reply' },
    ])
  })
})

describe('the same scores a second time', () => {
  it('change nothing, from whatever folder and under whatever name', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', LONG)
    const before = { shown: await report({ cwd }), scores: await scoresIn(cwd, 'tone') }
    const { result } = await imported(cwd, 'renamed.csv', LONG)
    expect(result.metrics.map(({ added, replaced, unchanged }) => [added, replaced, unchanged])).toEqual([
      [0, 0, 3],
      [0, 0, 1],
    ])
    expect({ shown: await report({ cwd }), scores: await scoresIn(cwd, 'tone') }).toEqual(before)
  })

  it('are refused where values differ, with how many and the first two, and --replace takes the new ones', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', LONG)
    const other = LONG.replace('0.5', '0.25').replace('big,1', 'big,nan')
    const error = await imported(cwd, 'o.csv', other).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'other_scores',
      message: expect.stringMatching(
        /o\.csv:2: tone of "c1" under configuration "base" is 0\.25, and 0\.5 in run .*; 2 scores differ in all$/,
      ),
      hint: expect.stringContaining('--replace'),
    })
    expect((await scoresIn(cwd, 'tone')).map(({ value }) => value)).toEqual([0.5, undefined, 1])
    const { result } = await imported(cwd, 'o.csv', other, { replace: true })
    expect(result.metrics[0]).toMatchObject({ replaced: 2, unchanged: 1, added: 0 })
    expect((await scoresIn(cwd, 'tone')).map(({ value }) => value)).toEqual([0.25, undefined, undefined])
  })

  it('may add responses that a first file left out, and the scale follows all of them', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 'a.csv', 'metric,id,configuration,value\nm,c1,base,1\n')
    const { result } = await imported(cwd, 'b.csv', 'id,m\nc1,0.5\n', { configuration: 'big' })
    expect(result.metrics).toMatchObject([{ metric: 'm', scale: 'ratio', added: 1 }])
    const { run } = await report({ cwd })
    expect(run.metrics.at(-1)?.imported?.file).toMatch(/a\.csv, .*b\.csv$/)
  })
})

describe('imported metrics of a run', () => {
  it('stay when the run is evaluated again, and when its file is resumed', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', LONG)
    const names = async () => (await report({ cwd })).run.metrics.map(({ metric }) => metric)
    await evaluate({ cwd, metrics: ['token_f1'] })
    expect(await names()).toEqual(['refusal', 'tone', 'slips', 'token_f1'])
    await evaluate({ cwd, file: 'answers.jsonl', resume: 'latest', metrics: ['refusal'] })
    expect(await names()).toEqual(['refusal', 'tone', 'slips'])
    writeFileSync(join(cwd, 'ragstone.yaml'), 'metrics: [rouge_l]\ngates: ["tone >= 0.4"]\n')
    const { report: judged } = await evaluate({ cwd })
    expect(judged.gates).toMatchObject([{ state: 'undecided' }])
    expect(await names()).toEqual(['rouge_l', 'tone', 'slips'])
  })

  it('give way with a word when the run comes to score them itself', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', 'metric,id,configuration,value\ntoken_f1,c1,base,0.5\n')
    const notes: string[] = []
    const { report: shown } = await evaluate({ cwd, metrics: ['token_f1'], log: (line) => notes.push(line) })
    expect(shown.run.metrics.map(({ metric, judge }) => [metric, judge])).toEqual([
      ['refusal', undefined],
      ['token_f1', undefined],
    ])
    expect(notes.join()).toMatch(/imported scores are no longer shown.*token_f1.*--prefix/)
  })
})

describe('rows that name no configuration and show the answer', () => {
  const WIDE = 'user_input,response,tone\nWhen?,At ten.,1\nWhen?," At nine.",0\nWho?,Ann.,0.5\n'

  it('are of the configuration that gave this answer', async () => {
    const cwd = await folderWithRun(ANSWERS)
    await imported(cwd, 's.csv', WIDE, { run: 'latest' })
    const scores = await scoresIn(cwd, 'tone')
    expect(scores.map((one) => [one.configuration, one.test_case_id, one.value])).toEqual([
      ['base', 'c1', 0],
      ['base', 'c2', 0.5],
      ['big', 'c1', 1],
    ])
  })

  it('are refused where two configurations gave it, or none', async () => {
    const cwd = await folderWithRun([
      ...ANSWERS,
      { id: 'c2', user_input: 'Who?', configuration: 'big', response: 'Ann.' },
    ])
    const both = await refusedImport(cwd, 's.csv', WIDE, { run: 'latest' })
    expect(both.message).toMatch(/s\.csv:4: configuration is missing, and base and big gave the same answer$/)
    const none = await refusedImport(cwd, 's.csv', WIDE.replace('At ten', 'At two'), { run: 'latest' })
    expect(none.message).toMatch(/s\.csv:2: configuration is missing, and none gave this answer$/)
  })

  it('make no run of their own, and the run that they may be meant for is told', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const error = await refusedImport(cwd, 's.csv', WIDE)
    expect([error.code, error.hint]).toEqual(['duplicate_answer', expect.stringMatching(/: --run latest$/)])
  })
})

describe('names that every object of JavaScript has', () => {
  it('are metrics like any other', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const rows = '__proto__,c2,base,0.5\nconstructor,c2,base,0.25\ntoString,c2,base,1\n'
    const { result } = await imported(cwd, 's.csv', `metric,test_case_id,configuration,value\n${rows}`)
    expect(result.metrics.map(({ metric, direction, added }) => [metric, direction, added])).toEqual([
      ['__proto__', 'higher_is_better', 1],
      ['constructor', 'higher_is_better', 1],
      ['toString', 'higher_is_better', 1],
    ])
    expect((await report({ cwd })).summaries.filter(({ metric }) => metric === 'constructor')).toMatchObject([
      { configuration: 'base', value: 0.25 },
      { configuration: 'big', value: null },
    ])
  })
})

describe('an import that is interrupted', () => {
  it('leaves the run as it was', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const before = await report({ cwd })
    const work = new AbortController()
    const stopping = { signal: work.signal, log: () => work.abort(new Error('stop')) }
    await expect(
      imported(cwd, 's.csv', 'metric,test_case_id,configuration,value,colour\ntone,c2,base,0.5,red\n', stopping),
    ).rejects.toThrow('stop')
    expect(await report({ cwd })).toEqual(before)
  })
})
