import { type CasePage, caseResponses, exchangeIds } from '../analysis/case-page.ts'
import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import type { Response } from '../core/response.ts'
import { RULE_JUDGE, type Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { dominantLanguage } from '../text/language.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
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
  const loaded = await openToRead(options)
  const store = await openProjectStore(options, loaded, { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const testCase = await requireCase(store, run.id, options.case)
    const shown =
      options.only === undefined ? run.configurations : selectConfigurations(run.configurations, options.only)
    const selection = { test_case_ids: [testCase.id], configurations: shown.map(({ name }) => name) }
    const responses: Response[] = []
    for await (const response of store.responses(run.id, selection)) responses.push(response)
    const current = new Set(run.metrics.map((one) => `${one.metric} ${one.metric_version} ${one.judge ?? RULE_JUDGE}`))
    const scores: Score[] = []
    for await (const score of store.scores(run.id, selection)) {
      if (current.has(`${score.metric} ${score.metric_version} ${score.judge}`)) scores.push(score)
    }
    const order = new Map(run.metrics.map(({ metric }, index) => [metric, index]))
    scores.sort((a, b) => (order.get(a.metric) ?? 0) - (order.get(b.metric) ?? 0))
    const wanted = options.language ?? loaded?.config.language
    return {
      run: { id: run.id, name: run.name },
      language: wanted === undefined || wanted === 'auto' ? dominantLanguage([testCase.user_input]) : wanted,
      test_case: testCase,
      responses: caseResponses(responses, scores),
      exchanges: await store.exchanges(exchangeIds(scores)),
    }
  } finally {
    await store.close()
  }
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
