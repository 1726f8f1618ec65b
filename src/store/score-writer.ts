import { sql } from 'kysely'
import { IMPORTED_JUDGE, PASSING_REASONS, RULE_JUDGE, type Score, type Step } from '../core/score.ts'
import { batchQuery } from './batch-query.ts'
import type { KnownKeys } from './keys.ts'
import { locate, type OfResponse, responseKeys } from './located.ts'
import { insertMetric, type MetricRow, type metricRows } from './metric-keys.ts'
import type { Database } from './schema.ts'
import { type ScoreColumns, toScoreColumns } from './score-rows.ts'
import { toText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

/** A score to be stored. */
export interface PendingScore extends OfResponse {
  metric: MetricRow
  columns: ScoreColumns
  /** Ids of the exchanges that it is made of. */
  exchanges: readonly string[]
}

interface NumberedScore {
  responseId: number
  metricKey: number
  columns: ScoreColumns
  exchanges: readonly string[]
}

/** Scores as they are stored. */
export function toPendingScores(scores: readonly Score[], metricOf: ReturnType<typeof metricRows>): PendingScore[] {
  const keyOf = responseKeys()
  return scores.map((score) => ({
    key: keyOf(score),
    metric: metricOf(score),
    columns: toScoreColumns(score),
    exchanges: exchangesOf(score.steps),
  }))
}

const NONE: readonly string[] = []

/** The exchanges that steps name. Most scores are made by rules alone and cost next to nothing here. */
function exchangesOf(steps: readonly Step[]): readonly string[] {
  let ids: string[] | undefined
  for (const step of steps) {
    if (step.kind === 'rule') continue
    const { exchange, exchanges } = step
    ids ??= []
    if (typeof exchange === 'string') ids.push(toText(exchange))
    if (Array.isArray(exchanges)) for (const id of exchanges) if (typeof id === 'string') ids.push(toText(id))
  }
  return ids ?? NONE
}

/**
 * Inserts the scores that are not there yet. Those that are stay unless they are NA for a reason that passes, or `replace`
 * is set; the exchanges of a score go with it.
 */
export function scoreWriter(known: KnownKeys, { replace }: { replace: boolean }): Writer<PendingScore> {
  const insert = scoreInsert()
  const upsert = scoreUpsert(replace)
  const saveUses = usesWriter()
  return async (db, pending) => {
    const rows = await numbered(db, known, pending)
    const isImported = pending.every(({ metric, exchanges }) => metric.judge === IMPORTED_JUDGE && exchanges === NONE)
    const byRules =
      !replace && pending.every(({ metric, exchanges }) => metric.judge === RULE_JUDGE && exchanges === NONE)
    if ((byRules || isImported) && (await insert(db, rows)).affected === rows.length) return
    for (const group of withoutRepeats(rows)) {
      const { rows: kept } = await upsert(db, group)
      // Scores made elsewhere never held an exchange.
      if (isImported) continue
      const written = new Set(kept.map((row) => `${row.response_id} ${row.metric_key}`))
      await saveUses(
        db,
        group.filter(({ responseId, metricKey }) => written.has(`${responseId} ${metricKey}`)),
      )
    }
  }
}

async function numbered(db: Database, known: KnownKeys, pending: readonly PendingScore[]): Promise<NumberedScore[]> {
  const located = await locate(db, known, pending)
  const rows: NumberedScore[] = []
  for (const { key, metric, columns, exchanges } of pending) {
    const { runKey = 0, responseId = 0 } = located.get(key) ?? {}
    const metrics = known.metrics(runKey)
    let metricKey = metrics.get(metric)
    if (metricKey === undefined) {
      metricKey = await insertMetric(db, runKey, metric)
      metrics.set(metric, metricKey)
    }
    rows.push({ responseId, metricKey, columns, exchanges })
  }
  return rows
}

/** The same rows in the same order, in groups of which none has two rows with one key: a statement may not change a row twice. */
function* withoutRepeats(rows: readonly NumberedScore[]): Generator<NumberedScore[]> {
  let group: NumberedScore[] = []
  let keys = new Set<string>()
  for (const row of rows) {
    const key = `${row.responseId} ${row.metricKey}`
    if (keys.has(key)) {
      yield group
      group = []
      keys = new Set()
    }
    group.push(row)
    keys.add(key)
  }
  yield group
}

/** Part of the query's text, as its parameters are those of the rows alone. */
const PASSING = PASSING_REASONS.map((reason) => sql.lit<string>(reason))

const PLACEHOLDER = {
  ...{ response_id: 0, metric_key: 0, status: '', value: 0, k: 0, n: 0, label: '', reason: '', detail: '' },
  ...{ low: 0, high: 0, steps: '', grading: '', verdict_value: 0 },
}

function addCells({ responseId, metricKey, columns }: NumberedScore, into: unknown[]): void {
  const { status, value, k, n, label, reason, detail, low, high, steps, grading, verdict_value } = columns
  into.push(responseId, metricKey, status, value, k, n, label, reason, detail, low, high, steps, grading, verdict_value)
}

function scoreInsert() {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('scores')
        .values(Array.from({ length: rows }, () => PLACEHOLDER))
        .onConflict((conflict) => conflict.columns(['response_id', 'metric_key']).doNothing())
        .compile(),
    addCells,
  )
}

/** Gives back the keys of the scores that were written. */
function scoreUpsert(replace: boolean) {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('scores')
        .values(Array.from({ length: rows }, () => PLACEHOLDER))
        .onConflict((conflict) => {
          const update = conflict.columns(['response_id', 'metric_key']).doUpdateSet((eb) => ({
            ...{ status: eb.ref('excluded.status'), value: eb.ref('excluded.value') },
            ...{ k: eb.ref('excluded.k'), n: eb.ref('excluded.n'), label: eb.ref('excluded.label') },
            ...{ reason: eb.ref('excluded.reason'), detail: eb.ref('excluded.detail') },
            ...{ low: eb.ref('excluded.low'), high: eb.ref('excluded.high'), steps: eb.ref('excluded.steps') },
            ...{ grading: eb.ref('excluded.grading'), verdict_value: eb.ref('excluded.verdict_value') },
          }))
          if (replace) return update
          return update.where('scores.reason', 'in', PASSING)
        })
        .returning(['response_id', 'metric_key'])
        .compile(),
    addCells,
  )
}

/** Ties scores to the exchanges that they are made of, in place of those that the score before was made of. */
function usesWriter() {
  const forget = batchQuery(
    (db) => db.deleteFrom('exchange_uses').where('response_id', '=', 0).where('metric_key', '=', 0).compile(),
    ({ responseId, metricKey }: NumberedScore, into) => void into.push(responseId, metricKey),
  )
  const find = batchQuery(
    (db, ids) =>
      db
        .selectFrom('exchanges')
        .select(['exchange_id', 'exchange_key'])
        .where('exchange_id', 'in', Array<string>(ids).fill(''))
        .compile(),
    (id: string, into) => void into.push(id),
  )
  const insert = batchQuery(
    (db, rows) =>
      db
        .insertInto('exchange_uses')
        .values(Array.from({ length: rows }, () => ({ response_id: 0, metric_key: 0, exchange_key: 0 })))
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    (row: { responseId: number; metricKey: number; exchangeKey: number }, into) => {
      into.push(row.responseId, row.metricKey, row.exchangeKey)
    },
  )
  return async (db: Database, scores: readonly NumberedScore[]): Promise<void> => {
    for (const score of scores) await forget(db, [score])
    const ids = [...new Set(scores.flatMap((score) => score.exchanges))]
    const keys = new Map((await find(db, ids)).rows.map((row) => [row.exchange_id, row.exchange_key]))
    const uses = scores.flatMap(({ responseId, metricKey, exchanges }) =>
      exchanges.flatMap((id) => {
        const exchangeKey = keys.get(id)
        return exchangeKey === undefined ? [] : { responseId, metricKey, exchangeKey }
      }),
    )
    await insert(db, uses)
  }
}
