import type { NaReason } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { StoreContext } from './context.ts'
import { fromJson } from './json.ts'
import { firstRows, type Place, pagesInOrder, type Walk } from './pages.ts'
import { fromResponseRow, type ResponseRow } from './response-rows.ts'
import { responsePage } from './responses.ts'
import type { Database } from './schema.ts'
import type { ScoreIdentity, Store } from './store.ts'
import { fromText } from './stored-text.ts'

type SampleRow = ResponseRow & Place & { response_id: number; record: string }

/** Responses joined with their test cases and what they are scored by already. */
export function samplesPart(context: StoreContext): Pick<Store, 'samples'> {
  return {
    async *samples(runId, selection = {}) {
      const identities = new Map<number, ScoreIdentity>()
      const scored = new Map<number, ScoreIdentity[]>()
      const read = (walk: Walk, after?: SampleRow) =>
        context.readTogether(async (db) => {
          const rows = await firstRows(db, responsePage(db, walk, after).select(['r.response_id', 't.record']))
          await readScored(db, walk.runKey, rows, identities, scored)
          for (const row of rows) context.known.rememberResponse(walk.runKey, row, row.response_id)
          return rows
        })
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) {
          yield {
            test_case: fromJson<TestCase>(row.record, context.location),
            response: fromResponseRow(runId, row, context.location),
            scored: scored.get(row.response_id) ?? [],
          }
        }
      }
    },
  }
}

/** Replaces what `scored` holds by the metrics that the responses of a page have scores of. */
async function readScored(
  db: Database,
  runKey: number,
  rows: readonly SampleRow[],
  identities: Map<number, ScoreIdentity>,
  scored: Map<number, ScoreIdentity[]>,
): Promise<void> {
  scored.clear()
  if (rows.length === 0) return
  const ids = rows.map((row) => row.response_id)
  const pairs = await db
    .selectFrom('scores')
    .select(['response_id', 'metric_key', 'reason'])
    .where('response_id', 'in', ids)
    .orderBy('response_id')
    .orderBy('metric_key')
    .execute()
  if (pairs.some((pair) => !identities.has(pair.metric_key))) {
    const metrics = await db.selectFrom('metrics').selectAll().where('run_key', '=', runKey).execute()
    for (const { metric_key, metric, metric_version, judge } of metrics) {
      identities.set(metric_key, {
        metric: fromText(metric),
        metric_version: fromText(metric_version),
        judge: fromText(judge),
      })
    }
  }
  for (const { response_id, metric_key, reason } of pairs) {
    const scoredBy = identities.get(metric_key)
    if (scoredBy === undefined) continue
    const identity = reason === null ? scoredBy : { ...scoredBy, reason: reason as NaReason }
    const list = scored.get(response_id)
    if (list === undefined) scored.set(response_id, [identity])
    else list.push(identity)
  }
}
