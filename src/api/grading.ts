import { type AnswerGroup, type AnswerKey, keyText } from '../analysis/grading/grading-order.ts'
import type { GradingCounts, GradingTask } from '../analysis/grading/grading-task.ts'
import { humanAgreement } from '../analysis/trust/human-agreement.ts'
import type { GraderPair } from '../analysis/trust/trust-report.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { type Done, type GradingOptions, type OpenSession, openSession } from './grading-session.ts'
import { openProjectStore, openToRead } from './project.ts'
import { chooseLanguage } from './report-language.ts'
import { requireRun } from './resume-run.ts'

/** A person being asked about one answer after the other. Every verdict is on disk when its call resolves. */
export interface Grading {
  run: Run
  language: Language
  grader: string
  session: GradingSession
  /** Whether the person goes on in an order that was begun before, and whether that was given up as the run has changed. */
  begun: OpenSession['begun']
  counts(): GradingCounts
  /** The answer to be graded now; undefined when none is left. */
  current(): Promise<GradingTask | undefined>
  give(verdict: Grade['verdict'], note?: string): Promise<void>
  skip(): Promise<void>
  /** Takes back the last verdict or skip, also of an earlier sitting; false when there is none. Its answer is current again. */
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
    return sitting({ store, run, cases, language: chooseLanguage(language, cases), ...opened })
  } catch (error) {
    await store.close()
    throw error
  }
}

function sitting(
  open: OpenSession & { store: Store; run: Run; cases: ReadonlyMap<string, TestCase>; language: Language },
): Grading {
  const { store, run, cases, language, begun, waiting, done, sampling, session } = open
  const { grader } = session
  const saveSession = async () => {
    session.updated_at = new Date().toISOString()
    await store.saveGradingSession(session)
  }
  const unskip = (group: AnswerGroup) => {
    const own = new Set(group.members.map(keyText))
    const before = session.skipped.length
    session.skipped = session.skipped.filter((key) => !own.has(keyText(key)))
    return session.skipped.length < before
  }
  const asGrade = (key: AnswerKey, verdict: Grade['verdict'], note: string | undefined, at: string): Grade => ({
    run_id: run.id,
    ...key,
    verdict,
    grader,
    ...(note === undefined || note.trim() === '' ? {} : { note: note.trim() }),
    sampling,
    at,
  })
  return {
    run,
    language,
    grader,
    session,
    begun,
    counts() {
      const of = (verdict: Done['verdict']) => done.filter((one) => one.verdict === verdict).length
      const [right, wrong, skipped] = [of('right'), of('wrong'), of('skipped')]
      return { right, wrong, graded: right + wrong, skipped, total: done.length + waiting.length }
    },
    current: () => taskOf(store, run, cases, waiting[0]),
    async give(verdict, note) {
      const group = waiting[0]
      if (group === undefined) return
      const at = new Date().toISOString()
      await store.saveGrades(group.members.map((key) => asGrade(key, verdict, note, at)))
      if (unskip(group)) await saveSession()
      waiting.shift()
      done.push({ group, verdict })
    },
    async skip() {
      const group = waiting[0]
      if (group === undefined) return
      unskip(group)
      session.skipped.push(...group.members)
      await saveSession()
      waiting.shift()
      done.push({ group, verdict: 'skipped' })
    },
    async undo() {
      const last = done.at(-1)
      if (last === undefined) return false
      if (last.verdict === 'skipped') {
        unskip(last.group)
        await saveSession()
      } else {
        await store.deleteGrades(
          run.id,
          last.group.members.map((key) => ({ ...key, grader })),
        )
      }
      done.pop()
      waiting.unshift(last.group)
      return true
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

/** What a person is shown of a group: its first response stands for all. */
async function taskOf(
  store: Store,
  run: Run,
  cases: ReadonlyMap<string, TestCase>,
  group: AnswerGroup | undefined,
): Promise<GradingTask | undefined> {
  const first = group?.members[0]
  if (group === undefined || first === undefined) return undefined
  const selection = { configurations: [first.configuration], test_case_ids: [first.test_case_id] }
  const testCase = cases.get(first.test_case_id)
  for await (const one of store.responses(run.id, selection)) {
    if (one.repeat !== first.repeat || testCase === undefined) continue
    return {
      test_case: testCase,
      response: one.response ?? '',
      retrieved_contexts: one.retrieved_contexts ?? [],
      members: group.members,
    }
  }
  throw new RagstoneError('unknown_response', `run ${run.id} has no response to "${first.test_case_id}" any more`, {
    hint: 'the run was changed meanwhile: start `ragstone grade` again',
  })
}
