import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importScores } from './import-scores.ts'
import { report } from './report.ts'
import { folderWithRun, imported, refusedImport } from './test-support/import-folder.ts'

const ANSWERS = [
  { id: 'c1', user_input: 'When?', configuration: 'base', response: 'At nine.' },
  { id: '1-2', user_input: 'Who?', configuration: 'base', response: 'Ann.' },
  { id: '007', user_input: 'Who?', configuration: 'base', response: 'Bob.' },
  { id: 'c1', user_input: 'When?', configuration: 'big', response: 'At ten.' },
]
const HEAD = 'metric,test_case_id,configuration,value'

async function names(cwd: string): Promise<string[]> {
  return (await report({ cwd })).run.metrics.map(({ metric }) => metric)
}

describe('a file of scores with a wrong row', () => {
  it.each([
    ['m,c11,base,1', 'unknown_response', ':3: run .* has no response to a test case "c11"', 'did you mean "c1"?'],
    ['m,c1,bse,1', 'unknown_response', ':3: run .* has no configuration "bse"', 'did you mean "base"?'],
    ['m,1-2,big,1', 'unknown_response', 'has no response to "1-2" under configuration "big"', 'base repeat 1'],
    ['m,2-Jan,base,1', 'unknown_response', 'has no response to a test case "2-Jan"', '"1-2" may have become a date'],
    ['m,2026-01-02,base,1', 'unknown_response', '"2026-01-02"', '"1-2" may have become a date'],
    ['m,45294,base,1', 'unknown_response', '"45294"', 'become dates in a spreadsheet'],
    ['m,7,base,1', 'unknown_response', '"7"', '"007" may have lost its leading zeros'],
    ['m,,base,1', 'no_response_named', ':3: the row does not say which response', 'test_case_id'],
    ['m,c1,,1', 'no_configuration', ':3: configuration is missing', '--configuration base'],
    ['m,c1,base,inf', 'bad_score', ':3: "value" is inf', 'a finite number'],
    ['m,c1,base,high', 'bad_value', ':3: "value" is "high"', 'leave the cell empty'],
    ['m,c1,base,"0,85"', 'bad_value', ':3: "value" is "0,85"', 'a number with a point: 0.85'],
    [',c1,base,1', 'bad_value', ':3: "metric" is ""', 'the name of a metric'],
    ['m<2,c1,base,1', 'bad_value', ':3: "metric" is', 'gates compare with them'],
    ['refusal,c1,base,1', 'metric_exists', 'scores refusal itself', '--prefix ragas.'],
    [
      'm,c1,big,0.5',
      'duplicate_score',
      ':3: a second m of "c1" under configuration "big", repeat 1; the first is at .*:2$',
      'repeat',
    ],
  ])('is refused, and nothing of it is stored: %s', async (line, code, message, hint) => {
    const cwd = await folderWithRun(ANSWERS)
    const error = await refusedImport(cwd, 's.csv', `${HEAD}\nm,c1,big,1\n${line}\n`, { from: 'ragas' })
    expect(error.code).toBe(code)
    expect(error.message).toMatch(new RegExp(message))
    expect(error.hint).toContain(hint)
    expect(await names(cwd)).toEqual(['refusal'])
    const again = await imported(cwd, 's.csv', `${HEAD}\nm,c1,big,1\n`)
    expect(again.result.metrics).toMatchObject([{ metric: 'm', added: 1, unchanged: 0 }])
  })

  it('is refused where one metric has two directions, or another than the run has', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const both = 'metric,id,configuration,value,direction\nm,c1,base,1,lower\nm,c1,big,1,higher_is_better\n'
    expect((await refusedImport(cwd, 's.csv', both)).message).toMatch(
      /:3: m is higher_is_better here and lower_is_better at .*:2$/,
    )
    await imported(cwd, 's.csv', `${HEAD}\nm,c1,base,1\n`)
    const other = await refusedImport(cwd, 's.csv', `${HEAD}\nm,c1,base,1\n`, { directions: { m: 'lower_is_better' } })
    expect(other.code).toBe('other_direction')
    const unknown = await refusedImport(cwd, 's.csv', `${HEAD}\nm,c1,base,1\n`, { directions: { n: 'neutral' } })
    expect([unknown.code, unknown.hint]).toEqual(['unknown_metric', 'it has m'])
  })

  it('is refused where it shows another answer than the run has, whatever a spreadsheet did to it', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const rows = (response: string) => `id,configuration,answer,m\nc1,base,"At nine.\r",1\nc1,big,${response},1\n`
    const error = await refusedImport(cwd, 's.csv', rows('At eleven.'), { run: 'latest' })
    expect(error.code).toBe('other_response')
    expect(error.message).toMatch(/s\.csv:\d+: response: .* another response to "c1" under configuration "big"/)
    expect((await imported(cwd, 's.csv', rows('At ten.'), { run: 'latest' })).result.rows).toBe(2)
  })

  it('may name a response by its question, where no other case asks the same', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const options = { configuration: 'base' }
    expect((await imported(cwd, 's.csv', 'question,m\n"When? ",1\n', options)).result.metrics).toMatchObject([
      { added: 1 },
    ])
    const two = await refusedImport(cwd, 's.csv', 'question,m\nWho?,1\n', options)
    expect([two.code, two.message]).toEqual([
      'ambiguous_question',
      expect.stringMatching(/:2: 2 test cases of run .* ask "Who\?": 1-2, 007$/),
    ])
    expect((await refusedImport(cwd, 's.csv', 'question,m\nWhy?,1\n', options)).message).toContain(
      'has no test case that asks "Why?"',
    )
    const id = await refusedImport(cwd, 's.csv', 'id,question,m\n0,When?,1\n', options)
    expect(id.hint).toContain('its question is that of "c1"')
  })
})

describe('a file without scores', () => {
  it('is refused with the two shapes that are understood, and an unknown metric with the nearest', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const none = await refusedImport(cwd, 's.csv', 'id,remark,latency\nc1,fine,20\n')
    expect([none.code, none.message]).toEqual([
      'no_scores',
      expect.stringMatching(/no column holds scores; the columns are id, remark, latency$/),
    ])
    expect(none.hint).toContain('--metric COLUMN')
    expect((await refusedImport(cwd, 's.csv', 'id,tone\nc1,1\n', { metrics: ['ton'] })).hint).toBe(
      'did you mean "tone"?',
    )
    expect((await refusedImport(cwd, 's.csv', `${HEAD}\ntone,c1,base,1\n`, { metrics: ['tones'] })).hint).toBe(
      'did you mean "tone"?',
    )
    expect((await refusedImport(cwd, 's.csv', 'id\n')).code).toBe('empty_file')
  })

  it('is refused where no run is stored, or none of that name', async () => {
    const cwd = await folderWithRun(ANSWERS)
    expect((await refusedImport(cwd, 's.csv', `${HEAD}\nm,c1,base,1\n`, { run: 'nope' })).code).toBe('unknown_run')
    writeFileSync(join(cwd, 's.csv'), `${HEAD}\nm,c1,base,1\n`)
    await expect(importScores({ cwd, file: 's.csv', store: 'other.db' })).rejects.toMatchObject({
      name: 'RagstoneError',
    })
  })
})
