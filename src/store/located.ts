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

/** The numbers of a response and its run. */
export interface Located {
  runKey: number
  responseId: number
}

/**
 * The numbers of the responses that rows belong to, by the key object of the row; only what is not remembered is looked
 * up. RagstoneError `unknown_response` for the first that has none.
 */
export async function locate(
  db: Database,
  known: KnownKeys,
  rows: readonly OfResponse[],
): Promise<Map<ResponseKey, Located>> {
  const located = new Map<ResponseKey, Located>()
  const missing: { key: ResponseKey; place: Located }[] = []
  for (const { key } of rows) {
    if (located.has(key)) continue
    const runKey = await known.run(db, key.run_id)
    const responseId = known.response(runKey, key)
    const place = { runKey, responseId: responseId ?? 0 }
    located.set(key, place)
    if (responseId === undefined) missing.push({ key, place })
  }
  for (let start = 0; start < missing.length; start += GROUP) {
    await lookUp(db, known, missing.slice(start, start + GROUP))
  }
  return located
}

async function lookUp(
  db: Database,
  known: KnownKeys,
  missing: readonly { key: ResponseKey; place: Located }[],
): Promise<void> {
  const rows = await db
    .selectFrom('responses')
    .select(['response_id', 'run_key', 'test_case_id', 'configuration', 'repeat'])
    .where('run_key', 'in', [...new Set(missing.map(({ place }) => place.runKey))])
    .where('test_case_id', 'in', [...new Set(missing.map(({ key }) => key.test_case_id))])
    .execute()
  const found = new Map(rows.map((row) => [keyText(row.run_key, row), row.response_id]))
  for (const { key, place } of missing) {
    const id = found.get(keyText(place.runKey, key))
    if (id === undefined) throw unknownResponse(key)
    known.rememberResponse(place.runKey, key, id)
    place.responseId = id
  }
}

/** Keys as they are stored; neighbours of one response get one and the same object. */
export function responseKeys(): (record: ResponseKey) => ResponseKey {
  let before: ResponseKey | undefined
  let key: ResponseKey | undefined
  return (record) => {
    if (before === undefined || key === undefined || !sameKey(before, record)) {
      const { run_id, configuration, test_case_id, repeat } = record
      before = record
      key = { run_id, configuration: toText(configuration), test_case_id: toText(test_case_id), repeat }
    }
    return key
  }
}

function sameKey(a: ResponseKey, b: ResponseKey): boolean {
  return (
    a.test_case_id === b.test_case_id &&
    a.configuration === b.configuration &&
    a.repeat === b.repeat &&
    a.run_id === b.run_id
  )
}
