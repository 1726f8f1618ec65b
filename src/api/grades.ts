import { resolve } from 'node:path'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import { nearest, suggest } from '../core/nearest.ts'
import type { Run } from '../core/run.ts'
import { csvRows } from '../files/csv-write.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { placeText } from '../files/rows.ts'
import type { Store } from '../store/store.ts'
import {
  keyOf,
  readSheet,
  refuseContradictions,
  refuseOtherResponses,
  refuseOtherRun,
  runOfSheet,
} from './grade-sheet.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export interface GradeOptions extends ProjectOptions {
  /** An id, a name or `latest`. Default: when reading, the run that the file names in `run_id`; else `latest`. */
  run?: string
}

/** Columns of a file of grades. */
const COLUMNS = ['configuration', 'test_case_id', 'repeat', 'verdict', 'grader', 'note'] as const
/** The run, and what a person needs to see: a file that is read back with other responses in it is of another run. */
const SHOWN = ['run_id', 'user_input', 'reference', 'response'] as const

/**
 * Reads human grades from a file (`configuration,test_case_id,repeat,verdict,grader,note`; CSV or any other format that
 * test sets come in) into a run. Rows without a verdict are passed over. A wrong row, one about a response that the run
 * does not have, or one whose `run_id` or `response` is another than the run's, leaves the run untouched.
 */
export async function importGrades(
  options: GradeOptions & { file: string },
): Promise<{ run_id: string; grades: number }> {
  const rows = await readSheet(resolve(options.cwd ?? process.cwd(), options.file))
  const store = await openProjectStore(options, await openToRead(options))
  try {
    const run = await requireRun(store, options.run ?? (await runOfSheet(store, rows)) ?? 'latest')
    const answered = await answeredIn(store, run.id)
    const at = new Date().toISOString()
    const graded = rows.map((sheetRow) => {
      refuseOtherRun(sheetRow, run)
      const grade = toGrade(sheetRow.row, sheetRow.verdict, run, at)
      if (!answered.keys.has(keyOf(grade))) throw unknownResponse(sheetRow.row, grade, run, answered)
      return { ...sheetRow, grade }
    })
    refuseContradictions(graded)
    await refuseOtherResponses(store, run, graded)
    await store.saveGrades(graded.map(({ grade }) => grade))
    return { run_id: run.id, grades: graded.length }
  } finally {
    await store.close()
  }
}

/** The responses of a run by their keys, and the test cases that have any. */
interface Answered {
  keys: Set<string>
  cases: Set<string>
}

async function answeredIn(store: Store, runId: string): Promise<Answered> {
  const answered: Answered = { keys: new Set(), cases: new Set() }
  for await (const response of store.responseFacts(runId)) {
    answered.keys.add(keyOf(response))
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
  const near = nearest(id, [...answered.cases])
  return refuse(`response to a test case "${id}"`, near === undefined ? sheet : `did you mean "${near}"?`)
}

function toGrade(row: CanonicalRow, verdict: Grade['verdict'], run: Run, at: string): Grade {
  if (row.id === undefined) {
    throw new RagstoneError('bad_grade', `${placeText(row.place)}: test_case_id is missing`, {
      hint: `columns: ${COLUMNS.join(',')}`,
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
    verdict,
    grader: row.grader ?? 'unnamed',
    ...(row.note === undefined ? {} : { note: row.note }),
    at,
  }
}

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV of all responses of a run with question, reference answer and response, ready to be graded: those that nobody
 * graded have an empty verdict, those that several people graded a row for each.
 */
export async function exportGrades(options: GradeOptions = {}): Promise<string> {
  const store = await openProjectStore(options, await openToRead(options), { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const byResponse = new Map<string, Grade[]>()
    for await (const grade of store.grades(run.id)) {
      byResponse.set(keyOf(grade), [...(byResponse.get(keyOf(grade)) ?? []), grade])
    }
    const rows: Record<string, unknown>[] = []
    const leftOut = new Set(run.left_out)
    for await (const { test_case: testCase, response } of store.samples(run.id)) {
      if (leftOut.has(testCase.id)) continue
      const { user_input, reference } = testCase
      const shown = { ...response, user_input, reference }
      for (const grade of byResponse.get(keyOf(response)) ?? [undefined]) rows.push({ ...shown, ...grade })
    }
    return BYTE_ORDER_MARK + [...csvRows([...COLUMNS, ...SHOWN], rows)].join('')
  } finally {
    await store.close()
  }
}
