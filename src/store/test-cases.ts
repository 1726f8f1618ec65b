import { type TestCase, testCaseHash } from '../core/test-case.ts'
import { batchQuery } from './batch-query.ts'
import { runKeyOf, type StoreContext } from './context.ts'
import { fromJson, toJson } from './json.ts'
import { firstRows, PAGE_ROWS, type Place, pages } from './pages.ts'
import type { Database } from './schema.ts'
import type { Store } from './store.ts'
import { fromText, toText } from './stored-text.ts'

/** Ids of one query. */
const GROUP = 500

interface CaseRow {
  id: string
  position: number
  hash: string
  record: string
}

type CasePlace = Pick<Place, 'position' | 'case_key'>

/** The test cases of runs. */
export function testCasesPart(context: StoreContext): Pick<Store, 'saveTestCases' | 'testCases' | 'deleteTestCases'> {
  const save = caseSaver()
  return {
    async saveTestCases(runId, cases) {
      const rows = cases.map(({ position, test_case }) => toRow(position, test_case))
      return context.write.run(async (db) => save(db, await context.known.run(db, runId), rows))
    },
    async *testCases(runId) {
      const runKey = await runKeyOf(context, runId)
      for await (const page of pages((after?: CasePlace) => context.read((db) => casePage(db, runKey, after)))) {
        for (const row of page) yield fromJson<TestCase>(row.record, context.location)
      }
    },
    async deleteTestCases(runId, ids) {
      await context.write.run(async (db) => {
        const runKey = await context.known.run(db, runId)
        for (const group of groups(ids.map(toText))) {
          await db.deleteFrom('test_cases').where('run_key', '=', runKey).where('id', 'in', group).execute()
        }
        context.known.forget()
      })
    },
  }
}

function toRow(position: number, testCase: TestCase): CaseRow {
  return { id: toText(testCase.id), position, hash: testCaseHash(testCase), record: toJson(testCase) }
}

/** Inserts new cases, replaces changed ones with their scores; returns the ids of the changed ones. */
function caseSaver() {
  const insert = batchQuery(
    (db, rows) =>
      db
        .insertInto('test_cases')
        .values(Array.from({ length: rows }, () => ({ run_key: 0, id: '', position: 0, hash: '', record: '' })))
        .compile(),
    (row: CaseRow & { run_key: number }, into) => {
      into.push(row.run_key, row.id, row.position, row.hash, row.record)
    },
  )
  return async (db: Database, runKey: number, rows: readonly CaseRow[]): Promise<string[]> => {
    const replaced: string[] = []
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
    for (const group of groups(unique)) {
      const stored = await storedHashes(db, runKey, group)
      await insert(
        db,
        group.filter((row) => !stored.has(row.id)).map((row) => ({ ...row, run_key: runKey })),
      )
      for (const row of group) {
        const hash = stored.get(row.id)
        if (hash === undefined || hash === row.hash) continue
        await replaceCase(db, runKey, row)
        replaced.push(fromText(row.id))
      }
    }
    return replaced
  }
}

async function storedHashes(db: Database, runKey: number, rows: readonly CaseRow[]): Promise<Map<string, string>> {
  const stored = await db
    .selectFrom('test_cases')
    .select(['id', 'hash'])
    .where('run_key', '=', runKey)
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
  return new Map(stored.map((row) => [row.id, row.hash]))
}

async function replaceCase(db: Database, runKey: number, { id, hash, record }: CaseRow): Promise<void> {
  await db.updateTable('test_cases').set({ hash, record }).where('run_key', '=', runKey).where('id', '=', id).execute()
  await db
    .deleteFrom('scores')
    .where('response_id', 'in', (from) =>
      from.selectFrom('responses').select('response_id').where('run_key', '=', runKey).where('test_case_id', '=', id),
    )
    .execute()
}

function casePage(db: Database, runKey: number, after: CasePlace | undefined) {
  let query = db
    .selectFrom('test_cases')
    .select(['position', 'case_key', 'record'])
    .where('run_key', '=', runKey)
    .orderBy('position')
    .orderBy('case_key')
    .limit(PAGE_ROWS)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('position', 'case_key'), '>', tuple(after.position, after.case_key)),
    )
  }
  return firstRows(db, query)
}

function* groups<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += GROUP) yield list.slice(start, start + GROUP)
}
