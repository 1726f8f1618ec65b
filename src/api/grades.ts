import { resolve } from 'node:path'
import { counted } from '../core/counted.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import { suggest } from '../core/nearest.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { placeText } from '../files/rows.ts'
import type { Store } from '../store/store.ts'
import {
  readSheet,
  refuseContradictions,
  refuseOtherResponses,
  refuseOtherRun,
  runOfSheet,
  type SheetRow,
} from './grade-sheet.ts'
import { idTrouble } from './id-trouble.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export interface GradeOptions extends ProjectOptions {
  /** An id, a name or `latest`. Default: when reading, the run that the file names in `run_id`; else `latest`. */
  run?: string
  log?: (line: string) => void
}

/** Columns of a file of grades. */
export const GRADE_COLUMNS = ['configuration', 'test_case_id', 'repeat', 'verdict', 'grader', 'note'] as const

/**
 * Reads human grades from a file (`configuration,test_case_id,repeat,verdict,grader,note`; CSV or any other format that
 * test sets come in) into a run. Rows without a verdict are passed over, save those with a `mark` on a scale, which counts as
 * right above `rightAbove`. A wrong row, one about a response that the run does not have, or one whose `run_id` or `response` is
 * another than the run's, leaves the run untouched. `sampling` is kept; graded rows of a random sample that are not the first
 * ones of the draw were picked, and become `chosen`, which `log` is told.
 */
export async function importGrades(
  options: GradeOptions & { file: string; rightAbove?: number },
): Promise<{ run_id: string; grades: number }> {
  const { rows, chosen } = await readSheet(resolve(options.cwd ?? process.cwd(), options.file), options.rightAbove)
  const store = await openProjectStore(options, await openToRead(options))
  try {
    const run = await requireRun(store, options.run ?? (await runOfSheet(store, rows)) ?? 'latest')
    const answered = await answeredIn(store, run.id)
    const at = new Date().toISOString()
    const graded = rows.map((sheetRow) => {
      refuseOtherRun(sheetRow, run)
      const grade = toGrade(sheetRow, run, at)
      if (!answered.keys.has(responseKey(grade))) throw unknownResponse(sheetRow.row, grade, run, answered)
      return { ...sheetRow, grade }
    })
    refuseContradictions(graded)
    await refuseOtherResponses(store, run, graded)
    await store.saveGrades(graded.map(({ grade }) => grade))
    if (chosen > 0) options.log?.(CHOSEN(chosen))
    return { run_id: run.id, grades: graded.length }
  } finally {
    await store.close()
  }
}

const CHOSEN = (n: number) =>
  `${counted(n, 'graded row')} of the random sample ${n === 1 ? 'is' : 'are'} not the first of the draw: kept as chosen by hand, which no rate of all answers can rest on; grade the rows in the order of the sheet and import it again`

/** The responses of a run by their keys, and the test cases that have any. */
interface Answered {
  keys: Set<string>
  cases: Set<string>
}

async function answeredIn(store: Store, runId: string): Promise<Answered> {
  const answered: Answered = { keys: new Set(), cases: new Set() }
  for await (const response of store.responseFacts(runId)) {
    answered.keys.add(responseKey(response))
    answered.cases.add(response.test_case_id)
  }
  return answered
}

function unknownResponse(row: CanonicalRow, grade: Grade, run: Run, answered: Answered): RagstoneError {
  const { configuration, test_case_id: id, repeat } = grade
  const refuse = (problem: string, hint: string) =>
    new RagstoneError('unknown_response', `${placeText(row.place)}: run ${run.id} has no ${problem}`, { hint })
  const names = run.configurations.map(({ name }) => name)
  if (!names.includes(configuration)) return refuse(`configuration "${configuration}"`, suggest(configuration, names))
  const sheet = 'the rows that can be graded are written by: ragstone grade --export FILE'
  if (answered.cases.has(id)) {
    return refuse(`response to "${id}" under configuration "${configuration}", repeat ${repeat}`, sheet)
  }
  return refuse(`response to a test case "${id}"`, idTrouble(id, [...answered.cases]) ?? sheet)
}

function toGrade({ row, said, sampling }: SheetRow, run: Run, at: string): Grade {
  if (row.id === undefined) {
    throw new RagstoneError('bad_grade', `${placeText(row.place)}: test_case_id is missing`, {
      hint: `columns: ${GRADE_COLUMNS.join(',')}`,
    })
  }
  const [only] = run.configurations
  const configuration = row.configuration ?? (run.configurations.length === 1 ? only?.name : undefined)
  if (configuration === undefined) {
    throw new RagstoneError('bad_grade', `${placeText(row.place)}: configuration is missing`, {
      hint: `the run has ${run.configurations.map(({ name }) => name).join(', ')}`,
    })
  }
  return {
    run_id: run.id,
    configuration,
    test_case_id: row.id,
    repeat: row.repeat ?? 1,
    ...said,
    grader: row.grader ?? 'unnamed',
    ...(row.note === undefined ? {} : { note: row.note }),
    ...(sampling === undefined ? {} : { sampling }),
    at,
  }
}
