import { resolve } from 'node:path'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { Run } from '../core/run.ts'
import { csvRows } from '../files/csv-write.ts'
import { type CanonicalRow, canonicalRows } from '../files/fields.ts'
import { placeText } from '../files/rows.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export interface GradeOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
}

/** Columns of a file of grades. */
const COLUMNS = ['configuration', 'test_case_id', 'repeat', 'verdict', 'grader', 'note'] as const

/**
 * Reads human grades from a file (`configuration,test_case_id,repeat,verdict,grader,note`; CSV or any other format
 * that test sets come in) into a run. Rows without a verdict are passed over; a wrong row leaves the run untouched.
 */
export async function importGrades(
  options: GradeOptions & { file: string },
): Promise<{ run_id: string; grades: number }> {
  const store = await openProjectStore(options, await openToRead(options))
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const at = new Date().toISOString()
    const grades: Grade[] = []
    const file = resolve(options.cwd ?? process.cwd(), options.file)
    for await (const row of canonicalRows(file, { expects: 'response' })) {
      if (row.verdict === undefined) continue
      grades.push(toGrade(row, row.verdict, run, at))
    }
    await store.saveGrades(grades)
    return { run_id: run.id, grades: grades.length }
  } finally {
    await store.close()
  }
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

/** A CSV of all responses of a run with their grades; ungraded ones have an empty verdict, ready to be filled in. */
export async function exportGrades(options: GradeOptions = {}): Promise<string> {
  const store = await openProjectStore(options, await openToRead(options), { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const byResponse = new Map<string, Grade[]>()
    const keyOf = (one: { configuration: string; test_case_id: string; repeat: number }) =>
      JSON.stringify([one.configuration, one.test_case_id, one.repeat])
    for await (const grade of store.grades(run.id)) {
      byResponse.set(keyOf(grade), [...(byResponse.get(keyOf(grade)) ?? []), grade])
    }
    const rows: Record<string, unknown>[] = []
    for await (const { configuration, test_case_id, repeat } of store.responseFacts(run.id)) {
      const key = { configuration, test_case_id, repeat }
      const grades = byResponse.get(keyOf(key))
      if (grades === undefined) rows.push({ ...key, verdict: '', grader: '', note: '' })
      else for (const { verdict, grader, note } of grades) rows.push({ ...key, verdict, grader, note: note ?? '' })
    }
    return [...csvRows([...COLUMNS], rows)].join('')
  } finally {
    await store.close()
  }
}
