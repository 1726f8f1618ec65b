import type { Arm } from '../compare/arm.ts'
import { type Measured, measuredColumn } from '../compare/compared-metric.ts'
import type { QuestionColumn } from '../compare/question-column.ts'
import type { Design } from './design.ts'

/** All that is looked at when changes are judged by one outcome. */
export interface OutcomeData {
  design: Design
  base: number
  /** One arm and one column of the outcome a configuration, in the order of the design. */
  arms: readonly Arm[]
  columns: readonly QuestionColumn[]
  measured: Measured
  /** Questions by id, their clusters where they have some, and their names and tags. */
  questions: Uint32Array
  clusters: Uint32Array | undefined
  idOf: (question: number) => string
  tagsOf: (question: number) => Readonly<Record<string, string>>
  seed: number
}

export function outcomeData(data: Omit<OutcomeData, 'columns'>): OutcomeData {
  return { ...data, columns: data.arms.map((arm) => measuredColumn(arm, data.measured)) }
}

/** The values of some configurations on the questions that all of them have. */
export function commonScores(
  { columns, questions, clusters }: OutcomeData,
  configurations: readonly number[],
): { scores: Float64Array[]; clusters: Uint32Array | undefined; n: number } {
  const chosen = configurations.map((place) => columns[place])
  const rows = Array.from(questions.keys()).filter((row) =>
    chosen.every((column) => column !== undefined && !Number.isNaN(column.valueAt(questions[row] ?? 0))),
  )
  return {
    scores: chosen.map((column) => Float64Array.from(rows, (row) => column?.valueAt(questions[row] ?? 0) ?? 0)),
    clusters: clusters === undefined ? undefined : Uint32Array.from(rows, (row) => clusters[row] ?? 0),
    n: rows.length,
  }
}
