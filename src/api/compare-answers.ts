import type { AnswerPair, ComparedMetric, CompareReport } from '../analysis/compare/compare-report.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import type { Side } from './compare-sides.ts'

const MOST_ANSWERS = 10_000

/** Reads both answers to the questions that one side won, of the metric that was named first, else of the grades, else of the first metric. */
export async function answersOf(
  store: Store,
  sides: { a: Side; b: Side },
  metrics: readonly ComparedMetric[],
  options: { metrics?: readonly string[]; answers?: number; cases: ReadonlyMap<string, TestCase> },
): Promise<Pick<CompareReport, 'answers_by' | 'answers' | 'answers_left_out'>> {
  const metric = shownMetric(metrics, sides.a, options.metrics?.[0])
  if (metric === undefined) return { answers_by: null, answers: [], answers_left_out: 0 }
  const limit = options.answers ?? MOST_ANSWERS
  const decided = interleaved(metric)
  const shown = decided.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const [a, b] = [await texts(store, sides.a, ids), await texts(store, sides.b, ids)]
  const answers = shown.flatMap(({ id, outcome }): AnswerPair[] => {
    const testCase = options.cases.get(id)
    if (testCase === undefined) return []
    const { user_input, reference = null } = testCase
    return [{ test_case_id: id, user_input, reference, outcome, a: a.get(id) ?? [], b: b.get(id) ?? [] }]
  })
  return { answers_by: metric.metric, answers, answers_left_out: decided.length - shown.length }
}

function shownMetric(metrics: readonly ComparedMetric[], { run }: Side, named: string | undefined) {
  const compared = metrics.filter(({ n }) => n > 0)
  const stageOf = (name: string) => run.metrics.find(({ metric }) => metric === name)?.stage
  return (
    compared.find(({ kind, metric }) => kind === 'metric' && metric === named) ??
    compared.find(({ kind }) => kind === 'grades') ??
    compared.find(({ metric }) => stageOf(metric) === 'generation') ??
    compared[0]
  )
}

/** Won and lost in turn, so that the first few show both. */
function interleaved({ won, lost }: ComparedMetric): { id: string; outcome: 'won' | 'lost' }[] {
  return Array.from({ length: Math.max(won.length, lost.length) }, (_, place) => place).flatMap((place) => {
    const [gained, given] = [won[place], lost[place]]
    return [
      ...(gained === undefined ? [] : [{ id: gained, outcome: 'won' as const }]),
      ...(given === undefined ? [] : [{ id: given, outcome: 'lost' as const }]),
    ]
  })
}

async function texts(store: Store, { run, configuration }: Side, ids: readonly string[]) {
  const found = new Map<string, (string | null)[]>()
  if (ids.length === 0) return found
  for await (const answer of store.responses(run.id, { configurations: [configuration.name], test_case_ids: ids })) {
    const own = found.get(answer.test_case_id)
    if (own === undefined) found.set(answer.test_case_id, [answer.response])
    else own.push(answer.response)
  }
  return found
}
