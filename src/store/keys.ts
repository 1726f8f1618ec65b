import type { ResponseKey } from '../core/response.ts'
import type { MetricRow } from './metric-keys.ts'
import { unknownRun } from './missing-rows.ts'
import type { Database } from './schema.ts'
import { toText } from './stored-text.ts'

/** Ids of responses that are remembered; twice as many at most. */
const REMEMBERED = 10_000

/** Forms of exchanges that are remembered; their texts have some kilobytes each. */
const REMEMBERED_FORMS = 500

/** A response within its run, with names as they are stored. */
export type KeyInRun = Omit<ResponseKey, 'run_id'>

/**
 * Numbers of rows that this process has just written or read, so that they need not be looked up. They can be wrong
 * only when another process removed the row; numbers are never given twice, so the database then refuses the write.
 */
export interface KnownKeys {
  /** The number of a run; RagstoneError `unknown_run` without one. */
  run(db: Database, runId: string): Promise<number>
  response(runKey: number, key: KeyInRun): number | undefined
  rememberResponse(runKey: number, key: KeyInRun, responseId: number): void
  /** Numbers of the metrics of a run. */
  metrics(runKey: number): Map<MetricRow, number>
  /** The number of a form of exchanges, by its JSON text. */
  form(text: string): number | undefined
  rememberForm(text: string, formKey: number): void
  /** Forgets everything; after a transaction that failed, and after rows were removed. */
  forget(): void
}

/** An empty memory for the store at `location`. */
export function knownKeys(location: string): KnownKeys {
  const runs = new Map<string, number>()
  const metrics = new Map<number, Map<MetricRow, number>>()
  const forms = new Map<string, number>()
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return {
    async run(db, runId) {
      const known = runs.get(runId)
      if (known !== undefined) return known
      const found = await findRunKey(db, runId)
      if (found === undefined) throw unknownRun(runId, location)
      runs.set(runId, found)
      return found
    },
    response(runKey, key) {
      const text = keyText(runKey, key)
      return young.get(text) ?? old.get(text)
    },
    rememberResponse(runKey, key, responseId) {
      if (young.size >= REMEMBERED) {
        old = young
        young = new Map()
      }
      young.set(keyText(runKey, key), responseId)
    },
    metrics(runKey) {
      const known = metrics.get(runKey) ?? new Map<MetricRow, number>()
      metrics.set(runKey, known)
      return known
    },
    form: (text) => forms.get(text),
    rememberForm(text, formKey) {
      if (forms.size >= REMEMBERED_FORMS) forms.clear()
      forms.set(text, formKey)
    },
    forget() {
      runs.clear()
      forms.clear()
      metrics.clear()
      young = new Map()
      old = new Map()
    },
  }
}

/** The number of a run, undefined without one. */
export async function findRunKey(db: Database, runId: string): Promise<number | undefined> {
  const row = await db.selectFrom('runs').select('run_key').where('id', '=', toText(runId)).executeTakeFirst()
  return row?.run_key
}

/** A text that only this key has, whatever characters its names hold. */
export function keyText(runKey: number, { configuration, test_case_id, repeat }: KeyInRun): string {
  return `${runKey}/${repeat}/${configuration.length}/${configuration}${test_case_id}`
}
