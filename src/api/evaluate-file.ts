import { basename, resolve } from 'node:path'
import { exitCodeOf } from '../analysis/gates.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { MetricEntry } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { RULE_JUDGE } from '../core/score.ts'
import { placeText } from '../files/rows.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { Store } from '../store/store.ts'
import { buildReport, liveReport } from './build-report.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { canonicalRowsOf, type FileJob, resumeRows, storeRows } from './file-rows.ts'
import { configuredMetrics, openProjectIfAny, openProjectStore, projectMetrics } from './project.ts'
import { requireRun } from './resume-run.ts'
import type { RunResult } from './run.ts'
import { baseVersions, gitState, isFileRun, newRunId, toRunMetric } from './run-record.ts'

/**
 * Scores a file of answers that hold the test case's own fields too; needs no project. The file is read as a stream and
 * becomes a run like any other. A row that cannot be read leaves nothing behind.
 */
export async function evaluateFile(options: EvaluateOptions & { file: string }): Promise<RunResult> {
  const cwd = options.cwd ?? process.cwd()
  const loaded = await openProjectIfAny(options)
  const job: FileJob = {
    file: resolve(cwd, options.file),
    ...(options.fields === undefined ? {} : { fields: options.fields }),
  }
  const metrics = await metricsOf(options, loaded, job, cwd)
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
      return await evaluateRows({ store, run, metrics, resumed, options, loaded }, job)
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

interface OpenFileRun {
  store: Store
  run: Run
  metrics: readonly ConfiguredMetric[]
  resumed: boolean
  options: EvaluateOptions
  loaded: LoadedConfig | undefined
}

async function evaluateRows(open: OpenFileRun, job: FileJob): Promise<RunResult> {
  const { store, run, metrics, resumed, options, loaded } = open
  const language = options.language ?? loaded?.config.language
  // What a new run holds passes by once, so its report need not read it back.
  const live = liveReport(run, { language, seed: options.seed })
  const evaluated = await evaluateSamples({
    store,
    metrics,
    samples: resumed ? resumeRows(store, run, job) : storeRows(store, run, { ...job, onGrade: live.addGrade }),
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
}

async function metricsOf(
  options: EvaluateOptions,
  loaded: LoadedConfig | undefined,
  job: FileJob,
  cwd: string,
): Promise<ConfiguredMetric[]> {
  if (options.metrics === undefined && loaded !== undefined && loaded.config.metrics.length > 0) {
    return configuredMetrics(loaded)
  }
  return projectMetrics(options.metrics ?? (await fittingMetrics(job)), loaded?.folder ?? cwd, {
    refusalPhrases: loaded?.config.refusal_phrases ?? [],
  })
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

/** Without metrics named: those for which the first row of the file has the fields. */
async function fittingMetrics(job: FileJob): Promise<MetricEntry[]> {
  for await (const row of canonicalRowsOf(job)) {
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
  throw new RagstoneError('empty_file', `${job.file} has no rows`, {
    hint: 'one row an answer, with user_input and response',
  })
}
