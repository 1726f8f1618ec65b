import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Run } from '../core/run.ts'
import { runKeyOf, type StoreContext } from './context.ts'
import { fromJson } from './json.ts'
import type { Database } from './schema.ts'
import type { Selection } from './store.ts'
import { toText } from './stored-text.ts'

/** The most rows of one page. */
export const PAGE_ROWS = 256

/** Longer lists of ids are compared here instead of in the query, which takes only so many parameters. */
const IDS_IN_QUERY = 500

/** Where a page ended: what it is ordered by, all of it together unique within a configuration. */
export interface Place {
  position: number
  case_key: number
  repeat: number
}

/** The responses that a page is taken from. */
export interface Walk {
  runKey: number
  configuration: string
  selection: Selection
}

/**
 * Reads page after page until one is empty; each page is a query of its own that begins after the last row of the one
 * before, so nothing is held open while the caller works, and rows may be written in between. SQLite answers at once,
 * so a turn of the event loop is waited for after each page: timers, signals and other connections get their turn.
 */
export async function* pages<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after)
    if (rows.length === 0) return
    yield rows
    await nextTurn()
    after = rows.at(-1)
  }
}

/** Pages of what hangs on the selected responses of a run, configuration by configuration. */
export async function* pagesInOrder<Row extends { test_case_id: string }>(
  context: StoreContext,
  runId: string,
  selection: Selection,
  readPage: (walk: Walk, after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const runKey = await runKeyOf(context, runId)
  const isSelected = selected(selection)
  for (const configuration of await configurationsOf(context, runKey, selection)) {
    for await (const page of pages((after?: Row) => readPage({ runKey, configuration, selection }, after))) {
      yield page.filter(isSelected)
    }
  }
}

/** The first rows of a query: a page, or fewer when their texts are long. */
export async function firstRows<Row>(db: Database, query: { compile(): CompiledQuery<Row> }): Promise<Row[]> {
  for await (const chunk of db.getExecutor().stream(query.compile(), PAGE_ROWS)) return chunk.rows
  return []
}

/** The selected configurations of a run that have responses: in the order of its record, then any others by name. */
async function configurationsOf(context: StoreContext, runKey: number, selection: Selection): Promise<string[]> {
  const [stored, record] = await context.readTogether(async (db) => [
    await db.selectFrom('responses').select('configuration').distinct().where('run_key', '=', runKey).execute(),
    await db.selectFrom('runs').select('record').where('run_key', '=', runKey).executeTakeFirst(),
  ])
  const names =
    record === undefined
      ? []
      : fromJson<Run>(record.record, context.location).configurations.map(({ name }) => toText(name))
  const others = stored.map((row) => row.configuration).filter((name) => !names.includes(name))
  const wanted = selection.configurations?.map(toText)
  return [...names, ...others.sort()].filter((name) => wanted === undefined || wanted.includes(name))
}

/** The responses `r` of a walk with their test cases `t`, in the order of the test set, after a place. */
export function responsesInOrder(db: Database, { runKey, configuration, selection }: Walk, after: Place | undefined) {
  const ids = selection.test_case_ids?.map(toText)
  let query = db
    .selectFrom('test_cases as t')
    .innerJoin('responses as r', (join) =>
      join.onRef('r.run_key', '=', 't.run_key').onRef('r.test_case_id', '=', 't.id'),
    )
    .where('t.run_key', '=', runKey)
    .where('r.configuration', '=', configuration)
    .orderBy('t.position')
    .orderBy('t.case_key')
    .orderBy('r.repeat')
  if (ids !== undefined && ids.length <= IDS_IN_QUERY) {
    query = ids.length === 0 ? query.where('t.case_key', '<', 0) : query.where('t.id', 'in', ids)
  }
  if (after === undefined) return query
  return query
    .where('t.position', '>=', after.position)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('t.position', 't.case_key', 'r.repeat'), '>', tuple(after.position, after.case_key, after.repeat)),
    )
}

/** Whether a row is selected, where the query could not tell. */
function selected({ test_case_ids: ids }: Selection): (row: { test_case_id: string }) => boolean {
  if (ids === undefined || ids.length <= IDS_IN_QUERY) return () => true
  const wanted = new Set(ids.map(toText))
  return (row) => wanted.has(row.test_case_id)
}
