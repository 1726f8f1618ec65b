import { type CaseIndex, createCaseIndex } from '../case-index.ts'
import { type Arm, columnOf, createArm } from '../compare/arm.ts'

/** Questions q000, q001, ... in this order. */
export function questionIndex(size: number): CaseIndex {
  const index = createCaseIndex()
  for (let question = 0; question < size; question++) index.indexOf(`q${String(question).padStart(3, '0')}`)
  return index
}

/** An arm whose metric has these values, one a question; null is NA, and a list holds the repeats of a question. */
export function scoredArm(values: readonly (number | null | readonly (number | null)[])[], metric = 'm'): Arm {
  const arm = createArm()
  for (const [question, own] of values.entries()) {
    const repeats = Array.isArray(own) ? own : [own]
    arm.repeats = Math.max(arm.repeats, repeats.length)
    for (const value of repeats) {
      arm.answers += 1
      const column = columnOf(arm.scores, metric)
      if (value === null) column.add(question, { status: 'na', reason: 'judge_unreadable', detail: 'no verdict' })
      else column.addValue(question, value)
    }
  }
  return arm
}

/** b questions that only the first arm has right, c that only the second has, and the rest wrong in both. */
export function discordantArms(b: number, c: number, n: number): { a: Arm; b: Arm } {
  const at = (from: number, to: number) => Array.from({ length: n }, (_, q) => (q >= from && q < to ? 1 : 0))
  return { a: scoredArm(at(0, b)), b: scoredArm(at(b, b + c)) }
}
