import { allSaid, type GradingState, type Said } from '../analysis/grading/grading-state.ts'
import type { Grade } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import { type ResponseName, responseKey } from '../core/response-key.ts'
import type { OpenSession } from './grading-session.ts'

/** What is to be stored after a step. */
export interface Changes {
  saved: Grade[]
  removed: ResponseName[]
}

/** The grades that differ between two states, one of which came from the other by saying things or by undoing them. */
export function changesBetween(
  before: GradingState,
  after: GradingState,
  toGrade: (key: ResponseName, said: Said & { verdict: Grade['verdict'] }) => Grade,
): Changes {
  const said = ({ past }: GradingState, from: GradingState) => past.slice(from.past.length)
  const removed = said(before, after).flatMap((step) =>
    step.kind === 'said' && step.verdict !== 'skipped' ? step.asked.keys : [],
  )
  const saved = said(after, before).flatMap((step) => {
    if (step.kind !== 'said') return []
    const { verdict } = step
    return verdict === 'skipped' ? [] : step.asked.keys.map((key) => toGrade(key, { ...step, verdict }))
  })
  return { saved, removed: [...removed] }
}

/** The record of a session as it is now. */
export function recordOf(open: OpenSession, state: GradingState, at: string): GradingSession {
  const { session, isAsked } = open
  const times = new Map(session.skipped.map(({ at: time, ...key }) => [responseKey(key), time]))
  const passed = [
    ...state.waiting.filter((asked) => asked.again === true),
    ...allSaid(state).flatMap(({ verdict, asked }) => (verdict === 'skipped' ? [asked] : [])),
  ].flatMap(({ keys }) => keys)
  const skipped = [
    ...session.skipped.filter((key) => !isAsked(key)),
    ...passed.map((key) => ({ ...key, at: times.get(responseKey(key)) ?? at })),
  ]
  const drafted = [
    ...state.waiting,
    ...allSaid(state).flatMap((said) => (said.verdict === 'skipped' ? said.asked : [])),
  ]
  const notes = [
    ...(session.notes ?? []).filter((key) => !isAsked(key)),
    ...drafted.flatMap(({ draft: note, known, keys: [key] }) =>
      note === undefined || known !== undefined || key === undefined ? [] : [{ ...key, note }],
    ),
  ]
  const { notes: _, ...bare } = session
  return { ...bare, ...(notes.length === 0 ? {} : { notes }), skipped, ...poolOf(open, skipped), updated_at: at }
}

/** What the graded responses are a sample of: the run as it is, or, where it grew, as it was until they caught up. */
function poolOf(open: OpenSession, skipped: readonly ResponseName[]): Pick<GradingSession, 'pool' | 'pool_hash'> {
  const { session, pool } = open
  const now = { pool: pool.responses, pool_hash: pool.hash }
  if (session.order !== 'random' || session.pool === 0 || session.pool_hash === pool.hash) return now
  return hasCaughtUp(open, skipped) ? now : { pool: session.pool, pool_hash: session.pool_hash }
}

/** Whether in each configuration everything before the last response that was drawn is done. */
function hasCaughtUp({ order, own }: OpenSession, skipped: readonly ResponseName[]): boolean {
  const passed = new Set(skipped.map(responseKey))
  const gaps = new Set<string>()
  for (const key of order.flatMap(({ members }) => members)) {
    const text = responseKey(key)
    const grade = own.get(text)
    const isDrawn = grade?.sampling === 'random' || passed.has(text)
    if (isDrawn && gaps.has(key.configuration)) return false
    if (grade === undefined && !passed.has(text)) gaps.add(key.configuration)
  }
  return true
}
