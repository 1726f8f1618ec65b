import type { Language } from '../core/config.ts'
import type { Grade } from '../core/grade.ts'
import type { Response, ResponseFacts } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import { type CaseIndex, createCaseIndex } from './case-index.ts'
import { cutText } from './cut-text.ts'
import { checkRunGates } from './gates.ts'
import { createGradeGrid } from './grade-grid.ts'
import { createJudgeTally, type JudgeFacts, type JudgeTally } from './judge-tally.ts'
import { latencyOf } from './latency.ts'
import { createLowAnswerCollector } from './low-answers.ts'
import { createMissCollector } from './misses.ts'
import { createRefusalCollector } from './refusals.ts'
import { createMarkTable } from './response-marks.ts'
import type { CaseError, NamedCase, Progress, RunReport, Summary } from './run-report.ts'
import type { ScoreRow } from './score-row.ts'
import { createSummarizer } from './summarize.ts'
import { createUnsupportedCollector } from './unsupported-claims.ts'

export interface RunReportOptions {
  run: Run
  /** Asked for at the end, when it may depend on the test cases. */
  language: Language | (() => Language)
  /** Seed of bootstrap intervals; default 1. */
  seed?: number
}

/**
 * Takes the records of a run one by one, in any order but that a test case comes before its scores and a response after
 * them: scores say which responses are kept (texts cut to 2,000 characters). Memory grows only with what a report lists.
 * Configurations are those that the run has at the end.
 */
export interface RunReportBuilder {
  addCase(testCase: TestCase): void
  addScore(row: ScoreRow): void
  /** The same score with its steps, for metrics that ask a judge; before the responses, too. */
  addSteps(score: Score): void
  /** Exchanges from which the facts of the judge may be read. */
  judgeExamples(): ReturnType<JudgeTally['examples']>
  addResponse(response: Response, testCase: TestCase): void
  /** The same for a response whose texts have not been read; returns whether a list shows it, and `addListed` must follow. */
  addFacts(facts: ResponseFacts, testCase: TestCase): boolean
  addListed(response: Response, testCase: TestCase): void
  addGrade(grade: Grade): void
  /** `judge`: what is known of the judge besides its scores. */
  finish(judge?: JudgeFacts): RunReport
}

const NOTHING_KNOWN: JudgeFacts = { models: [], dropped_parameters: [], check: null, spent: null }

interface Tally {
  collected: number
  errors: number
  problems: number
  latencies: number[]
}

export function createRunReportBuilder(options: RunReportOptions): RunReportBuilder {
  const { run, seed = 1 } = options
  const configurations = () => run.configurations.map(({ name }) => name)
  const cases = createCaseIndex()
  const unanswerable = new Set<string>()
  const isAnswerable = (id: string) => !unanswerable.has(id)
  const summarizer = createSummarizer(run, { seed, cases, isAnswerable })
  const refusals = createRefusalCollector({ configurations, cases, seed, isAnswerable })
  const marks = createMarkTable(run, cases)
  const misses = createMissCollector(marks)
  const low = createLowAnswerCollector({ run, cases, marks })
  const unsupported = createUnsupportedCollector()
  const judgeTally = createJudgeTally(run)
  const grid = createGradeGrid(configurations, cases)
  const tallies = new Map<string, Tally>()
  const tallyOf = (name: string) => tallies.get(name) ?? newTally()
  const system_errors: CaseError[] = []
  const addFacts = (facts: ResponseFacts, testCase: TestCase): boolean => {
    const tally = tallyOf(facts.configuration)
    tallies.set(facts.configuration, tally)
    count(tally, facts)
    if (facts.error !== undefined) system_errors.push(caseError(facts, testCase))
    const key = responseKey(facts)
    return [low.admits(facts, testCase), refusals.lists(key), misses.lists(key), unsupported.lists(key)].includes(true)
  }
  const addListed = (response: Response, testCase: TestCase): void => {
    refusals.addResponse(response, testCase)
    misses.addResponse(response, testCase)
    low.addResponse(response, testCase)
    unsupported.addResponse(response, testCase)
  }
  return {
    addCase(testCase) {
      cases.indexOf(testCase.id)
      if (!testCase.answerable) unanswerable.add(testCase.id)
    },
    addScore(row) {
      summarizer.add(row)
      refusals.addScore(row)
      misses.addScore(row)
      marks.addScore(row)
    },
    addSteps(score) {
      judgeTally.addSteps(score)
      unsupported.addSteps(score)
    },
    judgeExamples: () => judgeTally.examples(),
    addResponse(response, testCase) {
      if (addFacts(response, testCase)) addListed(response, testCase)
    },
    addFacts,
    addListed,
    addGrade: (grade) => grid.add(grade),
    finish(judge = NOTHING_KNOWN) {
      const language = typeof options.language === 'string' ? options.language : options.language()
      const names = configurations()
      const summaries = summarizer.finish(language)
      const progress = names.map((name) => progressOf(name, tallyOf(name), run, summaries))
      const inOrder = <T extends NamedCase>(list: T[]): T[] => sortCases(list, names, cases)
      const { refusals: tables, answered_unanswerable, refused_answerable } = refusals.finish()
      return {
        run,
        language,
        unanswerable_cases: unanswerable.size,
        progress,
        summaries,
        refusals: tables,
        answered_unanswerable: inOrder(answered_unanswerable),
        refused_answerable: inOrder(refused_answerable),
        ...low.finish(names),
        ...unsupported.finish(names),
        retrieval_misses: inOrder(misses.finish()),
        system_errors: inOrder(system_errors),
        latency: names.map((name) => latencyOf(name, tallyOf(name).latencies)),
        grades: grid.finish(),
        trust: null,
        gates: checkRunGates(run.gates, summaries, { progress, language }),
        judge: judgeTally.finish(summaries, judge),
      }
    },
  }
}

/** The order of the run: by configuration, then test case, then repeat; those of other configurations are left out. */
function sortCases<T extends NamedCase>(list: T[], names: readonly string[], cases: CaseIndex): T[] {
  const places = new Map(names.map((name, place) => [name, place]))
  const place = (one: T) => places.get(one.configuration) ?? 0
  return list
    .filter(({ configuration }) => places.has(configuration))
    .sort(
      (a, b) =>
        place(a) - place(b) || cases.indexOf(a.test_case_id) - cases.indexOf(b.test_case_id) || a.repeat - b.repeat,
    )
}

function newTally(): Tally {
  return { collected: 0, errors: 0, problems: 0, latencies: [] }
}

function count(tally: Tally, response: ResponseFacts): void {
  tally.collected += 1
  if (response.error !== undefined) tally.errors += 1
  if ((response.problems?.length ?? 0) > 0) tally.problems += 1
  if (response.latency_ms !== null) tally.latencies.push(response.latency_ms)
}

function caseError(response: ResponseFacts, testCase: TestCase): CaseError {
  const { code, message } = response.error ?? { code: 'reported', message: '' }
  return {
    configuration: response.configuration,
    test_case_id: response.test_case_id,
    repeat: response.repeat,
    user_input: cutText(testCase.user_input),
    error: { code, message: cutText(message) },
  }
}

function progressOf(configuration: string, tally: Tally, run: Run, summaries: readonly Summary[]): Progress {
  const { collected, errors, problems } = tally
  const evaluated = summaries.filter((one) => one.configuration === configuration).map((one) => one.n_total)
  return {
    configuration,
    collected,
    expected: run.test_cases === null ? null : run.test_cases * run.repeats,
    errors,
    problems,
    not_evaluated: evaluated.length === 0 ? 0 : Math.max(0, collected - Math.min(...evaluated)),
  }
}
