import type { AttributeReport } from '../analysis/attribute/attribute-report.ts'
import { buildAttribute } from '../analysis/attribute/build-attribute.ts'
import { likelyBase, readDesign } from '../analysis/attribute/design.ts'
import { disagreements } from '../analysis/attribute/disagreements.ts'
import { type OutcomeData, outcomeData } from '../analysis/attribute/outcome-data.ts'
import { createCaseIndex } from '../analysis/case-index.ts'
import { createArm } from '../analysis/compare/arm.ts'
import { clusterNumbers, orderedQuestions } from '../analysis/compare/build-compare.ts'
import { GRADES, type Measured, measuredMetric } from '../analysis/compare/compared-metric.ts'
import type { Language } from '../core/config.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { chosenOutcomes, requireBase, requireDesign } from './attribute-choices.ts'
import { withSettings } from './configuration-settings.ts'
import type { ProjectOptions } from './project.ts'
import { readArms } from './read-arms.ts'
import { readingStore } from './read-store.ts'
import { chooseLanguage } from './report-language.ts'
import { requireRun } from './resume-run.ts'
import { clusterNumberOf } from './tag-clusters.ts'
import { requireTag } from './trust-choices.ts'
import { shownCases } from './trust-reading.ts'

export interface AttributeOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  /** What answers are judged by: `marks` (the default when people graded the run), the name of a metric, or `both`. */
  by?: string
  /** The metric, when not by marks; default the first of generation. */
  metric?: string
  /** The configuration that changes are held against; default the one from which most others differ in one setting. */
  base?: string
  /** Whose answers may depend on each other: `question` (the default), or a tag of the test cases. */
  clusterBy?: string
  /** A file with the settings of the configurations, for answers that came from a file. */
  configurations?: string
  /** Of sampled tests; default 1. */
  seed?: number
  language?: Language
  signal?: AbortSignal
}

/**
 * Which single change of the settings did what: every two configurations of a run that differ in exactly one setting, what each
 * question won or lost, how sure that is, and at which stage. Asks nobody anything and writes nothing.
 */
export async function attribute(options: AttributeOptions = {}): Promise<AttributeReport> {
  return readingStore(options, ({ store, language }) =>
    attributeIn(store, { ...options, ...(language === undefined ? {} : { language }) }),
  )
}

async function attributeIn(store: Store, options: AttributeOptions): Promise<AttributeReport> {
  const { clusterBy = 'question', configurations, cwd, language, signal, seed = 1 } = options
  const run = await withSettings(await requireRun(store, options.run ?? 'latest'), configurations, cwd)
  const design = readDesign(run.configurations)
  requireDesign(run, design)
  const base = requireBase(design, options.base) ?? likelyBase(design)
  const cases = await shownCases(store, run)
  requireTag(clusterBy, cases)
  const outcomes = chosenOutcomes(run, await isGraded(store, run, cases), options)
  const index = createCaseIndex()
  for (const id of cases.keys()) index.indexOf(id)
  const wanted = { cases: index, isShared: (id: string) => cases.has(id), metrics: outcomes.metrics, signal }
  const arms = await readArms(store, run, { ...wanted, configurations: design.names })
  const questions = orderedQuestions(index)
  const clusters = clusterNumberOf(clusterBy, cases, index)
  const built = (measured: Measured) => {
    const data: OutcomeData = outcomeData({
      ...{ design, base, measured, questions, seed },
      arms: design.names.map((name) => arms.get(name) ?? createArm()),
      clusters: clusterNumbers(questions, clusters?.of),
      idOf: index.idOf,
      tagsOf: (question) => cases.get(index.idOf(question))?.tags ?? {},
    })
    return buildAttribute(data, index.indexOf)
  }
  const [metric] = outcomes.metrics
  const first = built(outcomes.marks || metric === undefined ? GRADES : measuredMetric(metric))
  const also = outcomes.marks && metric !== undefined ? built(measuredMetric(metric)) : null
  return {
    ...first,
    language: chooseLanguage(language, cases),
    run: { id: run.id, name: run.name, created_at: run.created_at },
    base: design.names[base] ?? '',
    questions: cases.size,
    cluster_by: clusterBy,
    clusters: clusters?.count ?? cases.size,
    repeats: Math.max(1, ...[...arms.values()].map(({ repeats }) => repeats)),
    also,
    disagreements: also === null ? [] : disagreements(first, also),
  }
}

async function isGraded(store: Store, run: Run, cases: ReadonlyMap<string, TestCase>): Promise<boolean> {
  const names = new Set(run.configurations.map(({ name }) => name))
  for await (const grade of store.grades(run.id)) {
    if (names.has(grade.configuration) && cases.has(grade.test_case_id)) return true
  }
  return false
}
