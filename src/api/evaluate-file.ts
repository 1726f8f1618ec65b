import { basename, resolve } from 'node:path'
import { exitCodeOf } from '../analysis/gates.ts'
import type { MetricEntry } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { Response } from '../core/response.ts'
import type { Run } from '../core/run.ts'
import { RULE_JUDGE } from '../core/score.ts'
import { type TestCase, testCaseHash } from '../core/test-case.ts'
import { type CanonicalRow, canonicalRows } from '../files/fields.ts'
import { type Place, placeText } from '../files/rows.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { Store, StoredSample } from '../store/store.ts'
import { toTestCase } from '../testset/load.ts'
import { buildReport, liveReport } from './build-report.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { configuredMetrics, openProjectIfAny, openProjectStore, projectMetrics } from './project.ts'
import { requireRun } from './resume-run.ts'
import type { RunResult } from './run.ts'
import { baseVersions, gitState, isFileRun, newRunId, toRunMetric } from './run-record.ts'

/** Rows are stored and scored in groups of this many. */
const GROUP = 500

/**
 * Scores a file of answers that hold the test case's own fields too; needs no project. The file is read as a stream and
 * becomes a run like any other. A row that cannot be read leaves nothing behind.
 */
export async function evaluateFile(options: EvaluateOptions & { file: string }): Promise<RunResult> {
  const cwd = options.cwd ?? process.cwd()
  const file = resolve(cwd, options.file)
  const loaded = await openProjectIfAny(options)
  const fields = options.fields === undefined ? {} : { fields: options.fields }
  const metrics =
    options.metrics === undefined && loaded !== undefined && loaded.config.metrics.length > 0
      ? await configuredMetrics(loaded)
      : await projectMetrics(options.metrics ?? (await fittingMetrics(file, fields)), loaded?.folder ?? cwd, {
          refusalPhrases: loaded?.config.refusal_phrases ?? [],
        })
  const gates = options.metrics === undefined ? (loaded?.config.gates ?? []) : []
  const store = await openProjectStore(options, loaded, { create: true })
  try {
    const resumed = options.resume !== undefined
    const run = resumed
      ? await requireRun(store, options.resume ?? 'latest')
      : await newFileRun(options, metrics, gates, cwd)
    if (resumed) resumeFileRun(run, options.file, cwd, metrics)
    else await store.createRun(run)
    const claim = await store.claimRun(run.id)
    try {
      // What a new run holds passes by once, so its report need not read it back.
      const language = options.language ?? loaded?.config.language
      const live = liveReport(run, { language, seed: options.seed })
      const evaluated = await evaluateSamples({
        store,
        metrics,
        samples: resumed
          ? resumeRows(store, run, file, fields)
          : storeRows(store, run, file, { ...fields, onGrade: live.addGrade }),
        total: null,
        refusalPhrases: loaded?.config.refusal_phrases ?? [],
        signal: options.signal ?? new AbortController().signal,
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
        ...(resumed ? {} : { onSample: live.addSample }),
      })
      await store.updateRun(run)
      const report =
        resumed || evaluated.interrupted
          ? await buildReport(store, run, {
              ...(language === undefined ? {} : { language }),
              ...(options.seed === undefined ? {} : { seed: options.seed }),
            })
          : live.finish()
      return { report, exit_code: exitCodeOf(report), interrupted: evaluated.interrupted }
    } catch (error) {
      if (!resumed) await store.deleteRun(run.id)
      throw error
    } finally {
      await claim.release()
    }
  } finally {
    await store.close()
  }
}

/** Takes today's metrics into a stored run, which must have come from the same file. */
function resumeFileRun(run: Run, file: string, cwd: string, metrics: readonly ConfiguredMetric[]): void {
  if (!isFileRun(run) || resolve(cwd, String(run.system.file)) !== resolve(cwd, file)) {
    throw new RagstoneError('other_run', `run ${run.id} (${run.name}) did not come from ${file}`, {
      hint: isFileRun(run)
        ? `it came from ${run.system.file}`
        : `it was collected from a system: ragstone run --resume ${run.id}`,
    })
  }
  run.metrics = metrics.map(toRunMetric)
}

async function newFileRun(
  options: EvaluateOptions & { file: string },
  metrics: readonly ConfiguredMetric[],
  gates: readonly string[],
  cwd: string,
): Promise<Run> {
  const now = new Date()
  const git = await gitState(cwd)
  return {
    id: newRunId(now),
    name: options.name ?? basename(options.file),
    created_at: now.toISOString(),
    format: 1,
    configurations: [],
    system: { file: options.file },
    repeats: 1,
    test_set: options.file,
    test_set_hash: '',
    test_cases: null,
    selection: {},
    metrics: metrics.map(toRunMetric),
    judge: RULE_JUDGE,
    versions: baseVersions(),
    origins: {},
    gates: [...gates],
    ...(options.note === undefined ? {} : { note: options.note }),
    ...(git === undefined ? {} : { git }),
  }
}

/** What has been seen of a file, to refuse rows that contradict each other. */
interface Seen {
  cases: Map<string, { hash: string; place: Place }>
  answers: Map<string, Place>
}

/** What is stored already, then the rows of the file that are not. */
async function* resumeRows(
  store: Store,
  run: Run,
  file: string,
  options: { fields?: Record<string, string> },
): AsyncIterable<StoredSample> {
  const stored = new Set<string>()
  for await (const key of store.responseFacts(run.id)) stored.add(answerKey(key))
  yield* store.samples(run.id)
  yield* storeRows(store, run, file, options, stored)
}

function answerKey(response: { configuration: string; test_case_id: string; repeat: number }): string {
  return JSON.stringify([response.configuration, response.test_case_id, response.repeat])
}

/** Stores the rows of a file group by group and yields them as samples; completes the run record on the way. */
async function* storeRows(
  store: Store,
  run: Run,
  file: string,
  options: { fields?: Record<string, string>; onGrade?: (grade: Grade) => void },
  stored: ReadonlySet<string> = new Set(),
): AsyncIterable<StoredSample> {
  const seen: Seen = { cases: new Map(), answers: new Map() }
  let group: StoredSample[] = []
  let cases: { position: number; test_case: TestCase }[] = []
  let grades: Grade[] = []
  const flush = async () => {
    // Handed over together, they are committed together and in this order.
    await Promise.all([
      store.saveTestCases(run.id, cases),
      store.saveResponses(group.map((sample) => sample.response)),
      store.saveGrades(grades),
    ])
    const stored = group
    group = []
    cases = []
    grades = []
    return stored
  }
  for await (const row of canonicalRows(file, { ...fieldsOf(options), expects: 'both' })) {
    const testCase = toTestCase(row)
    const response = toResponse(run.id, testCase.id, row)
    const isNew = noteRow(seen, testCase, response, row.place)
    if (stored.has(answerKey(response))) continue
    if (isNew) cases.push({ position: seen.cases.size - 1, test_case: testCase })
    if (!run.configurations.some((one) => one.name === response.configuration)) {
      run.configurations.push({ name: response.configuration, settings: {}, origin: {}, extends: [] })
      await store.updateRun(run)
    }
    run.repeats = Math.max(run.repeats, response.repeat)
    if (row.verdict !== undefined) {
      const grade = toGrade(response, row, row.verdict)
      grades.push(grade)
      options.onGrade?.(grade)
    }
    group.push({ test_case: testCase, response, scored: [] })
    if (group.length >= GROUP) yield* await flush()
  }
  yield* await flush()
  run.test_cases = seen.cases.size
}

function fieldsOf({ fields }: { fields?: Record<string, string> }) {
  return fields === undefined ? {} : { fields }
}

/** Notes a row; returns whether its test case is new. */
function noteRow(seen: Seen, testCase: TestCase, response: Response, place: Place): boolean {
  const key = answerKey(response)
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

function toResponse(runId: string, testCaseId: string, row: CanonicalRow): Response {
  const contexts = row.retrieved_contexts
  const problems = contexts?.problems.map(({ position, code }) => `retrieved_contexts[${position}]: ${code}`) ?? []
  return {
    run_id: runId,
    configuration: row.configuration ?? 'base',
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

/** Without metrics named: those for which the first row of the file has the fields. */
async function fittingMetrics(file: string, options: { fields?: Record<string, string> }): Promise<MetricEntry[]> {
  for await (const row of canonicalRows(file, { ...options, expects: 'both' })) {
    const metrics: MetricEntry[] = []
    const hasContexts = row.retrieved_contexts !== undefined
    if (hasContexts && (row.expected_sources ?? row.reference_context_ids) !== undefined)
      metrics.push('hit_rate@3', 'mrr')
    if (row.response !== undefined) metrics.push('refusal')
    if (row.response !== undefined && hasContexts) metrics.push('k_precision', 'citation_presence')
    if (row.response !== undefined && row.reference !== undefined) metrics.push('token_f1', 'rouge_l')
    if (metrics.length > 0) return metrics
    throw new RagstoneError('nothing_to_score', `${placeText(row.place)}: no field that a metric could score`, {
      hint: 'rows need a response or retrieved_contexts (names of other tools are understood), or map them with --field',
    })
  }
  throw new RagstoneError('empty_file', `${file} has no rows`, {
    hint: 'one row an answer, with user_input and response',
  })
}
