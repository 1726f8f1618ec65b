import type { ResponseKey } from '../core/response.ts'
import { type KnownKeys, keyText } from './keys.ts'
import { unknownResponse } from './missing-rows.ts'
import type { Database } from './schema.ts'
import { toText } from './stored-text.ts'

/** Test case ids of one query. */
const GROUP = 200

/** A row that belongs to a response. */
export interface OfResponse {
  key: ResponseKey
}

/**
 * The number of the response of each row, in the order of the rows; only what is not remembered is looked up.
 * RagstoneError `unknown_response` for the first that has none.
 */
export async function responseIds(db: Database, known: KnownKeys, rows: readonly OfResponse[]): Promise<number[]> {
  const ids: number[] = []
  const missing = new Map<number, { key: ResponseKey; index: number }[]>()
  let before: ResponseKey | undefined
  let runKey = 0
  for (const [index, { key }] of rows.entries()) {
    if (key.run_id !== before?.run_id) runKey = await known.run(db, key.run_id)
    const id = before !== undefined && sameKey(before, key) ? ids[index - 1] : known.response(runKey, key)
    ids.push(id ?? 0)
    before = key
    if (id !== undefined && id !== 0) continue
    const list = missing.get(runKey) ?? []
    missing.set(runKey, list)
    list.push({ key, index })
  }
  for (const [runKey, list] of missing) {
    const found = await lookUp(db, runKey, [...new Set(list.map(({ key }) => key.test_case_id))])
    for (const { key, index } of list) {
      const id = found.get(keyText(runKey, key))
      if (id === undefined) throw unknownResponse(key)
      known.rememberResponse(runKey, key, id)
      ids[index] = id
    }
  }
  return ids
}

function sameKey(a: ResponseKey, b: ResponseKey): boolean {
  return (
    a.test_case_id === b.test_case_id &&
    a.configuration === b.configuration &&
    a.repeat === b.repeat &&
    a.run_id === b.run_id
  )
}

async function lookUp(db: Database, runKey: number, testCaseIds: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let start = 0; start < testCaseIds.length; start += GROUP) {
    const rows = await db
      .selectFrom('responses')
      .select(['response_id', 'test_case_id', 'configuration', 'repeat'])
      .where('run_key', '=', runKey)
      .where('test_case_id', 'in', testCaseIds.slice(start, start + GROUP))
      .execute()
    for (const row of rows) found.set(keyText(runKey, row), row.response_id)
  }
  return found
}

/** The key of a record with the names of its parts as they are stored. */
export function responseKey({ run_id, configuration, test_case_id, repeat }: ResponseKey): ResponseKey {
  return {
    run_id,
    configuration: toText(configuration),
    test_case_id: toText(test_case_id),
    repeat,
  }
}
