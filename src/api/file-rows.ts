import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { Response } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import { type TestCase, testCaseHash } from '../core/test-case.ts'
import { type CanonicalRow, canonicalRows, type FieldOptions } from '../files/fields.ts'
import { type Place, placeText } from '../files/rows.ts'
import type { Store, StoredSample } from '../store/store.ts'
import { toTestCase } from '../testset/load.ts'

/** A file whose rows hold a test case and an answer. */
export interface FileJob {
  /** Absolute path. */
  file: string
  /** Ragstone's field names mapped to those of the file. */
  fields?: Record<string, string>
  /** The configuration of rows that name none; default `base`. */
  configuration?: string
  /** Told of each human verdict in the file. */
  onGrade?: (grade: Grade) => void
  /** Told of each row of the file. */
  onRow?: (row: CanonicalRow) => void
}

/** Rows are stored and scored in groups of this many, */
const GROUP = 250
/** or of texts of about this many characters, where rows are large. */
const GROUP_TEXT = 8 * 1024 * 1024

/** What has been seen of a file, to refuse rows that contradict each other. */
interface Seen {
  cases: Map<string, { hash: string; place: Place }>
  answers: Map<string, Place>
}

/** What is stored already, then the rows of the file that are not. */
export async function* resumeRows(store: Store, run: Run, job: FileJob): AsyncIterable<StoredSample> {
  const stored = new Set<string>()
  for await (const key of store.responseFacts(run.id)) stored.add(responseKey(key))
  yield* store.samples(run.id)
  yield* storeRows(store, run, job, stored)
}

/** Where the rows of a file go. */
export type RowStore = Pick<Store, 'saveTestCases' | 'saveResponses' | 'saveGrades' | 'updateRun'>

/** Stores the rows of a file group by group and yields them as samples; completes the run record on the way. */
export async function* storeRows(
  store: RowStore,
  run: Run,
  job: FileJob,
  stored: ReadonlySet<string> = new Set(),
): AsyncIterable<StoredSample> {
  const seen: Seen = { cases: new Map(), answers: new Map() }
  const group = rowGroup(store, run.id)
  for await (const row of canonicalRows(job.file, readingOf(job))) {
    job.onRow?.(row)
    const testCase = toTestCase(row)
    const response = toResponse(run.id, testCase.id, row, job.configuration)
    const isNew = noteRow(seen, testCase, response, row.place)
    if (stored.size > 0 && stored.has(responseKey(response))) continue
    if (isNew) group.cases.push({ position: seen.cases.size - 1, test_case: testCase })
    if (!run.configurations.some((one) => one.name === response.configuration)) {
      run.configurations.push({ name: response.configuration, settings: {}, origin: {}, extends: [] })
      await store.updateRun(run)
    }
    run.repeats = Math.max(run.repeats, response.repeat)
    if (row.verdict !== undefined) {
      const grade = toGrade(response, row, row.verdict)
      group.grades.push(grade)
      job.onGrade?.(grade)
    }
    group.add({ test_case: testCase, response, scored: [] })
    if (group.isFull()) yield* await group.flush()
  }
  yield* await group.flush()
  run.test_cases = seen.cases.size
}

/** Rows that are stored together. */
function rowGroup(store: RowStore, runId: string) {
  const group = {
    samples: [] as StoredSample[],
    text: 0,
    cases: [] as { position: number; test_case: TestCase }[],
    grades: [] as Grade[],
    add(sample: StoredSample): void {
      group.samples.push(sample)
      group.text += textOf(sample)
    },
    isFull: () => group.samples.length >= GROUP || group.text >= GROUP_TEXT,
    /** Stores the group and hands its samples over. */
    async flush(): Promise<StoredSample[]> {
      const { samples, cases, grades } = group
      group.samples = []
      group.text = 0
      group.cases = []
      group.grades = []
      // Handed over together, they are committed together and in this order.
      await Promise.all([
        store.saveTestCases(runId, cases),
        store.saveResponses(samples.map(({ response }) => response)),
        store.saveGrades(grades),
      ])
      return samples
    },
  }
  return group
}

/** Characters in the fields that can be long. */
function textOf({ test_case, response }: StoredSample): number {
  const texts = [
    ...[test_case.user_input, test_case.reference, ...(test_case.reference_contexts ?? [])],
    ...[response.response, response.error?.message, ...(response.retrieved_contexts ?? []).map(({ text }) => text)],
  ]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

/** How the rows of the file are read. */
export function readingOf({ fields }: FileJob): FieldOptions {
  return { ...(fields === undefined ? {} : { fields }), expects: 'both' }
}

/** Notes a row; returns whether its test case is new. */
function noteRow(seen: Seen, testCase: TestCase, response: Response, place: Place): boolean {
  const key = responseKey(response)
  const before = seen.answers.get(key)
  if (before !== undefined) {
    throw new RagstoneError(
      'duplicate_answer',
      `${placeText(place)}: a second answer to "${testCase.id}" under configuration "${response.configuration}", repeat ${response.repeat}; the first is at ${placeText(before)}`,
      { hint: 'give each row its own id, configuration or repeat' },
    )
  }
  seen.answers.set(key, place)
  const hash = testCaseHash(testCase)
  const known = seen.cases.get(testCase.id)
  if (known === undefined) {
    seen.cases.set(testCase.id, { hash, place })
    return true
  }
  if (known.hash !== hash) {
    throw new RagstoneError(
      'conflicting_case',
      `${placeText(place)}: test case "${testCase.id}" differs from the one at ${placeText(known.place)}`,
      { hint: 'rows of one test case must agree in question, reference and all other fields of the case' },
    )
  }
  return false
}

function toResponse(runId: string, testCaseId: string, row: CanonicalRow, unnamed = 'base'): Response {
  const contexts = row.retrieved_contexts
  const problems = contexts?.problems.map(({ position, code }) => `retrieved_contexts[${position}]: ${code}`) ?? []
  return {
    run_id: runId,
    configuration: row.configuration ?? unnamed,
    test_case_id: testCaseId,
    repeat: row.repeat ?? 1,
    response: row.response ?? null,
    latency_ms: row.latency_ms ?? null,
    asked_key: 'file',
    created_at: new Date().toISOString(),
    ...(contexts === undefined ? {} : { retrieved_contexts: contexts.chunks }),
    ...(row.usage === undefined ? {} : { usage: row.usage }),
    ...(row.error === undefined ? {} : { error: { code: 'reported' as const, message: row.error } }),
    ...(problems.length === 0 ? {} : { problems }),
  }
}

function toGrade(response: Response, row: CanonicalRow, verdict: Grade['verdict']): Grade {
  const { run_id, configuration, test_case_id, repeat } = response
  return { run_id, configuration, test_case_id, repeat, verdict, grader: row.grader ?? 'file', at: response.created_at }
}
