import type { Grade } from '../../core/grade.ts'
import type { GradingSession } from '../../core/grading-session.ts'
import type { ResponseName } from '../../core/response-key.ts'
import { isScoreOf, type RunMetric } from '../../core/run.ts'
import type { TestCase } from '../../core/test-case.ts'
import type { ScoreRow } from '../score-row.ts'
import { type AnswerIndex, createAnswerIndex } from './answer-index.ts'
import { createLineColumn, type LineColumn } from './line-column.ts'

/** What is told of a response. Texts are read only where something depends on them. */
export interface AnswerFacts extends ResponseName {
  /** The system gave no answer: nothing to grade. */
  failed?: boolean
  /** The response equals the reference, white space aside. */
  isReference?: boolean
  /** Equal for responses that are byte-equal in text and contexts. */
  content?: string
  /** How many chunks came back. */
  retrieved?: number
}

/** A score with the identity under which it is stored. */
export type IdentifiedRow = ScoreRow & Pick<RunMetric, 'metric_version'> & { judge: string }

/** What of a score's steps counts. */
export interface JudgedScore extends ResponseName {
  metric: string
  /** Questions that a judge was asked for it. */
  calls: number
  /** The reply that it was read from. */
  reply?: string
}

/** The records of one run as `trust` keeps them: some bytes a score. Records may come in any order. */
export interface TrustData {
  readonly index: AnswerIndex
  readonly cases: Map<string, Pick<TestCase, 'tags'> & { relevant: number | null }>
  readonly grades: Map<number, Grade[]>
  readonly sessions: GradingSession[]
  readonly facts: Map<number, AnswerFacts>
  readonly columns: Map<string, LineColumn>
  readonly calls: Map<string, number>
  readonly replies: Map<string, Map<number, string>>
  /** Scores of a metric by another judge or version than the run's. */
  others: number
  addCase(testCase: TestCase): void
  /** What is told of a response twice is put together; the first object is kept. */
  addResponse(facts: AnswerFacts): void
  addGrade(grade: Grade): void
  addSession(session: GradingSession): void
  addScore(row: IdentifiedRow): void
  addJudged(score: JudgedScore): void
}

/** `metrics` are those of the run; scores of others, and under another version or judge, have no part. */
export function createTrustData(metrics: readonly RunMetric[]): TrustData {
  const identities = new Map(metrics.map((one) => [one.metric, one]))
  const data: TrustData = {
    index: createAnswerIndex(),
    cases: new Map(),
    grades: new Map(),
    sessions: [],
    facts: new Map(),
    columns: new Map(),
    calls: new Map(),
    replies: new Map(),
    others: 0,
    addCase(testCase) {
      data.cases.set(testCase.id, { tags: testCase.tags, relevant: relevantIn(testCase) })
    },
    addResponse(facts) {
      const place = data.index.placeOf(facts)
      const known = data.facts.get(place)
      if (known === undefined) data.facts.set(place, facts)
      else Object.assign(known, facts)
    },
    addGrade(grade) {
      const place = data.index.placeOf(grade)
      const own = data.grades.get(place)
      if (own === undefined) data.grades.set(place, [grade])
      else own.push(grade)
    },
    addSession: (session) => {
      data.sessions.push(session)
    },
    addScore(row) {
      const known = identities.get(row.metric)
      if (known === undefined) return
      if (!isScoreOf(known, row)) {
        data.others += 1
        return
      }
      const column = data.columns.get(row.metric) ?? createLineColumn()
      data.columns.set(row.metric, column)
      column.add(data.index.placeOf(row), row.outcome)
    },
    addJudged(score) {
      const { metric, calls, reply } = score
      data.calls.set(metric, (data.calls.get(metric) ?? 0) + calls)
      if (reply === undefined) return
      const own = data.replies.get(metric) ?? new Map<number, string>()
      data.replies.set(metric, own.set(data.index.placeOf(score), reply))
    },
  }
  return data
}

/** How many items a test case names as relevant; null when it names none. */
function relevantIn(testCase: TestCase): number | null {
  const { expected_sources, reference_context_ids, relevance } = testCase
  const items = new Set([...(expected_sources ?? []), ...(reference_context_ids ?? [])])
  for (const [name, grade] of Object.entries(relevance ?? {})) {
    if (grade > 0) items.add(name)
    else items.delete(name)
  }
  return items.size === 0 ? null : items.size
}
