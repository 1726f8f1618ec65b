import type { BuiltTrust } from '../analysis/trust/build-trust.ts'
import { disagreementOf } from '../analysis/trust/spot-check.ts'
import type { Disagreement, TrustReport } from '../analysis/trust/trust-report.ts'
import { responseKey } from '../core/response-key.ts'
import { isScoreOf, type Run } from '../core/run.ts'
import type { Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'

/** Fills in the texts and reasons of the answers on which judge and people differ. */
export async function withDisagreements(
  store: Store,
  run: Run,
  { report, listed, grades }: BuiltTrust,
  cases: ReadonlyMap<string, TestCase>,
): Promise<TrustReport> {
  const { spot_check: check } = report
  if (check === null || listed.length === 0) return report
  const test_case_ids = [...new Set(listed.map(({ test_case_id }) => test_case_id))]
  const wanted = new Set(listed.map(responseKey))
  const texts = new Map<string, string>()
  for await (const response of store.responses(run.id, { test_case_ids })) {
    if (wanted.has(responseKey(response))) texts.set(responseKey(response), response.response ?? '')
  }
  const own = run.metrics.find(({ metric }) => metric === check.metric)
  const scores = new Map<string, Score>()
  for await (const score of store.scores(run.id, { metric: check.metric, test_case_ids })) {
    const isOwn = own !== undefined && isScoreOf(own, score)
    if (isOwn && wanted.has(responseKey(score))) scores.set(responseKey(score), score)
  }
  const disagreements = listed.flatMap((row): Disagreement[] => {
    const key = responseKey(row)
    const score = scores.get(key)
    if (score === undefined) return []
    const user_input = cases.get(row.test_case_id)?.user_input ?? ''
    return [disagreementOf(row, { user_input, response: texts.get(key) ?? '', grades: grades(row), score })]
  })
  return { ...report, spot_check: { ...check, disagreements } }
}
