import type { Grade } from '../../../core/grade.ts'
import type { RunMetric } from '../../../core/run.ts'
import type { Outcome } from '../../../core/score.ts'
import { metric, row, run, testCase } from '../../test-support/records.ts'
import { buildTrust, DEFAULT_BAR, DEFAULT_REPLICATES, type TrustReportOptions } from '../build-trust.ts'
import { createTrustData, type TrustData } from '../trust-data.ts'
import type { TrustReport } from '../trust-report.ts'

/** One response: what people say of it, and what each metric scored. */
export interface TrustCase {
  question: string
  configuration?: string
  repeat?: number
  /** One verdict, or several of graders a, b, c; absent: not graded. */
  right?: boolean | readonly boolean[]
  scores?: Record<string, number | Outcome>
  tags?: Record<string, string>
}

export function grade(one: TrustCase, right: boolean, grader = 'a', extra: Partial<Grade> = {}): Grade {
  return {
    run_id: '20260102-030405-abcd',
    configuration: one.configuration ?? 'base',
    test_case_id: one.question,
    repeat: one.repeat ?? 1,
    verdict: right ? 'right' : 'wrong',
    grader,
    at: '2026-01-02T03:04:05.000Z',
    ...extra,
  }
}

/** Puts cases into the records that `trust` reads. */
export function trustData(cases: readonly TrustCase[], metrics: readonly RunMetric[]): TrustData {
  const data = createTrustData(metrics)
  for (const one of cases) {
    const { question, configuration = 'base', repeat = 1, right, scores = {}, tags = {} } = one
    data.addCase(testCase(question, { tags }))
    data.addResponse({ configuration, test_case_id: question, repeat })
    const verdicts = right === undefined ? [] : typeof right === 'boolean' ? [right] : right
    for (const [place, verdict] of verdicts.entries()) data.addGrade(grade(one, verdict, 'abcdefg'[place]))
    for (const [name, outcome] of Object.entries(scores)) {
      const own = metrics.find((known) => known.metric === name) ?? metric(name)
      const { metric_version, judge = 'rule' } = own
      data.addScore({ ...row(configuration, question, name, outcome, repeat), metric_version, judge })
    }
  }
  return data
}

/** The report on these cases; metrics are those that any case has, as ratios, unless they are given. */
export function trustOf(
  cases: readonly TrustCase[],
  options: Partial<TrustReportOptions> & { given?: readonly RunMetric[] } = {},
): TrustReport {
  const { given, ...rest } = options
  const names = [...new Set(cases.flatMap(({ scores = {} }) => Object.keys(scores)))]
  const metrics = given ?? names.map((name) => metric(name))
  const configurations = [...new Set(cases.map(({ configuration = 'base' }) => configuration))]
  return finish(trustData(cases, metrics), metrics, { run: run(configurations, [...metrics]), ...rest })
}

/** The report on records, with the options that `trust` has by default; the run has the one configuration `base`. */
export function finish(
  data: TrustData,
  metrics: readonly RunMetric[],
  options: Partial<TrustReportOptions> = {},
): TrustReport {
  const work = buildTrust(data, {
    run: run(['base'], [...metrics]),
    metrics,
    language: 'en',
    clusterBy: 'question',
    bar: DEFAULT_BAR,
    seed: 1,
    replicates: DEFAULT_REPLICATES,
    asked: false,
    leavesReference: () => false,
    ...options,
  })
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value.report
  }
}
