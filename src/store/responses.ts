import type { Response } from '../core/response.ts'
import { batchQuery } from './batch-query.ts'
import type { StoreContext } from './context.ts'
import { findRunKey, keyText } from './keys.ts'
import { unknownRun, unknownTestCase } from './missing-rows.ts'
import { firstRows, PAGE_ROWS, type Place, pagesInOrder, responsesInOrder, type Walk } from './pages.ts'
import { factsOfRow, fromResponseRow, RESPONSE_COLUMNS, type ResponseRow, toResponseRow } from './response-rows.ts'
import type { Database } from './schema.ts'
import type { Store } from './store.ts'
import { isConstraint } from './store-error.ts'
import { fromText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

interface Pending {
  runId: string
  row: ResponseRow
}

interface NumberedResponse {
  runKey: number
  row: ResponseRow
}

/** Rows of a page without texts. */
const FACT_ROWS = 2000

/** The responses of runs. */
export function responsesPart(
  context: StoreContext,
): Pick<Store, 'saveResponse' | 'saveResponses' | 'responseFacts' | 'responses'> {
  const writer = responseWriter(context)
  const saveResponses = async (responses: readonly Response[]): Promise<void> => {
    if (responses.length === 0) return
    const rows = responses.map((response) => ({ runId: response.run_id, row: toResponseRow(response) }))
    try {
      await context.write.rows(writer, rows)
    } catch (error) {
      throw isConstraint(error) ? await explain(context, rows, error) : error
    }
  }
  return {
    saveResponses,
    saveResponse: (response) => saveResponses([response]),
    async *responseFacts(runId) {
      const read = (walk: Walk, after?: Awaited<ReturnType<typeof factsPage>>[number]) =>
        context.read((db) => factsPage(db, walk, after))
      for await (const page of pagesInOrder(context, runId, {}, read)) {
        for (const row of page) yield factsOfRow(runId, row, context.location)
      }
    },
    async *responses(runId, selection = {}) {
      const read = (walk: Walk, after?: ResponseRow & Place) =>
        context.read((db) => firstRows(db, responsePage(db, walk, after)))
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) yield fromResponseRow(runId, row, context.location)
      }
    },
  }
}

/** The query of the next responses after a place. */
export function responsePage(db: Database, walk: Walk, after: Place | undefined) {
  return responsesInOrder(db, walk, after)
    .select(['t.position', 't.case_key'])
    .select(RESPONSE_COLUMNS.map((column) => `r.${column}` as const))
    .limit(PAGE_ROWS)
}

const FACT_COLUMNS = [
  'test_case_id',
  'configuration',
  'repeat',
  'asked_key',
  'latency_ms',
  'error_code',
  'error_message',
  'problems',
] as const

function factsPage(db: Database, walk: Walk, after: Place | undefined) {
  return responsesInOrder(db, walk, after)
    .select(['t.position', 't.case_key'])
    .select(FACT_COLUMNS.map((column) => `r.${column}` as const))
    .limit(FACT_ROWS)
    .execute()
}

/**
 * Inserts responses; one that is there already is replaced and loses its scores and grades. Remembers the numbers of
 * the rows, as scores are likely to follow.
 */
function responseWriter({ known }: StoreContext): Writer<Pending> {
  const insert = responseInsert()
  return async (db, pending) => {
    // Of several rows with one key the last counts; a statement may not replace a row twice.
    const unique = new Map<string, NumberedResponse>()
    for (const { runId, row } of pending) {
      const runKey = await known.run(db, runId)
      unique.set(keyText(runKey, row), { runKey, row })
    }
    const replaced: number[] = []
    const { rows: stored } = await insert(db, [...unique.values()])
    for (const { response_id, revision, ...key } of stored) {
      known.rememberResponse(key.run_key, key, response_id)
      if (revision > 1) replaced.push(response_id)
    }
    for (let start = 0; start < replaced.length; start += 500) {
      const ids = replaced.slice(start, start + 500)
      await db.deleteFrom('scores').where('response_id', 'in', ids).execute()
      await db.deleteFrom('grades').where('response_id', 'in', ids).execute()
    }
  }
}

function responseInsert() {
  const placeholder = {
    ...{ run_key: 0, revision: 1, test_case_id: '', configuration: '', repeat: 1, asked_key: '', created_at: '' },
    ...{
      latency_ms: 0,
      error_code: '',
      error_message: '',
      usage: '',
      problems: '',
      response: '',
      retrieved_contexts: '',
    },
  }
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('responses')
        .values(Array.from({ length: rows }, () => placeholder))
        .onConflict((conflict) =>
          conflict.columns(['run_key', 'test_case_id', 'configuration', 'repeat']).doUpdateSet((eb) => ({
            revision: eb('responses.revision', '+', eb.lit(1)),
            asked_key: eb.ref('excluded.asked_key'),
            created_at: eb.ref('excluded.created_at'),
            latency_ms: eb.ref('excluded.latency_ms'),
            error_code: eb.ref('excluded.error_code'),
            error_message: eb.ref('excluded.error_message'),
            usage: eb.ref('excluded.usage'),
            problems: eb.ref('excluded.problems'),
            response: eb.ref('excluded.response'),
            retrieved_contexts: eb.ref('excluded.retrieved_contexts'),
          })),
        )
        .returning(['response_id', 'revision', 'run_key', 'test_case_id', 'configuration', 'repeat'])
        .compile(),
    ({ runKey, row }: NumberedResponse, into) => {
      into.push(runKey, 1, row.test_case_id, row.configuration, row.repeat, row.asked_key, row.created_at)
      into.push(row.latency_ms, row.error_code, row.error_message, row.usage, row.problems)
      into.push(row.response, row.retrieved_contexts)
    },
  )
}

/** Says which run or test case was missing; any other cause is a mistake of ours. */
async function explain(context: StoreContext, rows: readonly Pending[], error: unknown): Promise<unknown> {
  for (const { runId, row } of rows) {
    const found = await context.read(async (db) => {
      const runKey = await findRunKey(db, runId)
      if (runKey === undefined) return undefined
      return db
        .selectFrom('test_cases')
        .select('id')
        .where('run_key', '=', runKey)
        .where('id', '=', row.test_case_id)
        .execute()
    })
    if (found === undefined) return unknownRun(runId, context.location)
    if (found.length === 0) return unknownTestCase(fromText(row.test_case_id), runId)
  }
  return error
}
