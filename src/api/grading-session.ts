import { type AnswerGroup, randomOrder, uncertainFirst } from '../analysis/grading/grading-order.ts'
import type { Asked, GradingState, Said } from '../analysis/grading/grading-state.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import { type ResponseName, responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { type GradingPool, gradingPool, scoresOf, uncertaintyMetric } from './grading-pool.ts'
import type { ProjectOptions } from './project.ts'
import { selectConfigurations } from './start-run.ts'

export interface GradingOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  /** Who grades. */
  grader: string
  /** Configurations to ask about; default all. */
  only?: readonly string[]
  /** Ask first about answers on which a metric is uncertain: its name, or `true` for the judge's. Default a random order. */
  uncertainFirst?: string | true
  /** Ask about equal answers to one question one by one; default once for all of them. */
  each?: boolean
  /** Ask only about what this person graded, to measure agreement. */
  overlap?: string
  /** Ask again about what was skipped. */
  skipped?: boolean
  /** Of the random order; default that of the order that goes on, else that of the person named by `overlap`, else 1. */
  seed?: number
  language?: Language
}

/** What a person is asked, in which order, and what they did before. */
export interface OpenSession {
  pool: GradingPool
  session: GradingSession
  /** Whether an earlier order goes on, and whether the answers of the run are others than they were then. */
  begun: 'new' | 'resumed' | 'run_changed'
  /** Everything in order, asked about in this sitting or not. */
  order: readonly AnswerGroup[]
  /** The responses that are asked about. */
  isAsked: (key: ResponseName) => boolean
  /** What this person said before, by the text of the key. */
  own: Map<string, Grade>
  /** What the person named by `overlap` said. */
  others: Map<string, Grade>
  state: GradingState
}

/** Goes on with a person's order where it is the one that they ask for, else begins one. Stores nothing. */
export async function openSession(store: Store, run: Run, options: GradingOptions): Promise<OpenSession> {
  const { grader, overlap } = options
  const grades: Grade[] = []
  for await (const grade of store.grades(run.id)) grades.push(grade)
  const asked = selectConfigurations(run.configurations, options.only).map(({ name }) => name)
  const sessions = await store.gradingSessions(run.id)
  const before = sessions.find((one) => one.grader === grader)
  const wanted = wantedOrder(run, options, before ?? sessions.find((one) => one.grader === overlap))
  const kept = before !== undefined && isSameOrder(before, wanted) ? before : undefined
  const scope = run.configurations
    .map(({ name }) => name)
    .filter((name) => asked.includes(name) || (kept !== undefined && isCovered(kept, name)))
  const pool = await gradingPool(store, run, scope, { each: options.each === true })
  const random = randomOrder(pool.groups, wanted.seed)
  const order = wanted.metric === undefined ? random : uncertainFirst(random, await scoresOf(store, run, wanted.metric))
  const others = overlap === undefined ? new Map<string, Grade>() : gradesOfPerson(overlap, grades)
  const isAsked = (key: ResponseName) =>
    asked.includes(key.configuration) && (overlap === undefined || others.has(responseKey(key)))
  const own = new Map(grades.filter((one) => one.grader === grader).map((one) => [responseKey(one), one]))
  const session = kept ?? newSession(run, grader, wanted, before)
  const state = stateFrom({ order, isAsked, own, session, askSkipped: options.skipped === true })
  if (state.waiting.length + state.past.length === 0) throw nothingToGrade(run)
  const covered = session.configurations ?? []
  const changed = kept?.pool_hash !== pool.hash && scope.every((name) => covered.includes(name))
  const begun = kept === undefined ? 'new' : changed ? 'run_changed' : 'resumed'
  return { pool, session: { ...session, configurations: scope }, begun, order, isAsked, own, others, state }
}

type WantedOrder = Pick<GradingSession, 'order' | 'seed'> & { metric: string | undefined }

function wantedOrder(run: Run, options: GradingOptions, known: GradingSession | undefined): WantedOrder {
  const { uncertainFirst: first } = options
  const seed = options.seed ?? known?.seed ?? 1
  if (first === undefined) return { order: 'random', metric: undefined, seed }
  return { order: 'uncertain_first', metric: uncertaintyMetric(run, first === true ? undefined : first), seed }
}

function isSameOrder(before: GradingSession, { order, metric, seed }: WantedOrder): boolean {
  return before.order === order && before.metric === metric && before.seed === seed
}

function isCovered({ configurations }: GradingSession, name: string): boolean {
  return configurations === undefined || configurations.includes(name)
}

/** What a person graded; RagstoneError `unknown_grader` when they graded nothing of this run. */
function gradesOfPerson(grader: string, grades: readonly Grade[]): Map<string, Grade> {
  const own = new Map(grades.filter((one) => one.grader === grader).map((one) => [responseKey(one), one]))
  if (own.size > 0) return own
  const names = [...new Set(grades.map((one) => one.grader))]
  throw new RagstoneError('unknown_grader', `nobody named "${grader}" has graded this run`, {
    hint: names.length === 0 ? 'nobody has graded it yet' : `it was graded by ${names.join(', ')}`,
  })
}

/** `pool` is 0 until the session is recorded, save that grades of another random order are a sample of what that was drawn from. */
function newSession(
  run: Run,
  grader: string,
  { order, metric, seed }: WantedOrder,
  before: GradingSession | undefined,
): GradingSession {
  const at = new Date().toISOString()
  const { pool = 0, pool_hash = '' } = before?.order === 'random' && order === 'random' ? before : {}
  return {
    run_id: run.id,
    grader,
    order,
    ...(metric === undefined ? {} : { metric }),
    seed,
    pool,
    pool_hash,
    skipped: [],
    started_at: at,
    updated_at: at,
  }
}

interface Before {
  order: readonly AnswerGroup[]
  isAsked: (key: ResponseName) => boolean
  own: ReadonlyMap<string, Grade>
  session: GradingSession
  askSkipped: boolean
}

/** Splits the order into what waits and what was done, by when it was. Skipped answers that are asked again come last. */
function stateFrom({ order, isAsked, own, session, askSkipped }: Before): GradingState {
  const skipped = new Map(session.skipped.map(({ at = '', ...key }) => [responseKey(key), at]))
  const notes = new Map(session.notes?.map(({ note, ...key }) => [responseKey(key), note]))
  const waiting: Asked[] = []
  const again: Asked[] = []
  const done: { step: Said; at: string }[] = []
  for (const group of order) {
    const members = group.members.filter(isAsked)
    if (members.length === 0) continue
    const said = group.members.flatMap((key) => own.get(responseKey(key)) ?? [])
    const keys = members.filter((key) => !own.has(responseKey(key)))
    const draft = members.map((key) => notes.get(responseKey(key))).find((one) => one !== undefined)
    const asked: Asked = { group: { ...group, members }, keys, ...(draft === undefined ? {} : { draft }) }
    const at = members.map((key) => skipped.get(responseKey(key))).find((one) => one !== undefined)
    if (keys.length === 0) done.push(gradedBefore({ ...asked, keys: members }, said))
    else if (at === undefined) waiting.push(withKnown(asked, said))
    else if (askSkipped) again.push({ ...asked, again: true })
    else done.push({ step: { kind: 'said', asked, verdict: 'skipped' }, at })
  }
  done.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return { waiting: [...waiting, ...again], past: done.map(({ step }) => step) }
}

function gradedBefore(asked: Asked, [first, ...rest]: readonly Grade[]): { step: Said; at: string } {
  const note = [first, ...rest].find((one) => one?.note !== undefined)?.note
  const noted: Asked = note === undefined ? asked : { ...asked, draft: note }
  return { step: { kind: 'said', asked: noted, verdict: first?.verdict ?? 'wrong' }, at: first?.at ?? '' }
}

/** Equal answers get the verdict that was given, where it was one and the same. */
function withKnown(asked: Asked, said: readonly Grade[]): Asked {
  const [first] = said
  if (first === undefined || said.some(({ verdict }) => verdict !== first.verdict)) return asked
  return { ...asked, known: first.verdict, ...(first.note === undefined ? {} : { draft: first.note }) }
}

function nothingToGrade(run: Run): RagstoneError {
  return new RagstoneError('nothing_to_grade', `run ${run.id} (${run.name}) has no answer that could be graded`, {
    hint: 'answers come from `ragstone run` or `ragstone evaluate FILE`; responses with an error are not graded',
  })
}
