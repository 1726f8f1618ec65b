import type { Grade } from '../../core/grade.ts'
import { mean } from '../../stats/mean.ts'

/** What the truth about one response is made of. */
export type GradeMark = Pick<Grade, 'verdict' | 'mark' | 'right_above'>

/**
 * Whether people call a response right: true, false, or null where they are evenly split.
 *
 * Marks on one scale (every grade has one and all have the same bound `right_above`) decide by their mean: right when it lies
 * above the bound. Otherwise the majority of the verdicts decides. null also without grades.
 */
export function truthOf(grades: readonly GradeMark[]): boolean | null {
  const bound = grades[0]?.right_above
  if (bound !== undefined && grades.every(({ mark, right_above }) => mark !== undefined && right_above === bound)) {
    const average = mean(grades.map(({ mark }) => mark ?? 0)).value
    return average === null ? null : average > bound
  }
  const right = grades.filter(({ verdict }) => verdict === 'right').length
  return 2 * right === grades.length ? null : 2 * right > grades.length
}
