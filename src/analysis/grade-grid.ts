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
 * is the sum of the marks of its column, `graded` the number of cells that have one.
 */
export function createGradeGrid(configurations: readonly string[], cases: CaseIndex): GradeGridCollector {
  const places = new Map(configurations.map((name, place) => [name, place]))
  const cells = new Map<number, { right: number; n: number }[]>()
  return {
    add({ configuration, test_case_id, verdict }) {
      const place = places.get(configuration)
      if (place === undefined) return
      const caseNumber = cases.indexOf(test_case_id)
      const row = cells.get(caseNumber) ?? configurations.map(() => ({ right: 0, n: 0 }))
      cells.set(caseNumber, row)
      const cell = row[place]
      if (cell === undefined) return
      cell.n += 1
      if (verdict === 'right') cell.right += 1
    },
    finish() {
      if (cells.size === 0) return null
      const rows = [...cells]
        .sort(([a], [b]) => a - b)
        .map(([caseNumber, row]) => ({
          test_case_id: cases.idOf(caseNumber),
          marks: row.map(({ right, n }) => (n === 0 ? null : right / n)),
        }))
      const totals = configurations.map((configuration, place) => {
        const marks = rows.flatMap((row) => row.marks[place] ?? [])
        return { configuration, right: marks.reduce((sum, mark) => sum + mark, 0), graded: marks.length }
      })
      return { configurations: [...configurations], rows, totals }
    },
  }
}
