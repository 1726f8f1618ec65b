import { type AnswerGroup, answerGroups } from '../analysis/grading/grading-order.ts'
import { RagstoneError } from '../core/errors.ts'
import { hashOf, hashText } from '../core/hash.ts'
import { type ResponseName, responseKey } from '../core/response-key.ts'
import { isScoreOf, type Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'

/** What a person may be asked about. */
export interface GradingPool {
  groups: AnswerGroup[]
  /** Responses in the groups. */
  responses: number
  /** Changes with which responses there are and what they say. */
  hash: string
}

/** The responses of these configurations that can be graded: those that say something, to test cases that are still in the test set. */
export async function gradingPool(
  store: Store,
  run: Run,
  configurations: readonly string[],
  options: { each: boolean },
): Promise<GradingPool> {
  const leftOut = new Set(run.left_out)
  const answers: { key: ResponseName; text: string }[] = []
  for await (const one of store.responses(run.id, { configurations })) {
    const { configuration, test_case_id, repeat, response, error } = one
    if (response === null || error !== undefined || leftOut.has(test_case_id)) continue
    answers.push({ key: { configuration, test_case_id, repeat }, text: hashText(response) })
  }
  const hash = hashOf(answers.map(({ key, text }) => [responseKey(key), text]).sort())
  return { groups: answerGroups(answers, options), responses: answers.length, hash }
}

/** The metric by which answers are uncertain: the one named, else `correct`, else the first that a judge scores. */
export function uncertaintyMetric(run: Run, named: string | undefined): string {
  const fitting = run.metrics.filter(({ range: [low, high] }) => low === 0 && high === 1)
  if (named !== undefined) {
    if (fitting.some(({ metric }) => metric === named)) return named
    throw new RagstoneError('unknown_metric', `run ${run.id} has no metric "${named}" with scores from 0 to 1`, {
      hint: fitting.length === 0 ? 'grade in random order' : `it has ${fitting.map(({ metric }) => metric).join(', ')}`,
    })
  }
  const found =
    fitting.find(({ metric }) => metric === 'correct') ??
    fitting.find(({ judge, imported }) => judge !== undefined && imported === undefined) ??
    fitting.find(({ imported }) => imported !== undefined)
  if (found !== undefined) return found.metric
  throw new RagstoneError('no_metric', `run ${run.id} has no metric of a judge that could be uncertain`, {
    hint: 'name one: --uncertain-first METRIC; or leave the flag out for a random order',
  })
}

/** The scores of a metric of the run by the text of their key. */
export async function scoresOf(store: Store, run: Run, metric: string): Promise<Map<string, number>> {
  const scores = new Map<string, number>()
  const wanted = run.metrics.find((one) => one.metric === metric)
  for await (const row of store.scoreRows(run.id)) {
    if (wanted === undefined || !isScoreOf(wanted, row) || row.outcome.status !== 'scored') continue
    scores.set(responseKey(row), row.outcome.value)
  }
  return scores
}
