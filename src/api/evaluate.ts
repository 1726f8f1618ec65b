import { exitCodeOf } from '../analysis/gates.ts'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { isModelFault } from '../judge/failures.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import { buildReport } from './build-report.ts'
import { evaluateFile } from './evaluate-file.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { type Explaining, explaining } from './explain.ts'
import { evaluateAgain, withGoOn } from './go-on.ts'
import { judgeNow } from './judge-facts.ts'
import { type OpenModels, openModels, spentPart } from './models.ts'
import { configuredMetrics, openProjectIfAny, openProjectStore, projectMetrics } from './project.ts'
import { requireRun } from './resume-run.ts'
import type { RunResult } from './run.ts'
import { replacedImports, toRunMetric, withImported } from './run-record.ts'
import { checkProjectGates } from './start-run.ts'

/**
 * Scores the stored responses of a run with the metrics of the configuration (or those given). The system is never
 * asked; scores that exist under the same metric version stay.
 */
export async function evaluate(options: EvaluateOptions = {}): Promise<RunResult> {
  if (options.file !== undefined) return evaluateFile({ ...options, file: options.file })
  const loaded = await openProjectIfAny(options)
  const metrics = await metricsFor(options, loaded)
  const store = await openProjectStore(options, loaded)
  let models: OpenModels | undefined
  try {
    const stored = await requireRun(store, options.run ?? 'latest')
    const claim = await store.claimRun(stored.id)
    try {
      const { explain, ...rest } = options
      models = await openModels(loaded, metrics, store, { ...rest, explain: explain !== undefined })
      const opened = models
      const added = metrics.map((metric) => toRunMetric(metric, opened))
      const others = stored.metrics.filter((one) => !added.some((metric) => metric.metric === one.metric))
      const run: Run = {
        ...stored,
        metrics: options.metrics === undefined ? withImported(added, stored.metrics) : [...others, ...added],
        judge: models.judge?.fingerprint ?? stored.judge,
        gates: [...(loaded?.config.gates ?? stored.gates)],
      }
      if (loaded !== undefined) checkProjectGates(loaded, run.metrics)
      const replaced = replacedImports(added, stored.metrics)
      if (replaced !== undefined) options.log?.(replaced)
      if (explain === undefined) await store.updateRun(run)
      const explained = explain === undefined ? undefined : await explaining(store, run, explain, { metrics, models })
      const evaluated = await evaluateSamples({
        store,
        metrics,
        samples: store.samples(run.id),
        total: run.test_cases === null ? null : run.test_cases * run.repeats * run.configurations.length,
        ...explained,
        refusalPhrases: loaded?.config.refusal_phrases ?? [],
        models,
        signal: options.signal ?? new AbortController().signal,
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      })
      if (explained !== undefined) tellExplained(explained, options.log)
      const report = await buildReport(store, explained === undefined ? run : stored, {
        judge: judgeNow(models),
        language: options.language ?? loaded?.config.language ?? 'auto',
        ...(options.seed === undefined ? {} : { seed: options.seed }),
      })
      return { report, exit_code: exitCodeOf(report), interrupted: evaluated.interrupted, ...spentPart(models) }
    } catch (error) {
      if (models === undefined || options.explain !== undefined || !isModelFault(error)) throw error
      throw withGoOn(error, 'what is scored is stored', evaluateAgain(options, stored.id))
    } finally {
      await claim.release()
    }
  } finally {
    await models?.close()
    await store.close()
  }
}

export function tellExplained({ cases, changed }: Explaining, log: EvaluateOptions['log']): void {
  log?.(cases.length === 0 ? 'no low score of a judge to explain; name a test case' : `explained: ${cases.join(', ')}`)
  const left = changed()
  if (left > 0) log?.(`${left} scores would have come out otherwise now; they stay as they are, without reasons`)
}

/** The metrics that stored answers are scored with: those given, else those of the configuration. */
export async function metricsFor(
  options: Pick<EvaluateOptions, 'metrics' | 'cwd'>,
  loaded: LoadedConfig | undefined,
): Promise<ConfiguredMetric[]> {
  if (options.metrics !== undefined) {
    return projectMetrics(options.metrics, loaded?.folder ?? options.cwd ?? process.cwd(), {
      refusalPhrases: loaded?.config.refusal_phrases ?? [],
    })
  }
  if (loaded !== undefined) return configuredMetrics(loaded)
  throw new RagstoneError('no_metrics', 'no metric is named and there is no configuration that names any', {
    hint: 'name some, for example: ragstone evaluate --metric k_precision --metric refusal',
  })
}
