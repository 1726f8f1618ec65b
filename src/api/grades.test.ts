import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { canonicalRows } from '../files/fields.ts'
import { readRows } from '../files/rows.ts'
import { evaluate } from './evaluate.ts'
import { exportGrades } from './export-grades.ts'
import { importGrades } from './grades.ts'
import { report } from './report.ts'

const ANSWERS = [
  { id: 'c1', user_input: 'When?', reference: 'At nine.', configuration: 'base', response: 'It opens,\n"at nine".' },
  { id: 'c1', user_input: 'When?', reference: 'At nine.', configuration: 'big', response: '=At ten.' },
  { id: 'c2', user_input: 'Who?', configuration: 'base', error: 'index not loaded' },
  { id: 'c2', user_input: 'Who?', configuration: 'big', repeat: 2, response: 'Ann.' },
]

/** A folder with a run of these answers. */
async function folderWithRun(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-grades-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'answers.jsonl'), ANSWERS.map((one) => JSON.stringify(one)).join('\n'))
  await evaluate({ cwd, file: 'answers.jsonl', metrics: ['refusal'] })
  return cwd
}

async function rowsOf(cwd: string, csv: string) {
  writeFileSync(join(cwd, 'sheet.csv'), csv)
  const rows = []
  for await (const { value } of readRows(join(cwd, 'sheet.csv'))) rows.push(value)
  return rows
}

async function refusedImport(cwd: string, lines: string) {
  writeFileSync(join(cwd, 'grades.csv'), `configuration,test_case_id,repeat,verdict,grader\n${lines}`)
  const error = await importGrades({ cwd, file: 'grades.csv' }).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  return error
}

describe('the sheet to be graded', () => {
  it('holds question, reference and answer beside what is to be filled in', async () => {
    const cwd = await folderWithRun()
    const csv = await exportGrades({ cwd })
    expect(csv.split('\n')[0]).toBe(
      '\ufeffconfiguration,test_case_id,repeat,verdict,grader,note,run_id,user_input,reference,response',
    )
    const { id } = await report({ cwd }).then(({ run }) => run)
    const empty = { verdict: '', grader: '', note: '', run_id: id }
    const first = { test_case_id: 'c1', repeat: '1', user_input: 'When?', reference: 'At nine.' }
    expect(await rowsOf(cwd, csv)).toEqual([
      { ...first, ...empty, configuration: 'base', response: 'It opens,\n"at nine".' },
      {
        test_case_id: 'c2',
        repeat: '1',
        ...empty,
        configuration: 'base',
        user_input: 'Who?',
        reference: '',
        response: '',
      },
      { ...first, ...empty, configuration: 'big', response: '=At ten.' },
      {
        test_case_id: 'c2',
        repeat: '2',
        ...empty,
        configuration: 'big',
        user_input: 'Who?',
        reference: '',
        response: 'Ann.',
      },
    ])
  })

  it('comes back as it is, with verdicts filled in, and shows the verdict of each grader', async () => {
    const cwd = await folderWithRun()
    const sheet = await exportGrades({ cwd })
    writeFileSync(join(cwd, 'ann.csv'), sheet.replace('base,c1,1,,,', 'base,c1,1,right,ann,'))
    writeFileSync(join(cwd, 'bob.csv'), sheet.replace('base,c1,1,,,', 'base,c1,1,wrong,bob,too short'))
    expect(await importGrades({ cwd, file: 'ann.csv' })).toMatchObject({ grades: 1 })
    expect(await importGrades({ cwd, file: 'bob.csv' })).toMatchObject({ grades: 1 })
    writeFileSync(join(cwd, 'both.csv'), await exportGrades({ cwd }))
    const grades = []
    for await (const row of canonicalRows(join(cwd, 'both.csv'), { expects: 'both' })) {
      const { configuration, id, verdict, grader, note, response } = row
      if (verdict !== undefined) grades.push({ configuration, id, verdict, grader, note, response })
    }
    const graded = { configuration: 'base', id: 'c1', response: 'It opens,\n"at nine".' }
    expect(grades).toEqual([
      { ...graded, verdict: 'right', grader: 'ann', note: undefined },
      { ...graded, verdict: 'wrong', grader: 'bob', note: 'too short' },
    ])
  })
})

describe('a grade of a response that the run does not have', () => {
  it.each([
    ['base,c11,1,wrong,ann', 'response to a test case "c11"', 'did you mean "c1"?'],
    ['base,leave,1,wrong,ann', 'response to a test case "leave"', 'ragstone grade --export FILE'],
    ['bse,c1,1,wrong,ann', 'configuration "bse"', 'did you mean "base"?'],
    ['big,c1,2,wrong,ann', 'response to "c1" under configuration "big", repeat 2', 'ragstone grade --export FILE'],
  ])('is refused by file and line, and nothing is stored: %s', async (line, problem, hint) => {
    const cwd = await folderWithRun()
    const before = await exportGrades({ cwd })
    const error = await refusedImport(cwd, `base,c1,1,right,ann\n${line}\n`)
    expect(error.code).toBe('unknown_response')
    expect(error.message).toContain(`${join(cwd, 'grades.csv')}:3: run `)
    expect(error.message).toContain(`has no ${problem}`)
    expect(error.hint).toContain(hint)
    expect(await exportGrades({ cwd })).toBe(before)
  })

  it('is passed over where it has no verdict', async () => {
    const cwd = await folderWithRun()
    writeFileSync(join(cwd, 'grades.csv'), 'configuration,test_case_id,verdict\nbase,gone,\nbase,c1,right\n')
    expect(await importGrades({ cwd, file: 'grades.csv' })).toMatchObject({ grades: 1 })
  })
})

describe('a sheet of one run', () => {
  /** A second run of other answers, and what a person graded in the sheet of the first. */
  async function twoRuns(): Promise<{ cwd: string; first: string; second: string }> {
    const cwd = await folderWithRun()
    const first = (await report({ cwd })).run.id
    const sheet = await exportGrades({ cwd })
    writeFileSync(join(cwd, 'graded.csv'), sheet.replace('base,c1,1,,,', 'base,c1,1,right,ann,'))
    writeFileSync(join(cwd, 'answers.jsonl'), JSON.stringify({ ...ANSWERS[0], response: 'At noon.' }))
    const { report: other } = await evaluate({ cwd, file: 'answers.jsonl', metrics: ['refusal'], name: 'second' })
    return { cwd, first, second: other.run.id }
  }
  const refusal = async (options: Parameters<typeof importGrades>[0]) => {
    const error = await importGrades(options).catch((thrown: unknown) => thrown)
    if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
    return error
  }

  it('goes back to that run when newer ones are stored', async () => {
    const { cwd, first, second } = await twoRuns()
    expect(await importGrades({ cwd, file: 'graded.csv' })).toEqual({ run_id: first, grades: 1 })
    expect((await report({ cwd, run: second })).grades).toBeNull()
    expect((await report({ cwd, run: first })).grades).not.toBeNull()
  })

  it('is refused for another run by file and line, and nothing is stored', async () => {
    const { cwd, first, second } = await twoRuns()
    const error = await refusal({ cwd, file: 'graded.csv', run: 'second' })
    expect(error.code).toBe('other_run')
    expect(error.message).toContain(`${join(cwd, 'graded.csv')}:2: run_id: the row grades run ${first}`)
    expect(error.hint).toContain(`ragstone grade ${first} --import`)
    expect((await report({ cwd, run: second })).grades).toBeNull()
  })

  it('is refused where its run is not stored, in place of landing on the newest', async () => {
    const { cwd } = await twoRuns()
    writeFileSync(join(cwd, 'gone.csv'), 'test_case_id,verdict,run_id\nc1,right,20200101-000000-aaaa\n')
    expect((await refusal({ cwd, file: 'gone.csv' })).code).toBe('other_run')
  })

  it('is refused where it shows another response than the run has, also without the id of a run', async () => {
    const { cwd, second } = await twoRuns()
    writeFileSync(join(cwd, 'bare.csv'), 'test_case_id,verdict,response\nc1,wrong,At noon.\nc1,wrong,At nine.\n')
    const error = await refusal({ cwd, file: 'bare.csv' })
    expect(error.code).toBe('other_response')
    expect(error.message).toContain(`${join(cwd, 'bare.csv')}:3: response: run ${second} has another response to "c1"`)
    expect(error.hint).toContain('ragstone grade RUN --import FILE')
    expect((await report({ cwd })).grades).toBeNull()
  })

  it('is taken when a spreadsheet changed line ends and kept the guard of a formula', async () => {
    const cwd = await folderWithRun()
    const run = (await report({ cwd })).run.id
    writeFileSync(
      join(cwd, 'saved.csv'),
      `configuration,test_case_id,verdict,run_id,response\r\nbase,c1,right,${run},"It opens,\r\n""at nine""."\r\nbig,c1,right,,'=At ten.\r\n`,
    )
    expect(await importGrades({ cwd, file: 'saved.csv' })).toEqual({ run_id: run, grades: 2 })
  })
})

describe('a sheet that would lose verdicts', () => {
  it('is refused where it has no column for them', async () => {
    const cwd = await folderWithRun()
    writeFileSync(join(cwd, 'g.csv'), 'configuration,test_case_id,verdikt\nbase,c1,right\n')
    const error = await importGrades({ cwd, file: 'g.csv' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'missing_column',
      message: expect.stringMatching(
        /no column for the verdict; the columns are configuration, test_case_id, verdikt$/,
      ),
    })
    writeFileSync(join(cwd, 'g.csv'), 'configuration,test_case_id,Human Grade\nbase,c1,\n')
    expect((await importGrades({ cwd, file: 'g.csv' })).grades).toBe(0)
  })

  it('is refused where one grader says both of the same response', async () => {
    const cwd = await folderWithRun()
    const error = await refusedImport(cwd, 'base,c1,1,right,Ann\nbase,c1,1,wrong,Bob\nbase,c1,1,wrong,Ann\n')
    expect(error.code).toBe('contradicting_grades')
    expect(error.message).toMatch(/grades\.csv:4: Ann says "wrong" of "c1" .* and "right" at .*grades\.csv:2$/)
    expect((await report({ cwd })).grades).toBeNull()
    writeFileSync(join(cwd, 'g.csv'), 'configuration,test_case_id,verdict\nbase,c1,right\nbase,c1,right\n')
    expect((await importGrades({ cwd, file: 'g.csv' })).grades).toBe(2)
  })
})
