import { type AnswerGroup, keyText, shuffledPlaces } from '../analysis/grading/grading-order.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade, Sampling } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import type { Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { type GradingPool, gradingPool, uncertainOrder, uncertaintyMetric } from './grading-pool.ts'
import type { ProjectOptions } from './project.ts'

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
  /** Of a new random order; default 1. */
  seed?: number
  language?: Language
}

/** What a person is asked, in which order, and what they did before. */
export interface OpenSession {
  pool: GradingPool
  session: GradingSession
  /** Whether an earlier order goes on, or was given up as the run has changed. */
  begun: 'new' | 'resumed' | 'run_changed'
  /** Groups that are still to be asked about, in order, and what has been done, oldest first. */
  waiting: AnswerGroup[]
  done: Done[]
  sampling: Sampling
}

/** What a person did with a group. */
export interface Done {
  group: AnswerGroup
  verdict: Grade['verdict'] | 'skipped'
}

/** Goes on with a person's order where it still fits the run and what they ask for, else starts a new one and stores it. */
export async function openSession(store: Store, run: Run, options: GradingOptions): Promise<OpenSession> {
  const grades: Grade[] = []
  for await (const grade of store.grades(run.id)) grades.push(grade)
  const { grader, only, overlap } = options
  const pool = await gradingPool(store, run, grades, {
    each: options.each === true,
    ...(only === undefined ? {} : { only }),
    ...(overlap === undefined ? {} : { overlap }),
  })
  if (pool.groups.length === 0) throw nothingToGrade(run)
  const before = (await store.gradingSessions(run.id)).find((one) => one.grader === grader)
  const metric = options.uncertainFirst === undefined ? undefined : uncertaintyMetric(run, namedIn(options))
  const same = before !== undefined && before.order === (metric === undefined ? 'random' : 'uncertain_first')
  const resumed = same && before.pool_hash === pool.hash && before.metric === metric
  const session = resumed ? before : newSession(run, pool, metric, options)
  if (!resumed) await store.saveGradingSession(session)
  const order =
    metric === undefined
      ? shuffledPlaces(pool.groups.length, session.seed)
      : await uncertainOrder(store, run, metric, pool.groups)
  const begun: OpenSession['begun'] = resumed
    ? 'resumed'
    : same && only === undefined && overlap === undefined
      ? 'run_changed'
      : 'new'
  const sampling = samplingOf(metric, overlap, grades)
  return { pool, session, begun, sampling, ...doneBefore(order, pool, session, grades, options) }
}

const namedIn = ({ uncertainFirst }: GradingOptions) => (uncertainFirst === true ? undefined : uncertainFirst)

function newSession(run: Run, pool: GradingPool, metric: string | undefined, options: GradingOptions): GradingSession {
  const at = new Date().toISOString()
  return {
    run_id: run.id,
    grader: options.grader,
    order: metric === undefined ? 'random' : 'uncertain_first',
    ...(metric === undefined ? {} : { metric }),
    seed: options.seed ?? 1,
    pool: pool.responses,
    pool_hash: pool.hash,
    skipped: [],
    started_at: at,
    updated_at: at,
  }
}

/** A second person's sample is as random as that of the first. */
function samplingOf(metric: string | undefined, overlap: string | undefined, grades: readonly Grade[]): Sampling {
  if (metric !== undefined) return 'chosen'
  if (overlap === undefined) return 'random'
  return grades.some((grade) => grade.grader === overlap && grade.sampling !== 'random') ? 'chosen' : 'random'
}

/** Splits the order into what is done, by when it was, and what waits. */
function doneBefore(
  order: readonly number[],
  { groups }: GradingPool,
  session: GradingSession,
  grades: readonly Grade[],
  { skipped: askSkipped, grader }: GradingOptions,
): Pick<OpenSession, 'waiting' | 'done'> {
  const own = new Map(grades.filter((grade) => grade.grader === grader).map((grade) => [keyText(grade), grade]))
  const skipped = new Set(session.skipped.map(keyText))
  const waiting: AnswerGroup[] = []
  const later: AnswerGroup[] = []
  const done: (Done & { at: string })[] = []
  for (const place of order) {
    const group = groups[place]
    if (group === undefined) continue
    const grade = group.members.map((key) => own.get(keyText(key))).find((one) => one !== undefined)
    if (grade !== undefined) done.push({ group, verdict: grade.verdict, at: grade.at })
    else if (!group.members.some((key) => skipped.has(keyText(key)))) waiting.push(group)
    else if (askSkipped === true) later.push(group)
    else done.push({ group, verdict: 'skipped', at: '' })
  }
  done.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return { waiting: [...waiting, ...later], done: done.map(({ group, verdict }) => ({ group, verdict })) }
}

function nothingToGrade(run: Run): RagstoneError {
  return new RagstoneError('nothing_to_grade', `run ${run.id} (${run.name}) has no answer that could be graded`, {
    hint: 'answers come from `ragstone run` or `ragstone evaluate FILE`; responses with an error are not graded',
  })
}
