import {
  type AnswerGroup,
  type AnswerKey,
  answerGroups,
  keyText,
  uncertainFirst,
} from '../analysis/grading/grading-order.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import { hashOf, hashText } from '../core/hash.ts'
import type { Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { selectConfigurations } from './start-run.ts'

/** What a person may be asked about. */
export interface GradingPool {
  groups: AnswerGroup[]
  /** Responses in the groups. */
  responses: number
  /** Changes with the responses and with how they are grouped. */
  hash: string
}

export interface PoolOptions {
  /** Configurations to ask about; default all of the run. */
  only?: readonly string[]
  /** Ask about equal answers to one question one by one. */
  each: boolean
  /** Only responses that this person graded. */
  overlap?: string
}

/** The responses of a run that can be graded: those that say something, to test cases that are still in the test set. */
export async function gradingPool(
  store: Store,
  run: Run,
  grades: readonly Grade[],
  options: PoolOptions,
): Promise<GradingPool> {
  const only = options.only ?? []
  const configurations = selectConfigurations(run.configurations, only).map(({ name }) => name)
  const leftOut = new Set(run.left_out)
  const wanted = options.overlap === undefined ? undefined : keysGradedBy(options.overlap, grades)
  const answers: { key: AnswerKey; text: string }[] = []
  for await (const { configuration, test_case_id, repeat, response, error } of store.responses(run.id, {
    configurations,
  })) {
    const key = { configuration, test_case_id, repeat }
    if (response === null || error !== undefined || leftOut.has(test_case_id)) continue
    if (wanted?.has(keyText(key)) === false) continue
    answers.push({ key, text: hashText(response) })
  }
  const groups = answerGroups(answers, { each: options.each })
  const hash = hashOf(groups.map(({ members }) => members.map(keyText)))
  return { groups, responses: answers.length, hash }
}

function keysGradedBy(grader: string, grades: readonly Grade[]): Set<string> {
  const own = grades.filter((grade) => grade.grader === grader)
  if (own.length > 0) return new Set(own.map(keyText))
  const names = [...new Set(grades.map((grade) => grade.grader))]
  throw new RagstoneError('unknown_grader', `nobody named "${grader}" has graded this run`, {
    hint: names.length === 0 ? 'nobody has graded it yet' : `it was graded by ${names.join(', ')}`,
  })
}

/** The metric by which answers are uncertain: the one named, else `correct`, else the first that a judge scores. */
export function uncertaintyMetric(run: Run, named: string | undefined): string {
  const judged = run.metrics.filter(({ range: [low, high] }) => low === 0 && high === 1)
  if (named !== undefined) {
    if (judged.some(({ metric }) => metric === named)) return named
    throw new RagstoneError('unknown_metric', `run ${run.id} has no metric "${named}" with scores from 0 to 1`, {
      hint: judged.length === 0 ? 'grade in random order' : `it has ${judged.map(({ metric }) => metric).join(', ')}`,
    })
  }
  const found =
    judged.find(({ metric }) => metric === 'correct') ??
    judged.find(({ judge, imported }) => judge !== undefined && imported === undefined) ??
    judged.find(({ imported }) => imported !== undefined)
  if (found !== undefined) return found.metric
  throw new RagstoneError('no_metric', `run ${run.id} has no metric of a judge that could be uncertain`, {
    hint: 'name one: --uncertain-first METRIC; or leave the flag out for a random order',
  })
}

/** The places of the groups from the most uncertain to the surest. */
export async function uncertainOrder(
  store: Store,
  run: Run,
  metric: string,
  groups: readonly AnswerGroup[],
): Promise<number[]> {
  const scores = new Map<string, number>()
  for await (const row of store.scoreRows(run.id)) {
    if (row.metric !== metric || row.outcome.status !== 'scored') continue
    if (row.outcome.value >= 0 && row.outcome.value <= 1) scores.set(keyText(row), row.outcome.value)
  }
  return uncertainFirst(groups, scores)
}
