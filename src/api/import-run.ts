import { resolve } from 'node:path'
import type { Run } from '../core/run.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { Store } from '../store/store.ts'
import { newFileRun } from './evaluate-file.ts'
import { type FileJob, storeRows } from './file-rows.ts'
import { fittingMetrics, inspectFile, requireResponses } from './file-shape.ts'
import { projectMetrics } from './project.ts'
import { hashFile, isFileRun } from './run-record.ts'

/** A file of answers of which a run can be made. */
export interface PreparedFile {
  job: FileJob
  metrics: ConfiguredMetric[]
}

export interface NewRunOptions {
  /** As the user named it. */
  file: string
  name?: string
  cwd?: string
  onProgress?: OnProgress
  signal?: AbortSignal
}

/** Looks whether a file makes a run, and chooses the metrics that fit it and need no model; `brought` are not made anew. */
export async function prepareFile(
  job: FileJob,
  options: NewRunOptions,
  brought: ReadonlySet<string>,
): Promise<PreparedFile> {
  const shape = await inspectFile(job)
  await requireResponses(job, shape, undefined)
  const names = fittingMetrics(options.file, shape).filter((name) => !brought.has(name))
  return { job, metrics: await projectMetrics(names, options.cwd ?? process.cwd()) }
}

/**
 * Makes a run of a file of answers; the verdicts in it become grades. Nothing stays of it when a row is refused. Whoever calls
 * removes the run again when what follows fails.
 */
export async function runOfFile(
  store: Store,
  { job, metrics }: PreparedFile,
  options: NewRunOptions,
): Promise<{ run: Run; grades: number }> {
  const run = await newFileRun(options, metrics, {}, [], options.cwd ?? process.cwd())
  run.versions[options.file] = await hashFile(job.file)
  let grades = 0
  await store.createRun(run)
  const claim = await store.claimRun(run.id)
  try {
    await evaluateSamples({
      store,
      metrics,
      samples: storeRows(store, run, { ...job, onGrade: () => (grades += 1) }),
      total: null,
      refusalPhrases: [],
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
    options.signal?.throwIfAborted()
    await store.updateRun(run)
    return { run, grades }
  } catch (error) {
    await store.deleteRun(run.id)
    throw error
  } finally {
    await claim.release()
  }
}

/** The newest run that was made of this very file with its scores; undefined when there is none, or the file changed since. */
export async function runMadeOf(
  store: Store,
  file: string,
  cwd: string,
  name: string | undefined,
): Promise<Run | undefined> {
  const path = resolve(cwd, file)
  let hash: string | undefined
  for (const run of await store.listRuns()) {
    if (!isFileRun(run) || resolve(cwd, String(run.system.file)) !== path) continue
    if (!run.metrics.some(({ imported }) => imported !== undefined)) continue
    if (name !== undefined && run.name !== name) continue
    hash ??= await hashFile(path)
    if (run.versions[String(run.system.file)] === hash) return run
  }
  return undefined
}
