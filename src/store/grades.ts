import type { Grade, Sampling } from '../core/grade.ts'
import type { Run } from '../core/run.ts'
import { batchQuery } from './batch-query.ts'
import { runKeyOf, type StoreContext } from './context.ts'
import { fromJson } from './json.ts'
import { locate, type OfResponse, responseKeys } from './located.ts'
import type { Database } from './schema.ts'
import type { Store } from './store.ts'
import { fromText, toText, toTextOrNull } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

interface Pending extends OfResponse {
  grader: string
  verdict: Grade['verdict']
  note: string | null
  at: string
  mark: number | null
  right_above: number | null
  sampling: string | null
}

interface Removed extends OfResponse {
  grader: string
}

/** The grades of runs. People make them, so all of one run fit into memory. */
export function gradesPart(context: StoreContext): Pick<Store, 'saveGrades' | 'deleteGrades' | 'grades'> {
  const writer = gradeWriter(context)
  const remover = gradeRemover(context)
  return {
    async saveGrades(grades) {
      if (grades.length > 0) await context.write.rows(writer, grades.map(toPending(responseKeys())))
    },
    async deleteGrades(runId, grades) {
      const keyOf = responseKeys()
      const removed = grades.map(({ grader, ...key }) => ({
        key: keyOf({ ...key, run_id: runId }),
        grader: toText(grader),
      }))
      if (removed.length > 0) await context.write.rows(remover, removed)
    },
    async *grades(runId) {
      const runKey = await runKeyOf(context, runId)
      const { record, rows } = await context.readTogether((db) => readGrades(db, runKey))
      const order =
        record === undefined
          ? []
          : fromJson<Run>(record, context.location).configurations.map(({ name }) => toText(name))
      const rank = (configuration: string) => order.indexOf(configuration) + 1 || order.length + 1
      // The sort is stable, so the order of the query stays within a configuration.
      for (const row of rows.sort((a, b) => rank(a.configuration) - rank(b.configuration))) {
        yield toGrade(runId, row)
      }
    },
  }
}

function toGrade(runId: string, row: Awaited<ReturnType<typeof readGrades>>['rows'][number]): Grade {
  const grade: Grade = {
    run_id: runId,
    configuration: fromText(row.configuration),
    test_case_id: fromText(row.test_case_id),
    repeat: row.repeat,
    verdict: row.verdict as Grade['verdict'],
    grader: fromText(row.grader),
    at: row.at,
  }
  if (row.note !== null) grade.note = fromText(row.note)
  if (row.mark !== null) grade.mark = row.mark
  if (row.right_above !== null) grade.right_above = row.right_above
  if (row.sampling !== null) grade.sampling = row.sampling as Sampling
  return grade
}

const toPending =
  (keyOf: ReturnType<typeof responseKeys>) =>
  (grade: Grade): Pending => ({
    key: keyOf(grade),
    grader: toText(grade.grader),
    verdict: grade.verdict,
    note: toTextOrNull(grade.note),
    at: grade.at,
    mark: grade.mark ?? null,
    right_above: grade.right_above ?? null,
    sampling: grade.sampling ?? null,
  })

/** Of two verdicts of one grader in one call the later holds, as a statement may not change a row twice. */
function gradeWriter({ known }: StoreContext): Writer<Pending> {
  const upsert = gradeUpsert()
  return async (db, pending) => {
    const located = await locate(db, known, pending)
    const rows = new Map<string, GradeRow>()
    for (const { key, ...columns } of pending) {
      const responseId = located.get(key)?.responseId ?? 0
      rows.set(`${responseId} ${columns.grader}`, { responseId, ...columns })
    }
    await upsert(db, [...rows.values()])
  }
}

type GradeRow = Omit<Pending, 'key'> & { responseId: number }

const PLACEHOLDER = {
  ...{ response_id: 0, grader: '', verdict: 'right' as const, note: '', at: '' },
  ...{ mark: 0, right_above: 0, sampling: '' },
}

function gradeUpsert() {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('grades')
        .values(Array.from({ length: rows }, () => PLACEHOLDER))
        .onConflict((conflict) =>
          conflict.columns(['response_id', 'grader']).doUpdateSet((eb) => ({
            verdict: eb.ref('excluded.verdict'),
            note: eb.ref('excluded.note'),
            at: eb.ref('excluded.at'),
            mark: eb.ref('excluded.mark'),
            right_above: eb.ref('excluded.right_above'),
            sampling: eb.ref('excluded.sampling'),
          })),
        )
        .compile(),
    ({ responseId, grader, verdict, note, at, mark, right_above, sampling }: GradeRow, into) => {
      into.push(responseId, grader, verdict, note, at, mark, right_above, sampling)
    },
  )
}

function gradeRemover({ known }: StoreContext): Writer<Removed> {
  return async (db, removed) => {
    const located = await locate(db, known, removed)
    for (const { key, grader } of removed) {
      await db
        .deleteFrom('grades')
        .where('response_id', '=', located.get(key)?.responseId ?? 0)
        .where('grader', '=', grader)
        .execute()
    }
  }
}

async function readGrades(db: Database, runKey: number) {
  const run = await db.selectFrom('runs').select('record').where('run_key', '=', runKey).executeTakeFirst()
  const rows = await db
    .selectFrom('grades as g')
    .innerJoin('responses as r', 'r.response_id', 'g.response_id')
    .innerJoin('test_cases as t', (join) =>
      join.onRef('t.run_key', '=', 'r.run_key').onRef('t.id', '=', 'r.test_case_id'),
    )
    .select(['r.configuration', 'r.test_case_id', 'r.repeat', 'g.verdict', 'g.grader', 'g.note', 'g.at'])
    .select(['g.mark', 'g.right_above', 'g.sampling'])
    .where('r.run_key', '=', runKey)
    .orderBy('t.position')
    .orderBy('t.case_key')
    .orderBy('r.repeat')
    .orderBy('g.grader')
    .execute()
  return { record: run?.record, rows }
}
