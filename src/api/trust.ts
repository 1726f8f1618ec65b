import { type BuiltTrust, buildTrust, DEFAULT_BAR, type TrustReportOptions } from '../analysis/trust/build-trust.ts'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import type { Language } from '../core/config.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { Store } from '../store/store.ts'
import type { ProjectOptions } from './project.ts'
import { readingStore } from './read-store.ts'
import { readsReference } from './reads-reference.ts'
import { chooseLanguage } from './report-language.ts'
import { requireRun } from './resume-run.ts'
import { readCalibration } from './trust-calibration.ts'
import { chosenMetrics, noGrades, requireBar, requireGraders, requireScores, requireTag } from './trust-choices.ts'
import { withDisagreements } from './trust-disagreements.ts'
import { defaultTrust } from './trust-marks.ts'
import { openTrust, readFacts, readJudged, shownCases } from './trust-reading.ts'

export interface TrustRunOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  /** Whose answers may depend on each other: `question` (the default), or a tag of the test cases. */
  clusterBy?: string
  /** An AUC whose interval ends below it does not separate; above .5 and up to 1, default .7. */
  bar?: number
  /** Only these people's grades count; default all. */
  graders?: readonly string[]
  /** Metrics to look at; default all but those of cost. The baseline is always among them. */
  metrics?: readonly string[]
  /** The metric that stands in for grades in the corrected rates; default `correct`. */
  rateFrom?: string
  /** A graded run with the same judge, by which the rates are corrected. */
  calibration?: string
  /** Metrics that read the reference although their name does not tell. */
  readsReference?: readonly string[]
  /** Keeps responses that are the reference itself in metrics that read it. */
  keepReferenceRows?: boolean
  /** Items in the corpus, in the units in which test cases name what is relevant: gives retrieval metrics their chance level. */
  corpusSize?: number
  /** Of permutations and folds; default 1. */
  seed?: number
  /** Random permutations; default 10,000, fewer for very many scores. */
  replicates?: number
  language?: Language
  onProgress?: OnProgress
  /** Stops the work; nothing is written at any time. */
  signal?: AbortSignal
}

/**
 * Which metrics of a run separate answers that people graded right from those they graded wrong, and how sure that is. Asks
 * nobody anything and writes nothing. Needs grades and scores (RagstoneError `no_grades`, `no_scores`).
 */
export async function trust(options: TrustRunOptions = {}): Promise<TrustReport> {
  requireBar(options.bar)
  return readingStore(options, ({ store, language }) =>
    trustIn(store, { ...options, ...(language === undefined ? {} : { language }) }),
  )
}

async function trustIn(store: Store, options: TrustRunOptions): Promise<TrustReport> {
  const run = await requireRun(store, options.run ?? 'latest')
  const cases = await shownCases(store, run)
  const reading = await openTrust(store, run, cases)
  if (reading === undefined) throw noGrades(run)
  const named = chosenMetrics(run, options)
  requireScores(run)
  requireGraders(reading.data, options.graders)
  requireTag(options.clusterBy, cases)
  const calibration = await readCalibration(store, run, options)
  await readFacts(store, reading, cases)
  for await (const row of store.scoreRows(run.id)) reading.addScore(row)
  const repeated = [...reading.data.facts.values()].some(({ repeat }) => repeat > 1)
  const leavesReference = (metric: (typeof named)[number]) =>
    options.keepReferenceRows !== true &&
    (readsReference(metric) || options.readsReference?.includes(metric.metric) === true)
  await reading.readTexts({
    reference: named.some(leavesReference),
    all: repeated || options.corpusSize !== undefined,
  })
  await readJudged(store, reading, named)
  const metrics = chosenMetrics({ ...run, metrics: reading.metrics() }, options)
  const { clusterBy, bar = DEFAULT_BAR, graders, replicates, corpusSize, rateFrom, keepReferenceRows } = options
  const built = await finished(
    buildTrust(reading.data, {
      ...defaultTrust(reading, options.seed),
      ...(clusterBy === undefined ? {} : { clusterBy }),
      ...(replicates === undefined ? {} : { replicates, asked: true }),
      ...{ bar, graders, metrics, leavesReference, corpusSize, rateFrom, calibration, keepReferenceRows },
      language: chooseLanguage(options.language ?? 'auto', cases),
    } satisfies TrustReportOptions),
    options,
  )
  return withDisagreements(store, run, built, cases)
}

/** Runs the work to its end, telling how far it is; gives way between its pieces, so that it can be stopped. */
async function finished(
  work: Generator<{ done: number; total: number }, BuiltTrust>,
  { signal, onProgress }: Pick<TrustRunOptions, 'signal' | 'onProgress'>,
): Promise<BuiltTrust> {
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done === true) return step.value
    onProgress?.({ phase: 'permute', ...step.value, errors: 0, na: 0 })
    await new Promise((resolve) => setImmediate(resolve))
  }
}
