import { createRunReportBuilder } from '../analysis/build-run-report.ts'
import { parseGate } from '../analysis/gate.ts'
import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import { isRagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { Response } from '../core/response.ts'
import { isScoreOfAny, type Run } from '../core/run.ts'
import { isAsked, type Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store, StoredSample } from '../store/store.ts'
import { judgeFacts, type KnownJudge } from './judge-facts.ts'
import { chooseLanguage, LANGUAGE_SAMPLE } from './report-language.ts'
import { selectConfigurations } from './start-run.ts'
import { storedTrustMarks, trustMarks } from './trust-marks.ts'
import { openTrust, shownCases } from './trust-reading.ts'

export interface BuildReportOptions {
  language?: Language | 'auto'
  seed?: number
  /** Names of the configurations to show; default all of the run. An unknown one is RagstoneError `unknown_configuration`. */
  only?: readonly string[]
  /** What is known of the judge besides what the store tells. */
  judge?: KnownJudge
}

/** Reads a run out of the store into what reports show. Asks nobody anything. */
export async function buildReport(store: Store, whole: Run, options: BuildReportOptions = {}): Promise<RunReport> {
  const run = restricted(whole, options.only)
  const cases = await shownCases(store, run)
  const trusted = await openTrust(store, whole, cases)
  const builder = createRunReportBuilder({
    run,
    language: chooseLanguage(options.language, cases),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  })
  for (const testCase of cases.values()) builder.addCase(testCase)
  const isCurrent = isScoreOfAny(run.metrics)
  for await (const row of store.scoreRows(run.id)) {
    trusted?.addScore(row)
    if (isCurrent(row) && cases.has(row.test_case_id)) builder.addScore(row)
  }
  for await (const score of judgedScores(store, run)) {
    if (isCurrent(score) && cases.has(score.test_case_id)) builder.addSteps(score)
  }
  const listed = new Set<string>()
  for await (const facts of store.responseFacts(run.id)) {
    const testCase = cases.get(facts.test_case_id)
    if (testCase !== undefined && builder.addFacts(facts, testCase)) listed.add(testCase.id)
  }
  for await (const response of responsesTo(store, run.id, [...listed])) {
    const testCase = cases.get(response.test_case_id)
    if (testCase !== undefined) builder.addListed(response, testCase)
  }
  for (const grade of trusted?.grades ?? []) builder.addGrade(grade)
  const report = builder.finish(await judgeFacts(store, builder.judgeExamples(), options.judge))
  return { ...report, trust: await trustMarks(trusted, options.seed) }
}

/** Whole scores of the metrics that ask a judge; steps of all others are not read. */
async function* judgedScores(store: Store, run: Run): AsyncIterable<Score> {
  const configurations = run.configurations.map(({ name }) => name)
  if (configurations.length === 0) return
  for (const { metric, judge } of run.metrics) {
    if (isAsked(judge)) yield* store.scores(run.id, { metric, configurations })
  }
}

/** The run as if it had these configurations alone; gates on another one are not among its gates. */
function restricted(run: Run, only: readonly string[] | undefined): Run {
  if (only === undefined || only.length === 0) return run
  const configurations = selectConfigurations(run.configurations, only)
  const others = run.configurations.filter((one) => !configurations.includes(one)).map(({ name }) => name)
  return { ...run, configurations, gates: run.gates.filter((gate) => !others.includes(configurationOf(gate) ?? '')) }
}

/** The one configuration that a gate is about; undefined when it is about all, or cannot be read. */
function configurationOf(gate: string): string | undefined {
  try {
    return parseGate(gate).configuration
  } catch (error) {
    if (!isRagstoneError(error)) throw error
    return undefined
  }
}

/** A report of samples that pass by while they are scored; it equals what {@link buildReport} makes of the store. */
export function liveReport(run: Run, options: { language: Language | 'auto' | undefined; seed: number | undefined }) {
  const first = new Map<string, TestCase>()
  let graded = false
  const builder = createRunReportBuilder({
    run,
    language: () => chooseLanguage(options.language, first),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  })
  return {
    addSample({ test_case, response }: StoredSample, scores: readonly Score[]): void {
      if (first.size < LANGUAGE_SAMPLE) first.set(test_case.id, test_case)
      builder.addCase(test_case)
      for (const score of scores) {
        builder.addScore(score)
        if (isAsked(score.judge)) builder.addSteps(score)
      }
      builder.addResponse(response, test_case)
    },
    addGrade(grade: Grade): void {
      graded = true
      builder.addGrade(grade)
    },
    async finish(store: Store, judge: KnownJudge): Promise<RunReport> {
      const report = builder.finish(await judgeFacts(store, builder.judgeExamples(), judge))
      return graded ? { ...report, trust: await storedTrustMarks(store, run, options.seed) } : report
    },
  }
}

/** Whole responses to some test cases; none are read when there are no cases. */
async function* responsesTo(store: Store, runId: string, ids: readonly string[]): AsyncIterable<Response> {
  if (ids.length > 0) yield* store.responses(runId, { test_case_ids: ids })
}
