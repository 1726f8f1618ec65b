import { type AnswerFacts, createTrustData, type IdentifiedRow, type TrustData } from '../analysis/trust/trust-data.ts'
import { BASELINE_METRIC } from '../analysis/trust/trust-report.ts'
import type { Grade } from '../core/grade.ts'
import { hashOf } from '../core/hash.ts'
import type { Response } from '../core/response.ts'
import { isScoreOf, type Run, type RunMetric } from '../core/run.ts'
import { isAsked, RULE_JUDGE } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { equalText } from './reads-reference.ts'
import { type Baseline, missingBaseline } from './trust-baseline.ts'

/** A run that people graded, as it is read for `trust`. */
export interface TrustReading {
  run: Run
  data: TrustData
  /** All grades of responses that the run still shows, in the order of the run. */
  grades: readonly Grade[]
  /** The metrics of the run, and the baseline when the run lacks it and some graded response can be scored by it. */
  metrics(): RunMetric[]
  addScore(row: IdentifiedRow): void
  /** Reads the texts of graded responses where something depends on them; after the scores. */
  readTexts(wanted: TextsWanted): Promise<void>
}

/** What depends on texts besides the baseline. */
export interface TextsWanted {
  /** Some metric reads the reference. */
  reference: boolean
  /** Repeats are to be told apart by what they say, and chunks counted: of all responses, graded or not. */
  all?: boolean
}

/** The test cases of a run that reports show. */
export async function shownCases(store: Store, run: Run): Promise<Map<string, TestCase>> {
  const cases = new Map<string, TestCase>()
  const leftOut = new Set(run.left_out)
  for await (const testCase of store.testCases(run.id)) {
    if (!leftOut.has(testCase.id)) cases.set(testCase.id, testCase)
  }
  return cases
}

/** Begins to read a run for `trust`; undefined when nobody graded any of its responses, which costs next to nothing. */
export async function openTrust(
  store: Store,
  run: Run,
  cases: ReadonlyMap<string, TestCase>,
): Promise<TrustReading | undefined> {
  const configurations = new Set(run.configurations.map(({ name }) => name))
  const grades: Grade[] = []
  for await (const grade of store.grades(run.id)) {
    if (cases.has(grade.test_case_id) && configurations.has(grade.configuration)) grades.push(grade)
  }
  if (grades.length === 0) return undefined
  const baseline = missingBaseline(run)
  const data = createTrustData(baseline === undefined ? run.metrics : [...run.metrics, baseline.metric])
  for (const testCase of cases.values()) data.addCase(testCase)
  for (const grade of grades) data.addGrade(grade)
  return {
    run,
    data,
    grades,
    metrics() {
      const scored = data.columns.get(BASELINE_METRIC)?.hasScores() === true
      return baseline === undefined || !scored ? run.metrics : [...run.metrics, baseline.metric]
    },
    addScore(row) {
      if (cases.has(row.test_case_id) && configurations.has(row.configuration)) data.addScore(row)
    },
    async readTexts({ reference, all = false }) {
      if (!all && !reference && baseline === undefined) return
      const graded = all ? undefined : [...new Set(grades.map(({ test_case_id }) => test_case_id))]
      const selection = graded === undefined ? {} : { test_case_ids: graded }
      for await (const response of store.responses(run.id, selection)) {
        const testCase = cases.get(response.test_case_id)
        if (testCase === undefined || !configurations.has(response.configuration)) continue
        await addTexts({ data, baseline, all }, testCase, response)
      }
    },
  }
}

async function addTexts(
  { data, baseline, all }: { data: TrustData; baseline: Baseline | undefined; all: boolean },
  testCase: TestCase,
  response: Response,
): Promise<void> {
  const { configuration, test_case_id, repeat } = response
  const facts: AnswerFacts = { configuration, test_case_id, repeat }
  const place = data.index.find(facts)
  const isGraded = place !== undefined && data.grades.has(place)
  if (!isGraded && !all) return
  const { reference } = testCase
  const text = response.response
  facts.isReference = reference !== undefined && text !== null && equalText(text, reference)
  if (all) Object.assign(facts, contentOf(response))
  data.addResponse(facts)
  if (!isGraded || baseline === undefined) return
  const outcome = await baseline.score(testCase, response)
  const { metric, metric_version } = baseline.metric
  data.addScore({ configuration, test_case_id, repeat, metric, metric_version, judge: RULE_JUDGE, outcome })
}

function contentOf({ response, retrieved_contexts: chunks }: Response) {
  return {
    content: hashOf([response, chunks ?? null]),
    ...(chunks === undefined ? {} : { retrieved: chunks.length }),
  }
}

/** Reads all that `trust` needs of the responses besides their texts. */
export async function readFacts(store: Store, { run, data }: TrustReading, cases: ReadonlyMap<string, TestCase>) {
  const configurations = new Set(run.configurations.map(({ name }) => name))
  for await (const { configuration, test_case_id, repeat, error } of store.responseFacts(run.id)) {
    if (!cases.has(test_case_id) || !configurations.has(configuration)) continue
    const facts: AnswerFacts = { configuration, test_case_id, repeat }
    if (error !== undefined) facts.failed = true
    data.addResponse(facts)
  }
  for (const session of await store.gradingSessions(run.id)) data.addSession(session)
}

/** Counts what a judge was asked for the scores of these metrics, and which reply each was read from. */
export async function readJudged(store: Store, { run, data }: TrustReading, metrics: readonly RunMetric[]) {
  const configurations = run.configurations.map(({ name }) => name)
  for (const own of metrics) {
    const { metric, judge } = own
    if (!isAsked(judge) || configurations.length === 0) continue
    for await (const score of store.scores(run.id, { metric, configurations })) {
      if (!isScoreOf(own, score)) continue
      const asked = score.steps.filter(({ kind }) => kind === 'judge')
      const { configuration, test_case_id, repeat } = score
      const reply = asked.at(-1)?.exchange
      data.addJudged({
        metric,
        calls: asked.length,
        ...{ configuration, test_case_id, repeat },
        ...(typeof reply === 'string' ? { reply } : {}),
      })
    }
  }
}
