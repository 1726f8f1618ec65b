import { createRunReportBuilder } from '../analysis/build-run-report.ts'
import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { dominantLanguage } from '../text/language.ts'

export interface BuildReportOptions {
  language?: Language | 'auto'
  seed?: number
}

/** Reads a run out of the store into what reports show. Asks nobody anything. */
export async function buildReport(store: Store, run: Run, options: BuildReportOptions = {}): Promise<RunReport> {
  const cases = new Map<string, TestCase>()
  for await (const testCase of store.testCases(run.id)) cases.set(testCase.id, testCase)
  const builder = createRunReportBuilder({
    run,
    language: chooseLanguage(options.language, cases),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  })
  for (const testCase of cases.values()) builder.addCase(testCase)
  const identities = new Set(run.metrics.map(({ metric, metric_version }) => `${metric} ${metric_version}`))
  for await (const row of store.scoreRows(run.id)) {
    if (row.judge === run.judge && identities.has(`${row.metric} ${row.metric_version}`)) builder.addScore(row)
  }
  for await (const response of store.responses(run.id)) {
    const testCase = cases.get(response.test_case_id)
    if (testCase !== undefined) builder.addResponse(response, testCase)
  }
  for await (const grade of store.grades(run.id)) builder.addGrade(grade)
  return builder.finish()
}

/** How many questions are read to tell the language of a test set. */
const LANGUAGE_SAMPLE = 200

function chooseLanguage(wanted: Language | 'auto' | undefined, cases: ReadonlyMap<string, TestCase>): Language {
  if (wanted !== undefined && wanted !== 'auto') return wanted
  const questions: string[] = []
  for (const testCase of cases.values()) {
    if (questions.length >= LANGUAGE_SAMPLE) break
    questions.push(testCase.user_input)
  }
  return dominantLanguage(questions)
}
