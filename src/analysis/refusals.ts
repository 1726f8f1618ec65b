import type { Response } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { TestCase } from '../core/test-case.ts'
import type { RefusalState } from '../text/refusal.ts'
import type { CaseIndex } from './case-index.ts'
import { cutText } from './cut-text.ts'
import { intervalOf, seedOf } from './interval-of.ts'
import { REFUSAL_STATES } from './response-marks.ts'
import type { Rate, RefusalTable, WrongRefusal } from './run-report.ts'
import { createScoreColumn, type ScoreColumn } from './score-column.ts'
import type { ScoreRow } from './score-row.ts'

/** The metric whose labels are the four states. */
const REFUSAL_METRIC = 'refusal'

/** Takes the scores of the metric `refusal`, then the responses. */
export interface RefusalCollector {
  addScore(row: ScoreRow): void
  /** Whether the response of this key refused wrongly, or wrongly did not. */
  lists(key: string): boolean
  addResponse(response: Response, testCase: TestCase): void
  finish(): {
    refusals: RefusalTable[]
    answered_unanswerable: WrongRefusal[]
    refused_answerable: WrongRefusal[]
  }
}

interface Counts {
  states: Record<RefusalState, number>
  /** 1 for a response that declined. */
  declined: ScoreColumn
}

/**
 * The 2x2 of answerable cases and refusals, each side in the four states in which a response can be. Only `declined` is a
 * refusal: a response that both declines and answers has not declined. Rates are shares of responses that the metric could
 * score; their intervals are those of a 0/1 metric (Wilson; with repeats by question).
 */
export function createRefusalCollector(options: {
  /** Asked for at the end. */
  configurations: () => readonly string[]
  cases: CaseIndex
  seed: number
  isAnswerable: (testCaseId: string) => boolean
}): RefusalCollector {
  const wrong = new Map<string, RefusalState>()
  const answeredUnanswerable: WrongRefusal[] = []
  const refusedAnswerable: WrongRefusal[] = []
  const tables = new Map<string, { answerable: Counts; unanswerable: Counts }>()
  const tableOf = (name: string) => tables.get(name) ?? { answerable: newCounts(), unanswerable: newCounts() }
  return {
    addScore(row) {
      if (row.metric !== REFUSAL_METRIC || row.outcome.status !== 'scored') return
      const table = tableOf(row.configuration)
      tables.set(row.configuration, table)
      const { label } = row.outcome
      const state = REFUSAL_STATES.find((one) => one === label)
      if (state === undefined) return
      const answerable = options.isAnswerable(row.test_case_id)
      const counts = answerable ? table.answerable : table.unanswerable
      counts.states[state] += 1
      counts.declined.push(options.cases.indexOf(row.test_case_id), state === 'declined' ? 1 : 0)
      if (answerable === (state === 'declined')) wrong.set(responseKey(row), state)
    },
    lists: (key) => wrong.has(key),
    addResponse(response, testCase) {
      const state = wrong.get(responseKey(response))
      if (state === undefined) return
      const list = testCase.answerable ? refusedAnswerable : answeredUnanswerable
      list.push({
        configuration: response.configuration,
        test_case_id: response.test_case_id,
        repeat: response.repeat,
        user_input: cutText(testCase.user_input),
        state,
        response: cutText(response.response ?? ''),
      })
    },
    finish() {
      const refusals = options
        .configurations()
        .map((name) => [name, tableOf(name)] as const)
        .filter(([, { answerable, unanswerable: other }]) => answerable.declined.size + other.declined.size > 0)
        .map(([configuration, table]): RefusalTable => {
          const rate = (name: string, column: ScoreColumn) =>
            rateOf(column, options.cases, seedOf(options.seed, name, configuration))
          const correct = rate('correct_refusal', table.unanswerable.declined)
          return {
            configuration,
            answerable: table.answerable.states,
            unanswerable: table.unanswerable.states,
            over_refusal: rate('over_refusal', table.answerable.declined),
            under_refusal: complement(correct),
            correct_refusal: correct,
          }
        })
      return { refusals, answered_unanswerable: answeredUnanswerable, refused_answerable: refusedAnswerable }
    },
  }
}

function newCounts(): Counts {
  return { states: { answered: 0, declined: 0, both: 0, neither: 0 }, declined: createScoreColumn() }
}

function rateOf(column: ScoreColumn, cases: CaseIndex, seed: number): Rate {
  const n = column.size
  if (n === 0) return { k: 0, n, value: null, low: null, high: null }
  const { value, low, high } = intervalOf(column, { ranks: cases.ranks(), binary: true, seed })
  return { k: Math.round(value * n), n, value, low, high }
}

function complement({ k, n, value, low, high }: Rate): Rate {
  const less = (share: number | null) => (share === null ? null : 1 - share)
  return { k: n - k, n, value: value === null ? null : (n - k) / n, low: less(high), high: less(low) }
}
