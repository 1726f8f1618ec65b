import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Direction, Score } from '../core/score.ts'
import type { StoreContext } from './context.ts'
import { fromJson } from './json.ts'
import { metricRows } from './metric-keys.ts'
import { firstRows, type Place, pagesInOrder, responsesInOrder, type Walk } from './pages.ts'
import { replaceRun } from './runs.ts'
import type { Database } from './schema.ts'
import { fromScoreColumns } from './score-rows.ts'
import { scoreWriter, toPendingScores } from './score-writer.ts'
import type { ScoreRow, Store } from './store.ts'
import { fromText, toText } from './stored-text.ts'

/** Rows of a page of scores. */
const SCORE_ROWS = 1000

type ScorePlace = Place & { metric_key: number }
type PagedScore = Awaited<ReturnType<ReturnType<typeof scorePage>['execute']>>[number]

/** Scores of an import that are written before signals get their turn. */
const GROUP = 2000

function* groupsOf(scores: Iterable<Score>): Generator<Score[]> {
  let group: Score[] = []
  for (const score of scores) {
    group.push(score)
    if (group.length < GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** What a score says of its metric. */
type ScoreMetric = Pick<ScoreRow, 'metric' | 'metric_version' | 'judge' | 'direction'>

/** The scores of runs. */
export function scoresPart(context: StoreContext): Pick<Store, 'saveScores' | 'saveImport' | 'scoreRows' | 'scores'> {
  const add = scoreWriter(context.known, { replace: false })
  const replace = scoreWriter(context.known, { replace: true })
  const metricOf = metricRows()
  return {
    async saveScores(scores, options) {
      if (scores.length === 0) return
      await context.write.rows(options?.replace === true ? replace : add, toPendingScores(scores, metricOf))
    },
    async saveImport(run, scores) {
      await context.write.run(async (db) => {
        for (const group of groupsOf(scores())) {
          await replace(db, toPendingScores(group, metricOf))
          // SQLite answers at once: without a turn of the event loop no signal would be heard until all are stored.
          await nextTurn()
        }
        await replaceRun(db, context, run)
      })
    },
    async *scoreRows(runId, selection = {}) {
      let metrics = new Map<number, ScoreMetric>()
      const read = (walk: Walk, after?: PagedScore) =>
        context.readTogether(async (db) => {
          metrics = await metricsOf(db, walk.runKey, selection.metrics)
          const page = scorePage(db, walk, after)
          if (selection.metrics === undefined) return page.execute()
          return metrics.size === 0 ? [] : page.where('s.metric_key', 'in', [...metrics.keys()]).execute()
        })
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) yield toScoreRow(runId, row, metrics)
      }
    },
    async *scores(runId, selection = {}) {
      let metrics = new Map<number, ScoreMetric>()
      const read = (walk: Walk, after?: PagedScore) =>
        context.readTogether(async (db) => {
          metrics = await metricsOf(db, walk.runKey, selection.metric === undefined ? undefined : [selection.metric])
          const page = scorePage(db, walk, after).select('s.steps')
          if (selection.metric === undefined) return firstRows(db, page)
          return metrics.size === 0 ? [] : firstRows(db, page.where('s.metric_key', 'in', [...metrics.keys()]))
        })
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) {
          yield { ...toScoreRow(runId, row, metrics), steps: fromJson(row.steps, context.location) }
        }
      }
    },
  }
}

/** The metrics of a run by their numbers; few, so they are read apart from the scores and not with each. */
async function metricsOf(db: Database, runKey: number, names?: readonly string[]): Promise<Map<number, ScoreMetric>> {
  const stored = await db.selectFrom('metrics').selectAll().where('run_key', '=', runKey).execute()
  const wanted = names === undefined ? undefined : new Set(names.map(toText))
  const rows = stored.filter(({ metric }) => wanted?.has(metric) ?? true)
  return new Map(
    rows.map(({ metric_key, metric, metric_version, judge, direction }) => [
      metric_key,
      {
        metric: fromText(metric),
        metric_version: fromText(metric_version),
        judge: fromText(judge),
        direction: direction as Direction,
      },
    ]),
  )
}

/** The query of the next scores after a place, without their steps. */
export function scorePage(db: Database, walk: Walk, after: ScorePlace | undefined) {
  // The place within a response is compared together with the rest, so the walk's own comparison is left out.
  const query = responsesInOrder(db, walk, undefined)
    .innerJoin('scores as s', 's.response_id', 'r.response_id')
    .select(['t.position', 't.case_key', 's.metric_key'])
    .select(['r.configuration', 'r.test_case_id', 'r.repeat'])
    .select(['s.value', 's.k', 's.n', 's.label', 's.reason', 's.detail', 's.low', 's.high'])
    .select(['s.grading', 's.verdict_value'])
    .orderBy('s.metric_key')
    .limit(SCORE_ROWS)
  if (after === undefined) return query
  const { position, case_key, repeat, metric_key } = after
  return query
    .where('t.position', '>=', position)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('t.position', 't.case_key', 'r.repeat', 's.metric_key'),
        '>',
        tuple(position, case_key, repeat, metric_key),
      ),
    )
}

function toScoreRow(runId: string, row: PagedScore, metrics: ReadonlyMap<number, ScoreMetric>): ScoreRow {
  const of = metrics.get(row.metric_key)
  if (of === undefined) throw new Error(`no metric has the number ${row.metric_key}`)
  return {
    run_id: runId,
    configuration: fromText(row.configuration),
    test_case_id: fromText(row.test_case_id),
    repeat: row.repeat,
    metric: of.metric,
    metric_version: of.metric_version,
    judge: of.judge,
    direction: of.direction,
    outcome: fromScoreColumns(row),
  }
}
