import { type CasePage, caseResponses, exchangeIds } from '../analysis/case-page.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import type { Response } from '../core/response.ts'
import { isScoreOfAny } from '../core/run.ts'
import type { Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { dominantLanguage } from '../text/language.ts'
import type { ProjectOptions } from './project.ts'
import { readingStore } from './read-store.ts'
import { requireRun } from './resume-run.ts'
import { selectConfigurations } from './start-run.ts'

export interface CasePageOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  /** The id of a test case. */
  case: string
  /** Names of the configurations to show; default all of the run. */
  only?: readonly string[]
  language?: Language
}

/** Ids that an error names when the wanted one does not exist. */
const MOST_NAMED = 5

/**
 * Everything behind the scores of one test case: question, responses, retrieved texts, verdicts, rules, arithmetic and the raw
 * exchanges with models. Asks nobody anything. RagstoneError `unknown_case` names the nearest ids.
 */
export async function casePage(options: CasePageOptions): Promise<CasePage> {
  return readingStore(options, async ({ store, language }) => {
    const run = await requireRun(store, options.run ?? 'latest')
    const testCase = await requireCase(store, run.id, options.case)
    const shown =
      options.only === undefined ? run.configurations : selectConfigurations(run.configurations, options.only)
    const selection = { test_case_ids: [testCase.id], configurations: shown.map(({ name }) => name) }
    const responses: Response[] = []
    for await (const response of store.responses(run.id, selection)) responses.push(response)
    const isCurrent = isScoreOfAny(run.metrics)
    const scores: Score[] = []
    for await (const score of store.scores(run.id, selection)) {
      if (isCurrent(score)) scores.push(score)
    }
    const order = new Map(run.metrics.map(({ metric }, index) => [metric, index]))
    scores.sort((a, b) => (order.get(a.metric) ?? 0) - (order.get(b.metric) ?? 0))
    return {
      run: { id: run.id, name: run.name },
      language: language ?? dominantLanguage([testCase.user_input]),
      test_case: testCase,
      responses: caseResponses(responses, scores),
      exchanges: await store.exchanges(exchangeIds(scores)),
    }
  })
}

async function requireCase(store: Store, runId: string, id: string): Promise<TestCase> {
  const ids: string[] = []
  for await (const testCase of store.testCases(runId)) {
    if (testCase.id === id) return testCase
    ids.push(testCase.id)
  }
  const near = nearestIds(id, ids)
  const count = ids.length === 1 ? '1 test case' : `${ids.length} test cases`
  throw new RagstoneError('unknown_case', `run ${runId} has no test case "${id}" among its ${count}`, {
    hint:
      near.length === 0
        ? `they are, among others: ${ids.slice(0, MOST_NAMED).join(', ') || 'none'}`
        : `did you mean ${near.join(', ')}?`,
  })
}

/** What was most likely meant, the nearest first. */
function nearestIds(id: string, ids: readonly string[]): string[] {
  const near: string[] = []
  let left = [...ids]
  while (near.length < MOST_NAMED) {
    const next = nearest(id, left)
    if (next === undefined) break
    near.push(next)
    left = left.filter((one) => one !== next)
  }
  return near
}
