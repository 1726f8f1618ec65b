import { setImmediate as nextTurn } from 'node:timers/promises'
import { whenFree } from './busy.ts'
import type { Database } from './schema.ts'
import { isConstraint, isSqliteError } from './store-error.ts'

/** Writes rows inside the transaction that it is handed. */
export type Writer<Row, Result = void> = (transaction: Database, rows: readonly Row[]) => Promise<Result>

/** Commits what is handed to it; see {@link writeQueue}. */
export interface WriteQueue {
  /**
   * Resolves after the commit. Rows for the same writer that are handed over in one turn are written together; `patient`
   * ones also with those of the next few milliseconds, when there was a commit just before.
   */
  rows<Row>(writer: Writer<Row>, rows: readonly Row[], options?: { patient?: boolean }): Promise<void>
  /** The same for work with a result. */
  run<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>
}

interface Job {
  writer: Writer<unknown, unknown>
  rows: readonly unknown[]
  /** Rows of the next job may be added to these. */
  joins: boolean
  patient: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** No more jobs join a transaction that has this many rows: other processes wait while it runs. */
const MOST_ROWS = 4000

/** Least time between two commits of patient rows, in milliseconds: a commit costs more than the rows of one reply. */
const PATIENCE_MS = 4

/**
 * Group commit: what is handed over in one turn of the event loop, or while a transaction runs, goes into one
 * transaction, in the given order. If that fails for the rows of one job, each job is tried alone, so that only the
 * faulty one fails. `forget` is called after every failure, as remembered keys may be of rows that were rolled back.
 */
export function writeQueue(db: Database, busyTimeoutMs: number, forget: () => void): WriteQueue {
  let waiting: Job[] = []
  let working: Promise<void> | undefined
  let committedAt = Number.NEGATIVE_INFINITY
  let hurry = (): void => undefined

  const work = async (): Promise<void> => {
    do {
      await nextTurn()
      await gather()
      await commitAll(takeJobs())
      committedAt = performance.now()
    } while (waiting.length > 0)
    working = undefined
  }

  /** Waits for more, as long as all that wait are patient. */
  const gather = async (): Promise<void> => {
    const ms = committedAt + PATIENCE_MS - performance.now()
    if (ms <= 0 || waiting.some((job) => !job.patient)) return
    await new Promise<void>((resolve) => {
      hurry = resolve
      setTimeout(resolve, ms)
    })
  }

  const takeJobs = (): Job[] => {
    let rows = 0
    const full = waiting.findIndex((job) => {
      const isFull = rows >= MOST_ROWS
      rows += job.rows.length
      return isFull
    })
    const taken = full === -1 ? waiting : waiting.slice(0, full)
    waiting = full === -1 ? [] : waiting.slice(full)
    return taken
  }

  const commitAll = async (jobs: readonly Job[]): Promise<void> => {
    try {
      await commit(jobs)
    } catch (error) {
      if (isSqliteError(error) && !isConstraint(error)) {
        for (const job of jobs) job.reject(error)
        return
      }
      for (const job of jobs) await commit([job]).catch(job.reject)
    }
  }

  const commit = async (jobs: readonly Job[]): Promise<void> => {
    const results = await whenFree(busyTimeoutMs, async () => {
      try {
        return await db.transaction().execute((transaction) => writeAll(transaction, jobs))
      } catch (error) {
        forget()
        throw error
      }
    })
    jobs.forEach((job, index) => {
      job.resolve(results[index])
    })
  }

  const add = (job: Job): void => {
    waiting.push(job)
    if (!job.patient) hurry()
    working ??= work()
  }

  return {
    rows: (writer, rows, { patient = false } = {}) =>
      new Promise((resolve, reject) => {
        add({ writer: writer as Writer<unknown>, rows, joins: true, patient, resolve: () => resolve(), reject })
      }),
    run: <Result>(one: (transaction: Database) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        const patient = false
        add({ writer: one, rows: [], joins: false, patient, resolve: (result) => resolve(result as Result), reject })
      }),
    idle: async () => {
      hurry()
      await working
    },
  }
}

/** Runs the jobs in order, neighbours with the same writer as one. */
async function writeAll(transaction: Database, jobs: readonly Job[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (let start = 0; start < jobs.length; ) {
    const first = jobs[start]
    if (first === undefined) break
    let end = start + 1
    while (first.joins && jobs[end]?.writer === first.writer) end += 1
    const group = jobs.slice(start, end)
    const rows = group.length === 1 ? first.rows : group.flatMap((job) => job.rows)
    const result = await first.writer(transaction, rows)
    for (const _ of group) results.push(result)
    start = end
  }
  return results
}
