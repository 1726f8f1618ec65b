import type { Grade } from '../core/grade.ts'
import type { CaseIndex } from './case-index.ts'
import type { GradeGrid } from './run-report.ts'

/** What the grid needs of a grade. */
type GradeMark = Pick<Grade, 'configuration' | 'test_case_id' | 'verdict'>

/** Takes grades one by one and ends with the grid. */
export interface GradeGridCollector {
  /** A grade of a configuration that is not in the run is left out. */
  add(grade: GradeMark): void
  /** Null when nobody graded. */
  finish(): GradeGrid | null
}

/**
 * Questions x configurations with the marks that people gave: 1 right, 0 wrong, with repeats or several graders the share
 * of right verdicts, null where nobody graded. Only graded questions have a row, in the order of the test set. A total
 * is the sum of the marks of its column, `graded` the number of cells that have one. `configurations` is asked at the end.
 */
export function createGradeGrid(configurations: () => readonly string[], cases: CaseIndex): GradeGridCollector {
  const cells = new Map<number, Map<string, { right: number; n: number }>>()
  return {
    add({ configuration, test_case_id, verdict }) {
      const caseNumber = cases.indexOf(test_case_id)
      const row = cells.get(caseNumber) ?? new Map<string, { right: number; n: number }>()
      cells.set(caseNumber, row)
      const { right, n } = row.get(configuration) ?? { right: 0, n: 0 }
      row.set(configuration, { right: verdict === 'right' ? right + 1 : right, n: n + 1 })
    },
    finish() {
      const names = configurations()
      const rows = [...cells]
        .filter(([, row]) => names.some((name) => row.has(name)))
        .sort(([a], [b]) => a - b)
        .map(([caseNumber, row]) => ({
          test_case_id: cases.idOf(caseNumber),
          marks: names.map((name) => {
            const cell = row.get(name)
            return cell === undefined ? null : cell.right / cell.n
          }),
        }))
      if (rows.length === 0) return null
      const totals = names.map((configuration, place) => {
        const marks = rows.flatMap((row) => row.marks[place] ?? [])
        return { configuration, right: marks.reduce((sum, mark) => sum + mark, 0), graded: marks.length }
      })
      return { configurations: [...names], rows, totals }
    },
  }
}
