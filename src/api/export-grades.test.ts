import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { type Grade, gradeSchema } from '../core/grade.ts'
import { readRows } from '../files/rows.ts'
import { exportGrades } from './export-grades.ts'
import { exportRecords } from './export-records.ts'
import { importGrades } from './grades.ts'
import { folderWithRun } from './test-support/import-folder.ts'

const ANSWERS = [
  ...Array.from({ length: 12 }, (_, index) => ({
    id: `c${index + 1}`,
    user_input: `What of ${index + 1}?`,
    response: `It is ${index + 1}.`,
  })),
  { id: 'broken', user_input: 'And that?', error: 'index not loaded' },
]

async function stored(cwd: string): Promise<Grade[]> {
  const grades: Grade[] = []
  for await (const line of exportRecords({ cwd, what: 'grades', format: 'jsonl' })) {
    grades.push(gradeSchema.parse(JSON.parse(String(line))))
  }
  return grades
}

async function graded(cwd: string, content: string, rightAbove?: number) {
  writeFileSync(join(cwd, 'g.csv'), content)
  const notes: string[] = []
  const bound = rightAbove === undefined ? {} : { rightAbove }
  const result = await importGrades({ cwd, file: 'g.csv', log: (line) => notes.push(line), ...bound })
  return { result, notes, grades: await stored(cwd) }
}

async function refused(cwd: string, content: string, rightAbove?: number) {
  const error = await graded(cwd, content, rightAbove).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  expect(await stored(cwd)).toEqual([])
  return error
}

describe('marks on a scale', () => {
  it('count as right above the bound, and are kept with it', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const { grades } = await graded(cwd, 'id,stars,grader\nc1,4,ann\nc2,3,ann\nc3,,ann\nc1,2.5,bob\n', 3)
    expect(
      grades.map(({ test_case_id: id, grader, verdict, mark, right_above }) => [
        id,
        grader,
        verdict,
        mark,
        right_above,
      ]),
    ).toEqual([
      ['c1', 'ann', 'right', 4, 3],
      ['c1', 'bob', 'wrong', 2.5, 3],
      ['c2', 'ann', 'wrong', 3, 3],
    ])
    const sheet = await exportGrades({ cwd })
    expect(sheet.split('\n')[0]).toMatch(/,response,mark,right_above$/)
    expect((await graded(cwd, sheet)).grades.map(({ at: _at, ...rest }) => rest)).toEqual(
      grades.map(({ at: _at, ...rest }) => rest),
    )
  })

  it('stay beside a verdict that a person gave', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const { grades } = await graded(cwd, 'id,verdict,rating\nc1,wrong,4\nc2,right,4\n', 3)
    expect(grades.map(({ verdict, mark, right_above }) => [verdict, mark, right_above])).toEqual([
      ['wrong', 4, undefined],
      ['right', 4, 3],
    ])
  })

  it('are refused without a bound or without a column, when they are no numbers, and where one person gives two', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const bare = await refused(cwd, 'id,rating\nc1,\nc2,4\n')
    expect([bare.code, bare.hint]).toEqual(['needs_bound', expect.stringContaining('--right-above 3')])
    expect(bare.message).toMatch(/g\.csv:3: the row has a mark \(4\) and no verdict$/)
    expect((await refused(cwd, 'id,verdict\nc1,right\n', 3)).message).toMatch(/g\.csv has no column of marks$/)
    expect((await refused(cwd, 'id,rating\nc1,good\n', 3)).message).toMatch(/:2: "rating" is "good"$/)
    const two = await refused(cwd, 'id,rating\nc1,3.5\nc1,4\n', 3)
    expect(two.message).toMatch(/:3: unnamed says "right" \(4\) of "c1" .* and "right" \(3\.5\) at .*:2$/)
  })

  it('are refused for ids that a spreadsheet changed, with what happened', async () => {
    const cwd = await folderWithRun([{ id: '1-2', user_input: 'When?', response: 'At nine.' }])
    expect((await refused(cwd, 'id,verdict,filled by,points\n2-Jan,right,ann,3\n')).hint).toContain(
      '"1-2" may have become a date',
    )
  })
})

describe('a sheet of a random sample', () => {
  const fill = (sheet: string, places: readonly number[]) =>
    sheet
      .split('\n')
      .map((line) => (places.includes(Number(line.split(',').at(-1))) ? line.replace(',1,,,', ',1,right,ann,') : line))
      .join('\n')

  it('holds so many answers in the order of a draw that its seed decides, and none without an answer', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const idsOf = async (sample: number, seed?: number) => {
      writeFileSync(join(cwd, 's.csv'), await exportGrades({ cwd, sample, ...(seed === undefined ? {} : { seed }) }))
      const ids: unknown[] = []
      for await (const { value, place } of readRows(join(cwd, 's.csv'))) {
        expect([value.sampling, value.drawn]).toEqual(['random', String(place.row)])
        ids.push(value.test_case_id)
      }
      return ids
    }
    const five = await idsOf(5)
    expect(new Set(five).size).toBe(5)
    expect(await idsOf(5)).toEqual(five)
    expect(await idsOf(5, 2)).not.toEqual(five)
    const all = await idsOf(100)
    expect(all.slice(0, 5)).toEqual(five)
    expect(new Set(all)).toEqual(new Set(ANSWERS.slice(0, 12).map(({ id }) => id)))
  })

  it('counts as random where its first rows are graded, and comes back with what was graded', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const { notes, grades } = await graded(cwd, fill(await exportGrades({ cwd, sample: 6 }), [1, 2, 3]))
    expect(notes).toEqual([])
    expect(grades.map(({ sampling }) => sampling)).toEqual(['random', 'random', 'random'])
    const again = await exportGrades({ cwd, sample: 8 })
    expect(again.match(/,right,ann,/g)).toHaveLength(3)
    expect((await graded(cwd, fill(again, [4, 5]))).grades.map(({ sampling }) => sampling)).toEqual(
      Array(5).fill('random'),
    )
  })

  it('counts as chosen, which is told, where a person picked among its rows', async () => {
    const cwd = await folderWithRun(ANSWERS)
    const { notes, grades } = await graded(cwd, fill(await exportGrades({ cwd, sample: 6 }), [1, 4]))
    expect(grades.map(({ sampling }) => sampling)).toEqual(['chosen', 'chosen'])
    expect(notes).toEqual([expect.stringMatching(/^2 graded rows of the random sample are not the first of the draw/)])
  })
})
