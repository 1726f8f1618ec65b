import { type AnswerTexts, createAnswerTexts } from './answer-texts.ts'
import { createQuestionColumn, type QuestionColumn } from './question-column.ts'

/** What an answer costs, as measured or as the system reported it. */
export const COSTS = ['latency_ms', 'prompt_tokens', 'completion_tokens', 'total_tokens', 'cost_usd'] as const
export type CostName = (typeof COSTS)[number]

/** One side of a comparison: what is known of the answers of one configuration, by number of the question. */
export interface Arm {
  /** By metric. */
  readonly scores: Map<string, QuestionColumn>
  /** What people said: 1 right, 0 wrong. */
  readonly marks: QuestionColumn
  readonly costs: Map<CostName, QuestionColumn>
  readonly texts: AnswerTexts
  /** Answers, among them those that the system failed to give, and the highest repeat. */
  answers: number
  failed: number
  repeats: number
}

export function createArm(): Arm {
  return {
    scores: new Map(),
    marks: createQuestionColumn(),
    costs: new Map(),
    texts: createAnswerTexts(),
    answers: 0,
    failed: 0,
    repeats: 0,
  }
}

/** The column of that name, made where it is not there yet. */
export function columnOf<Name>(columns: Map<Name, QuestionColumn>, name: Name): QuestionColumn {
  const known = columns.get(name)
  if (known !== undefined) return known
  const column = createQuestionColumn()
  columns.set(name, column)
  return column
}
