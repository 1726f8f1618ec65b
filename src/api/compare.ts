import { createCaseIndex } from '../analysis/case-index.ts'
import type { Arm } from '../analysis/compare/arm.ts'
import { buildCompare } from '../analysis/compare/build-compare.ts'
import { changedSettings } from '../analysis/compare/changed-settings.ts'
import type { ComparedSide, CompareReport } from '../analysis/compare/compare-report.ts'
import { GRADES, type Measured, measuredMetric } from '../analysis/compare/compared-metric.ts'
import { uncontrolledDifferences } from '../analysis/compare/uncontrolled.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { RunMetric } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { answersOf } from './compare-answers.ts'
import { type SharedQuestions, sharedQuestions } from './compare-questions.ts'
import { findSides, type Side } from './compare-sides.ts'
import { withSettings } from './configuration-settings.ts'
import type { ProjectOptions } from './project.ts'
import { readArms } from './read-arms.ts'
import { readingStore } from './read-store.ts'
import { chooseLanguage } from './report-language.ts'
import { clusterNumberOf } from './tag-clusters.ts'
import { requireTag } from './trust-choices.ts'

export interface CompareOptions extends ProjectOptions {
  /** What is compared: two configurations of a run, two runs, or `RUN:CONFIGURATION` of each. Differences are b - a. */
  a: string
  b: string
  /** The run whose configurations `a` and `b` are. */
  run?: string
  /** Metrics to compare; default all that both sides have but those of cost. */
  metrics?: readonly string[]
  /** How much worse `b` may be, in units of the metric, decided before looking at the figures. */
  margin?: number
  /** Whose answers may depend on each other: `question` (the default), or a tag of the test cases. */
  clusterBy?: string
  /** A file with the settings of the configurations, for answers that came from a file. */
  configurations?: string
  /** Compares runs that share less than half of their questions. */
  allowFew?: boolean
  /** How many won and lost questions are shown with both answers; default all, up to 10,000. */
  answers?: number
  /** Of sampled tests; default 1. */
  seed?: number
  language?: Language
  signal?: AbortSignal
}

/**
 * Two configurations on the same questions: what each question won or lost, how sure the differences are, and what else differs
 * between the two. Asks nobody anything and writes nothing.
 */
export async function compare(options: CompareOptions): Promise<CompareReport> {
  requireMargin(options.margin)
  return readingStore(options, ({ store, language }) =>
    compareIn(store, { ...options, ...(language === undefined ? {} : { language }) }),
  )
}

async function compareIn(store: Store, options: CompareOptions): Promise<CompareReport> {
  const found = await findSides(store, options.a, options.b, options.run)
  const [a, b] = [await described(found.a, options), await described(found.b, options)]
  const shared = await sharedQuestions(store, a.run, b.run, options.allowFew === true)
  requireTag(options.clusterBy, shared.cases)
  const metrics = comparedMetrics(a, b, options.metrics)
  const index = createCaseIndex()
  for (const id of shared.cases.keys()) index.indexOf(id)
  const readSide = async ({ run, configuration }: Side) => {
    const { signal } = options
    const own = run.metrics.filter(({ metric }) => metrics.some((one) => one.metric === metric))
    const wanted = { cases: index, isShared: (id: string) => shared.cases.has(id), metrics: own, signal }
    const arms = await readArms(store, run, { ...wanted, configurations: [configuration.name] })
    return arms.get(configuration.name) as Arm
  }
  const arms = { a: await readSide(a), b: await readSide(b) }
  const graded = arms.a.marks.scored > 0 && arms.b.marks.scored > 0
  if (!graded && metrics.length === 0) throw nothingCompared(a, b)
  const measured: Measured[] = [...(graded ? [GRADES] : []), ...metrics.map(measuredMetric)]
  const { clusterBy = 'question', margin, seed = 1 } = options
  const clusters = clusterNumberOf(clusterBy, shared.cases, index)
  const built = buildCompare(arms.a, arms.b, { cases: index, clusterOf: clusters?.of, measured, margin, seed })
  const shown = await answersOf(store, { a, b }, built.metrics, { ...options, cases: shared.cases })
  return {
    language: chooseLanguage(options.language, shared.cases),
    a: sideReport(a, arms.a),
    b: sideReport(b, arms.b),
    changed: changedSettings(a.configuration.settings, b.configuration.settings),
    uncontrolled: uncontrolledDifferences(a.run, b.run),
    questions: countsOf(shared),
    cluster_by: clusterBy,
    clusters: clusters?.count ?? shared.cases.size,
    ...built,
    ...shown,
  }
}

async function described({ run, configuration }: Side, { configurations, cwd }: CompareOptions): Promise<Side> {
  const full = await withSettings(run, configurations, cwd)
  return {
    run: full,
    configuration: full.configurations.find(({ name }) => name === configuration.name) ?? configuration,
  }
}

function sideReport({ run: { id, name, created_at }, configuration }: Side, arm: Arm): ComparedSide {
  const { answers, failed, repeats } = arm
  return {
    run: { id, name, created_at },
    configuration: configuration.name,
    settings: configuration.settings,
    ...{ answers, failed, repeats },
  }
}

function countsOf({ a, b, altered, cases }: SharedQuestions): CompareReport['questions'] {
  return { a, b, shared: cases.size, altered }
}

/** The metrics that both sides have, as the first has them. */
function comparedMetrics(a: Side, b: Side, named: readonly string[] | undefined): RunMetric[] {
  const names = new Set(b.run.metrics.map(({ metric }) => metric))
  const common = a.run.metrics.filter(({ metric }) => names.has(metric))
  if (named === undefined) return common.filter(({ stage }) => stage !== 'cost')
  const known = common.map(({ metric }) => metric)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown === undefined) return common.filter(({ metric }) => named.includes(metric))
  const runs =
    a.run.id === b.run.id ? `run ${a.run.id} has no scores` : `runs ${a.run.id} and ${b.run.id} do not both have scores`
  throw new RagstoneError('unknown_metric', `${runs} of a metric "${unknown}"`, { hint: suggest(unknown, known) })
}

function nothingCompared(a: Side, b: Side): RagstoneError {
  const runs = a.run.id === b.run.id ? `run ${a.run.id} has` : `runs ${a.run.id} and ${b.run.id} have in common`
  return new RagstoneError('no_scores', `${runs} no scores and no grades that could be compared`, {
    hint: `score the answers: ragstone evaluate --run ${b.run.id} --metric k_precision; or grade them: ragstone grade ${b.run.id}`,
  })
}

function requireMargin(margin: number | undefined): void {
  if (margin === undefined || (margin > 0 && Number.isFinite(margin))) return
  throw new RagstoneError('bad_margin', `the margin must be above 0, not ${margin}`, {
    hint: 'it is how much worse B may be, in units of the metric: --margin 0.02',
  })
}
