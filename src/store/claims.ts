import { randomUUID } from 'node:crypto'
import { hostname, uptime } from 'node:os'
import type { Selectable } from 'kysely'
import { RagstoneError } from '../core/errors.ts'
import type { StoreContext } from './context.ts'
import { isAlive, processStart } from './process-life.ts'
import type { ClaimsTable, Database } from './schema.ts'
import { toText } from './stored-text.ts'

/** How often a claim is refreshed, in milliseconds. */
const REFRESH_MS = 10_000
/** How old a claim of a process that cannot be looked at may be, in milliseconds. */
const LEASE_MS = 60_000

/** Tokens of the claims that this process holds. */
const held = new Set<string>()

/** The claims that one open store holds. */
export interface Claims {
  claimRun(runId: string): Promise<{ release(): Promise<void> }>
  releaseAll(): Promise<void>
}

/**
 * Gives runs to one process at a time. On the same host the process is looked up, so that a dead one never blocks;
 * a claim of another host counts while it is refreshed, at least once in 60 seconds.
 */
export function claims(context: StoreContext): Claims {
  const releases = new Set<() => Promise<void>>()
  return {
    async claimRun(runId) {
      const token = randomUUID()
      held.add(token)
      const runKey = await context.write
        .run((db) => take(db, context, runId, token))
        .catch((error: unknown) => {
          held.delete(token)
          throw error
        })
      const timer = setInterval(() => {
        // A refresh that fails now may succeed in ten seconds; the run itself meets lasting faults when it writes.
        context.write.run((db) => refresh(db, runKey, token)).catch(() => undefined)
      }, REFRESH_MS)
      timer.unref()
      const release = async (): Promise<void> => {
        if (!releases.delete(release)) return
        clearInterval(timer)
        held.delete(token)
        await context.write.run((db) =>
          db.deleteFrom('claims').where('run_key', '=', runKey).where('token', '=', token).execute(),
        )
      }
      releases.add(release)
      return { release }
    },
    async releaseAll() {
      for (const release of [...releases]) await release()
    },
  }
}

/** RagstoneError `run_in_use` while another living process has the run. */
export async function refuseIfClaimed(db: Database, runId: string, ownCounts = false): Promise<void> {
  const claim = await db
    .selectFrom('claims')
    .innerJoin('runs', 'runs.run_key', 'claims.run_key')
    .selectAll('claims')
    .where('runs.id', '=', toText(runId))
    .executeTakeFirst()
  if (claim === undefined || !isLiving(claim)) return
  if (!ownCounts && held.has(claim.token)) return
  const where = claim.host === hostname() ? `process ${claim.pid}` : `process ${claim.pid} on ${claim.host}`
  throw new RagstoneError('run_in_use', `run "${runId}" is being worked on by ${where}`, {
    hint: 'wait for it to end, or end it; what it has stored stays',
  })
}

/** Whether any run is being worked on, by this process or another. */
export async function hasLivingClaims(db: Database): Promise<boolean> {
  return (await db.selectFrom('claims').selectAll().execute()).some(isLiving)
}

function isLiving(claim: Selectable<ClaimsTable>): boolean {
  const now = Date.now()
  const isFresh = now - claim.refreshed_at < LEASE_MS
  if (claim.host !== hostname()) return isFresh
  // In a container the same process number comes back at every start.
  if (claim.pid === process.pid) return held.has(claim.token)
  if (!isAlive(claim.pid)) return false
  const start = processStart(claim.pid)
  if (start !== '' && claim.process_start !== '') return start === claim.process_start
  const bootedAt = now - uptime() * 1000
  return isFresh && claim.refreshed_at >= bootedAt
}

async function take(db: Database, context: StoreContext, runId: string, token: string): Promise<number> {
  const runKey = await context.known.run(db, runId)
  await refuseIfClaimed(db, runId, true)
  await db.deleteFrom('claims').where('run_key', '=', runKey).execute()
  await db
    .insertInto('claims')
    .values({
      run_key: runKey,
      token,
      host: hostname(),
      pid: process.pid,
      process_start: processStart(process.pid),
      refreshed_at: Date.now(),
    })
    .execute()
  return runKey
}

async function refresh(db: Database, runKey: number, token: string): Promise<void> {
  await db
    .updateTable('claims')
    .set({ refreshed_at: Date.now() })
    .where('run_key', '=', runKey)
    .where('token', '=', token)
    .execute()
}
