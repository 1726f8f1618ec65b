import type { SelectQueryBuilder } from 'kysely'
import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { refuseIfClaimed } from './claims.ts'
import type { StoreContext } from './context.ts'
import { fromJson, toJson } from './json.ts'
import { unknownRun } from './missing-rows.ts'
import type { Database, Tables } from './schema.ts'
import type { Store } from './store.ts'
import { isConstraint } from './store-error.ts'
import { toText } from './stored-text.ts'

/** The records of runs. */
export function runsPart(
  context: StoreContext,
): Pick<Store, 'createRun' | 'updateRun' | 'findRun' | 'listRuns' | 'deleteRun'> {
  const { write, known, read, location } = context
  return {
    async createRun(run) {
      try {
        await write.run((db) => db.insertInto('runs').values(toRow(run)).execute())
      } catch (error) {
        if (!isConstraint(error)) throw error
        throw new RagstoneError('run_exists', `${location} already has a run "${run.id}"`, {
          hint: 'give the new run another id',
        })
      }
    },
    async updateRun(run) {
      await write.run((db) => replaceRun(db, context, run))
    },
    async findRun(reference) {
      const text = toText(reference)
      return read(async (db) => {
        const runs = newestFirst(db.selectFrom('runs'))
        if (text === 'latest') return one(runs, location)
        return (await one(runs.where('id', '=', text), location)) ?? one(runs.where('name', '=', text), location)
      })
    },
    async listRuns(options) {
      return read(async (db) => {
        const runs = newestFirst(db.selectFrom('runs'))
        const rows = await (options?.limit === undefined ? runs : runs.limit(options.limit)).execute()
        return rows.map((row) => fromJson<Run>(row.record, location))
      })
    },
    async deleteRun(runId) {
      await write.run(async (db) => {
        await refuseIfClaimed(db, runId)
        await db.deleteFrom('runs').where('id', '=', toText(runId)).execute()
        known.forget()
      })
    },
  }
}

/** Replaces the record of an existing run, within a transaction. */
export async function replaceRun(db: Database, { known, location }: StoreContext, run: Run): Promise<void> {
  const runKey = await known.run(db, run.id)
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set(toRow(run))
    .where('run_key', '=', runKey)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw unknownRun(run.id, location)
}

function newestFirst(query: SelectQueryBuilder<Tables, 'runs', object>) {
  return query.select('record').orderBy('created_at', 'desc').orderBy('run_key', 'desc')
}

async function one(query: ReturnType<typeof newestFirst>, location: string): Promise<Run | undefined> {
  const row = await query.limit(1).executeTakeFirst()
  return row === undefined ? undefined : fromJson<Run>(row.record, location)
}

function toRow(run: Run) {
  return {
    id: toText(run.id),
    name: toText(run.name),
    created_at: run.created_at,
    record: toJson(run),
  }
}
