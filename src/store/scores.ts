import type { Direction } from '../core/score.ts'
import type { StoreContext } from './context.ts'
import { fromJson } from './json.ts'
import { metricRows } from './metric-keys.ts'
import { firstRows, type Place, pagesInOrder, responsesInOrder, type Walk } from './pages.ts'
import type { Database } from './schema.ts'
import { fromScoreColumns } from './score-rows.ts'
import { scoreWriter, toPendingScores } from './score-writer.ts'
import type { ScoreRow, Store } from './store.ts'
import { fromText, toText } from './stored-text.ts'

/** Rows of a page of scores. */
const SCORE_ROWS = 1000

type ScorePlace = Place & { metric_key: number }
type PagedScore = Awaited<ReturnType<ReturnType<typeof scorePage>['execute']>>[number]

/** The scores of runs. */
export function scoresPart(context: StoreContext): Pick<Store, 'saveScores' | 'scoreRows' | 'scores'> {
  const add = scoreWriter(context.known, { replace: false })
  const replace = scoreWriter(context.known, { replace: true })
  const metricOf = metricRows()
  return {
    async saveScores(scores, options) {
      if (scores.length === 0) return
      await context.write.rows(options?.replace === true ? replace : add, toPendingScores(scores, metricOf))
    },
    async *scoreRows(runId, selection = {}) {
      const read = (walk: Walk, after?: PagedScore) => context.read((db) => scorePage(db, walk, after).execute())
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) yield toScoreRow(runId, row)
      }
    },
    async *scores(runId, selection = {}) {
      const read = (walk: Walk, after?: PagedScore) =>
        context.read((db) => {
          const page = scorePage(db, walk, after).select('s.steps')
          return firstRows(
            db,
            selection.metric === undefined ? page : page.where('m.metric', '=', toText(selection.metric)),
          )
        })
      for await (const page of pagesInOrder(context, runId, selection, read)) {
        for (const row of page) yield { ...toScoreRow(runId, row), steps: fromJson(row.steps, context.location) }
      }
    },
  }
}

/** The query of the next scores after a place, without their steps. */
export function scorePage(db: Database, walk: Walk, after: ScorePlace | undefined) {
  // The place within a response is compared together with the rest, so the walk's own comparison is left out.
  const query = responsesInOrder(db, walk, undefined)
    .innerJoin('scores as s', 's.response_id', 'r.response_id')
    .innerJoin('metrics as m', 'm.metric_key', 's.metric_key')
    .select(['t.position', 't.case_key', 's.metric_key'])
    .select(['r.configuration', 'r.test_case_id', 'r.repeat'])
    .select(['m.metric', 'm.metric_version', 'm.judge', 'm.direction'])
    .select(['s.status', 's.value', 's.k', 's.n', 's.label', 's.reason', 's.detail', 's.low', 's.high'])
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

function toScoreRow(runId: string, row: PagedScore): ScoreRow {
  return {
    run_id: runId,
    configuration: fromText(row.configuration),
    test_case_id: fromText(row.test_case_id),
    repeat: row.repeat,
    metric: fromText(row.metric),
    metric_version: fromText(row.metric_version),
    judge: fromText(row.judge),
    direction: row.direction as Direction,
    outcome: fromScoreColumns(row),
  }
}
