import { resolve } from 'node:path'
import { RagstoneError } from '../core/errors.ts'
import { type Grade, gradeSchema } from '../core/grade.ts'
import { csvRows } from '../files/csv-write.ts'
import { placeText, readRows } from '../files/rows.ts'
import { openProjectStore, type ProjectOptions } from './project.ts'
import { openProjectIfAny } from './report.ts'
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
  const store = await openProjectStore(options, await openProjectIfAny(options))
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const at = new Date().toISOString()
    const grades: Grade[] = []
    for await (const row of readRows(resolve(options.cwd ?? process.cwd(), options.file))) {
      const { repeat, verdict, grader, note, ...rest } = row.value
      if (verdict === undefined || verdict === null || verdict === '') continue
      const parsed = gradeSchema.safeParse({
        ...rest,
        run_id: run.id,
        repeat: repeat === undefined || repeat === '' ? 1 : Number(repeat),
        verdict: String(verdict).trim().toLowerCase(),
        grader: grader === undefined || grader === '' ? 'unnamed' : String(grader),
        ...(note === undefined || note === '' ? {} : { note: String(note) }),
        at,
      })
      if (!parsed.success) {
        const issue = parsed.error.issues[0]
        throw new RagstoneError('bad_grade', `${placeText(row.place)}: ${issue?.path.join('.')}: ${issue?.message}`, {
          hint: `columns: ${COLUMNS.join(',')}; verdict is right or wrong`,
        })
      }
      grades.push(parsed.data)
    }
    await store.saveGrades(grades)
    return { run_id: run.id, grades: grades.length }
  } finally {
    await store.close()
  }
}

/** A CSV of all responses of a run with their grades; ungraded ones have an empty verdict, ready to be filled in. */
export async function exportGrades(options: GradeOptions = {}): Promise<string> {
  const store = await openProjectStore(options, await openProjectIfAny(options), { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const byResponse = new Map<string, Grade[]>()
    const keyOf = (one: { configuration: string; test_case_id: string; repeat: number }) =>
      JSON.stringify([one.configuration, one.test_case_id, one.repeat])
    for await (const grade of store.grades(run.id)) {
      byResponse.set(keyOf(grade), [...(byResponse.get(keyOf(grade)) ?? []), grade])
    }
    const rows: Record<string, unknown>[] = []
    for await (const { configuration, test_case_id, repeat } of store.responseKeys(run.id)) {
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
