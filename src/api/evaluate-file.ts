import { basename, resolve } from 'node:path'
import { exitCodeOf } from '../analysis/gates.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { MetricEntry } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import { isModelFault } from '../judge/failures.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { Models } from '../pipeline/models.ts'
import type { Store } from '../store/store.ts'
import { buildReport, liveReport } from './build-report.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { type FileJob, resumeRows, storeRows } from './file-rows.ts'
import { answerableWatch, columnNotes, fittingMetrics, inspectFile, requireResponses } from './file-shape.ts'
import { evaluateAgain, withGoOn } from './go-on.ts'
import { judgeNow } from './judge-facts.ts'
import { type OpenModels, openModels, spentPart } from './models.ts'
import { configuredMetrics, openProjectIfAny, openProjectStore, projectMetrics } from './project.ts'
import { requireRun } from './resume-run.ts'
import type { RunResult } from './run.ts'
import {
  baseVersions,
  gitState,
  isFileRun,
  judgeOfRun,
  newRunId,
  replacedImports,
  toRunMetric,
  withImported,
} from './run-record.ts'

/**
 * Scores a file of answers that hold the test case's own fields too; needs no project. The file is read as a stream and
 * becomes a run like any other. A row that cannot be read leaves nothing behind; a model that cannot be asked any more leaves
 * what was scored before. How the columns were understood is told through `log`.
 */
export async function evaluateFile(options: EvaluateOptions & { file: string }): Promise<RunResult> {
  const cwd = options.cwd ?? process.cwd()
  const loaded = await openProjectIfAny(options)
  const job: FileJob = {
    file: resolve(cwd, options.file),
    ...(options.fields === undefined ? {} : { fields: options.fields }),
  }
  const metrics = await fileMetrics(options, loaded, job, cwd)
  noteProject(options, loaded, cwd)
  const gates = options.metrics === undefined ? (loaded?.config.gates ?? []) : []
  const store = await openProjectStore(options, loaded, { create: true })
  let models: OpenModels | undefined
  try {
    const { explain: _explain, ...rest } = options
    models = await openModels(loaded, metrics, store, rest)
    const resumed = options.resume !== undefined
    const run = resumed
      ? await requireRun(store, options.resume ?? 'latest')
      : await newFileRun(options, metrics, models, gates, cwd)
    if (resumed) resumeFileRun(run, options, cwd, metrics, models)
    else await store.createRun(run)
    const claim = await store.claimRun(run.id)
    try {
      return await evaluateRows({ store, run, metrics, models, resumed, options, loaded }, job)
    } catch (error) {
      if (isModelFault(error)) {
        await store.updateRun(run)
        throw withGoOn(error, 'what is scored is stored', evaluateAgain(options, run.id))
      }
      if (!resumed) await store.deleteRun(run.id)
      throw error
    } finally {
      await claim.release()
    }
  } finally {
    await models?.close()
    await store.close()
  }
}

interface OpenFileRun {
  store: Store
  run: Run
  metrics: readonly ConfiguredMetric[]
  models: OpenModels
  resumed: boolean
  options: EvaluateOptions
  loaded: LoadedConfig | undefined
}

async function evaluateRows(open: OpenFileRun, job: FileJob): Promise<RunResult> {
  const { store, run, metrics, models, resumed, options, loaded } = open
  const language = options.language ?? loaded?.config.language
  // What a new run holds passes by once, so its report need not read it back.
  const live = liveReport(run, { language, seed: options.seed })
  const watch = answerableWatch()
  const watched = { ...job, onRow: watch.add }
  const evaluated = await evaluateSamples({
    store,
    metrics,
    samples: resumed ? resumeRows(store, run, watched) : storeRows(store, run, { ...watched, onGrade: live.addGrade }),
    total: null,
    refusalPhrases: loaded?.config.refusal_phrases ?? [],
    models,
    signal: options.signal ?? new AbortController().signal,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    ...(resumed ? {} : { onSample: live.addSample }),
  })
  await store.updateRun(run)
  const note = evaluated.interrupted ? undefined : watch.note(metrics)
  if (note !== undefined) options.log?.(note)
  const judge = judgeNow(models)
  const report =
    resumed || evaluated.interrupted
      ? await buildReport(store, run, {
          judge,
          ...(language === undefined ? {} : { language }),
          ...(options.seed === undefined ? {} : { seed: options.seed }),
        })
      : await live.finish(store, judge)
  return { report, exit_code: exitCodeOf(report), interrupted: evaluated.interrupted, ...spentPart(models) }
}

/** Says that a project took part, which a file of answers does not need: its metrics and gates decide the exit code. */
function noteProject(options: EvaluateOptions, loaded: LoadedConfig | undefined, cwd: string): void {
  if (loaded === undefined || options.metrics !== undefined) return
  const { metrics, gates } = loaded.config
  const used = [...(metrics.length > 0 ? ['metrics'] : []), ...(gates.length > 0 ? ['gates'] : [])].join(' and ')
  if (used === '') return
  options.log?.(`${used} are those of ${shownPath(loaded.file, cwd)}; others: --metric NAME`)
}

/** The metrics named by the options or the configuration, else those that fit the file, which must hold responses. */
export async function fileMetrics(
  options: Pick<EvaluateOptions, 'metrics' | 'log'> & { file: string },
  loaded: LoadedConfig | undefined,
  job: FileJob,
  cwd: string,
): Promise<ConfiguredMetric[]> {
  const refusalPhrases = loaded?.config.refusal_phrases ?? []
  const configure = (entries: readonly MetricEntry[]) =>
    projectMetrics(entries, loaded?.folder ?? cwd, { refusalPhrases })
  const named =
    options.metrics !== undefined
      ? await configure(options.metrics)
      : loaded !== undefined && loaded.config.metrics.length > 0
        ? await configuredMetrics(loaded)
        : undefined
  const shape = await inspectFile(job)
  await requireResponses(job, shape, named)
  const metrics = named ?? (await configure(fittingMetrics(options.file, shape)))
  for (const note of columnNotes(shape)) options.log?.(note)
  return metrics
}

/** Takes today's metrics into a stored run, which must have come from the same file. */
function resumeFileRun(
  run: Run,
  { file, log }: Pick<EvaluateOptions, 'log'> & { file: string },
  cwd: string,
  metrics: readonly ConfiguredMetric[],
  models: OpenModels,
): void {
  if (!isFileRun(run) || resolve(cwd, String(run.system.file)) !== resolve(cwd, file)) {
    throw new RagstoneError('other_run', `run ${run.id} (${run.name}) did not come from ${file}`, {
      hint: isFileRun(run)
        ? `it came from ${run.system.file}`
        : `it was collected from a system: ragstone run --resume ${run.id}`,
    })
  }
  const now = metrics.map((metric) => toRunMetric(metric, models))
  const replaced = replacedImports(now, run.metrics)
  if (replaced !== undefined) log?.(replaced)
  run.metrics = withImported(now, run.metrics)
  run.judge = judgeOfRun(models)
}

/** The record of a run that is made of a file. */
export async function newFileRun(
  options: Pick<EvaluateOptions, 'name' | 'note'> & { file: string },
  metrics: readonly ConfiguredMetric[],
  models: Models,
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
    metrics: metrics.map((metric) => toRunMetric(metric, models)),
    judge: judgeOfRun(models),
    versions: baseVersions(),
    origins: {},
    gates: [...gates],
    ...(options.note === undefined ? {} : { note: options.note }),
    ...(git === undefined ? {} : { git }),
  }
}
