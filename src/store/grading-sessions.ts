import type { GradingSession } from '../core/grading-session.ts'
import { runKeyOf, type StoreContext } from './context.ts'
import { fromJson, toJson } from './json.ts'
import type { Store } from './store.ts'
import { toText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

/** The orders in which people grade runs. */
export function gradingSessionsPart(context: StoreContext): Pick<Store, 'gradingSessions' | 'saveGradingSession'> {
  const writer: Writer<GradingSession> = async (db, sessions) => {
    for (const session of sessions) {
      const run_key = await context.known.run(db, session.run_id)
      const record = toJson(session)
      await db
        .insertInto('grading_sessions')
        .values({ run_key, grader: toText(session.grader), record })
        .onConflict((conflict) => conflict.columns(['run_key', 'grader']).doUpdateSet({ record }))
        .execute()
    }
  }
  return {
    async gradingSessions(runId) {
      const runKey = await runKeyOf(context, runId)
      const rows = await context.readTogether((db) =>
        db.selectFrom('grading_sessions').select('record').where('run_key', '=', runKey).orderBy('grader').execute(),
      )
      return rows.map(({ record }) => fromJson<GradingSession>(record, context.location))
    },
    saveGradingSession: (session) => context.write.rows(writer, [session]),
  }
}
