import {
  type Asked,
  type GradingState,
  gradingCounts,
  note,
  type Said,
  say,
  takeOver,
  undo,
} from '../analysis/grading/grading-state.ts'
import type { GradingCounts, GradingTask } from '../analysis/grading/grading-task.ts'
import { humanAgreement } from '../analysis/trust/human-agreement.ts'
import type { GraderPair } from '../analysis/trust/trust-report.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import { type ResponseName, responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { changesBetween, recordOf } from './grading-record.ts'
import { type GradingOptions, type OpenSession, openSession } from './grading-session.ts'
import { openProjectStore, openToRead } from './project.ts'
import { chooseLanguage } from './report-language.ts'
import { requireRun } from './resume-run.ts'

/** A person being asked about one answer after the other. What was said is on disk when its call resolves. */
export interface Grading {
  run: Run
  language: Language
  grader: string
  session: GradingSession
  /** Whether the person goes on in an order that was begun before, and whether the answers of the run are others than then. */
  begun: OpenSession['begun']
  counts(): GradingCounts
  /** The answer to be graded now; undefined when none is left. */
  current(): Promise<GradingTask | undefined>
  /** Grades the current answer, with its note or with this one. */
  give(verdict: Grade['verdict'], note?: string): Promise<void>
  skip(): Promise<void>
  /** Keeps a note for the current answer; an empty one removes it. */
  note(text: string): Promise<void>
  /**
   * Takes back the last verdict, skip or note, also of an earlier sitting (where a note and its verdict are one step); false when
   * there is none. Its answer is current again, as it was.
   */
  undo(): Promise<boolean>
  /** Agreement with each other person who graded the same answers. */
  agreement(): Promise<GraderPair[]>
  close(): Promise<void>
}

/** Opens a run for grading. RagstoneError `nothing_to_grade` when it has no answer. */
export async function openGrading(options: GradingOptions): Promise<Grading> {
  const loaded = await openToRead(options)
  const store = await openProjectStore(options, loaded)
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const cases = new Map<string, TestCase>()
    for await (const testCase of store.testCases(run.id)) cases.set(testCase.id, testCase)
    const language = options.language ?? loaded?.config.language
    const opened = await openSession(store, run, options)
    return await sitting(opened, { store, run, cases, language: chooseLanguage(language, cases) })
  } catch (error) {
    await store.close()
    throw error
  }
}

interface Sitting {
  store: Store
  run: Run
  cases: ReadonlyMap<string, TestCase>
  language: Language
}

async function sitting(open: OpenSession, { store, run, cases, language }: Sitting): Promise<Grading> {
  const { grader } = open.session
  const now = clock()
  let { state } = open
  const move = async (next: GradingState) => {
    const at = now()
    const { saved, removed } = changesBetween(state, next, (key, said) => asGrade(open, key, said, at))
    if (removed.length > 0) {
      await store.deleteGrades(
        run.id,
        removed.map((key) => ({ ...key, grader })),
      )
    }
    await store.saveGrades(saved)
    for (const key of removed) open.own.delete(responseKey(key))
    for (const grade of saved) open.own.set(responseKey(grade), grade)
    state = next
    open.session = recordOf(open, state, at)
    await store.saveGradingSession(open.session)
  }
  await move(takeOver(state))
  return {
    run,
    language,
    grader,
    begun: open.begun,
    get session() {
      return open.session
    },
    counts: () => gradingCounts(state),
    current: () => taskOf(store, run, cases, state.waiting[0]),
    give: (verdict, text) => move(say(text === undefined ? state : note(state, text), verdict)),
    skip: () => move(say(state, 'skipped')),
    note: (text) => move(note(state, text)),
    async undo() {
      const before = undo(state)
      if (before !== undefined) await move(before)
      return before !== undefined
    },
    async agreement() {
      const grades: Grade[] = []
      for await (const grade of store.grades(run.id)) grades.push(grade)
      const pairs = humanAgreement(grades)?.pairs ?? []
      return pairs.filter(({ a, b }) => a === grader || b === grader)
    },
    close: () => store.close(),
  }
}

/** The time, never the same twice, so that what was said can be put in order later. */
function clock(): () => string {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}

/** A second person's sample is as random as that of the first. */
function asGrade(
  { session, others }: OpenSession,
  key: ResponseName,
  { asked, verdict }: Said & { verdict: Grade['verdict'] },
  at: string,
): Grade {
  const { run_id, grader, order } = session
  const other = others.get(responseKey(key))
  const drawn = other === undefined ? order === 'random' : other.sampling === 'random'
  return {
    run_id,
    ...key,
    verdict,
    grader,
    ...(asked.draft === undefined ? {} : { note: asked.draft }),
    sampling: drawn ? 'random' : 'chosen',
    at,
  }
}

/** What a person is shown of a group: its first response stands for all. */
async function taskOf(
  store: Store,
  run: Run,
  cases: ReadonlyMap<string, TestCase>,
  asked: Asked | undefined,
): Promise<GradingTask | undefined> {
  const first = asked?.group.members[0]
  if (asked === undefined || first === undefined) return undefined
  const selection = { configurations: [first.configuration], test_case_ids: [first.test_case_id] }
  const testCase = cases.get(first.test_case_id)
  for await (const one of store.responses(run.id, selection)) {
    if (one.repeat !== first.repeat || testCase === undefined) continue
    return {
      test_case: testCase,
      response: one.response ?? '',
      retrieved_contexts: one.retrieved_contexts ?? [],
      members: asked.group.members,
      ...(asked.draft === undefined ? {} : { note: asked.draft }),
    }
  }
  throw new RagstoneError('unknown_response', `run ${run.id} has no response to "${first.test_case_id}" any more`, {
    hint: 'the run was changed meanwhile: start `ragstone grade` again',
  })
}
