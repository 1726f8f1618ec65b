import { holm } from '../../stats/holm.ts'
import { pairedDifference } from '../../stats/paired-difference.ts'
import type { CaseIndex } from '../case-index.ts'
import { seedOf } from '../interval-of.ts'
import { sameAnswer } from './answer-texts.ts'
import { type Arm, COSTS } from './arm.ts'
import type { ComparedCost, ComparedMetric, CompareReport } from './compare-report.ts'
import { comparedMetric, type Measured } from './compared-metric.ts'
import type { QuestionColumn } from './question-column.ts'

/** From this p on, after Holm's correction, it is open which side is better. */
export const DECIDED = 0.05

export interface BuildCompareOptions {
  /** The questions that both sides share. */
  cases: CaseIndex
  /** By number of the question; absent where every question stands alone. */
  clusterOf?: ((question: number) => number) | undefined
  measured: readonly Measured[]
  margin?: number | undefined
  seed: number
}

/** The figures of two arms; what is told of runs and texts is added by who read them. */
export function buildCompare(
  a: Arm,
  b: Arm,
  options: BuildCompareOptions,
): Pick<CompareReport, 'metrics' | 'costs' | 'identical'> {
  const { cases, measured, margin, seed } = options
  const questions = orderedQuestions(cases)
  const clusters = clusterNumbers(questions, options.clusterOf)
  const metrics = measured.map((one) =>
    comparedMetric(a, b, one, {
      ...{ questions, idOf: cases.idOf, margin },
      ...(clusters === undefined ? {} : { clusters }),
      seed: seedOf(seed, 'compare', one.kind, one.name),
    }),
  )
  return { metrics: withHolm(metrics), costs: costsOf(a, b, questions), identical: identicalOf(a, b, questions) }
}

/** All questions by their ids: an order that no reading order can change. */
export function orderedQuestions(cases: CaseIndex): Uint32Array {
  const ranks = cases.ranks()
  const questions = new Uint32Array(ranks.length)
  for (let number = 0; number < ranks.length; number++) questions[ranks[number] ?? 0] = number
  return questions
}

/** A cluster number for each question of a list. */
export function clusterNumbers(
  questions: Uint32Array,
  clusterOf: ((question: number) => number) | undefined,
): Uint32Array | undefined {
  return clusterOf === undefined ? undefined : questions.map((question) => clusterOf(question))
}

/** Sets p after Holm's correction over all that have a p, and from it which side is better. */
function withHolm(metrics: readonly ComparedMetric[]): ComparedMetric[] {
  const tested = metrics.filter(({ p }) => p !== null)
  const adjusted = holm(tested.map(({ p }) => p ?? 1))
  return metrics.map((metric) => {
    const place = tested.indexOf(metric)
    if (place < 0) return metric
    const p_holm = adjusted[place] ?? 1
    return { ...metric, p_holm, better: p_holm <= DECIDED ? betterSide(metric) : null }
  })
}

function betterSide({ direction, difference }: ComparedMetric): 'a' | 'b' | null {
  if (direction === 'neutral' || difference === null || difference === 0) return null
  return difference > 0 === (direction === 'higher_is_better') ? 'b' : 'a'
}

function costsOf(a: Arm, b: Arm, questions: Uint32Array): ComparedCost[] {
  return COSTS.flatMap((cost) => {
    const [one, other] = [a.costs.get(cost), b.costs.get(cost)]
    if (one === undefined || other === undefined) return []
    const values = both(one, other, questions)
    const interval = pairedDifference(values.b, values.a)
    if (interval.value === null) return []
    const average = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
    return [
      {
        cost,
        n: values.a.length,
        value_a: average(values.a),
        value_b: average(values.b),
        difference: interval.value,
        low: interval.low,
        high: interval.high,
      },
    ]
  })
}

function both(a: QuestionColumn, b: QuestionColumn, questions: Uint32Array): { a: number[]; b: number[] } {
  const values: { a: number[]; b: number[] } = { a: [], b: [] }
  for (const question of questions) {
    const [one, other] = [a.valueAt(question), b.valueAt(question)]
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    values.a.push(one)
    values.b.push(other)
  }
  return values
}

/** Counts the questions on which both sides gave the same, byte by byte. */
export function identicalOf(a: Arm, b: Arm, questions: Uint32Array): CompareReport['identical'] {
  const counts = { answers: 0, of_answers: 0, retrieved: 0, of_retrieved: 0 }
  for (const question of questions) {
    const text = sameAnswer(a.texts, b.texts, question, 'text')
    const retrieved = sameAnswer(a.texts, b.texts, question, 'retrieved')
    if (text !== 'unknown') counts.of_answers += 1
    if (text === 'same') counts.answers += 1
    if (retrieved !== 'unknown') counts.of_retrieved += 1
    if (retrieved === 'same') counts.retrieved += 1
  }
  return counts
}
