import type { RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { Block, Section } from './blocks.ts'

/** The questions x configurations grid of marks that people gave, with totals. */
export function gradeSection({ grades }: RunReport, text: Messages, most: number): Section[] {
  if (grades === null) return []
  const shown = grades.rows.slice(0, most)
  const blocks: Block[] = [
    {
      kind: 'table',
      header: [[text.question], ...grades.configurations.map((name) => [name])],
      rows: [
        ...shown.map(({ test_case_id, marks }) => [[test_case_id], ...marks.map((mark) => [markWord(mark, text)])]),
        [[text.total], ...grades.totals.map(({ right, graded }) => [`${Number(right.toFixed(2))}/${graded}`])],
      ],
    },
  ]
  const hidden = grades.rows.length - shown.length
  if (hidden > 0) blocks.push({ kind: 'paragraph', text: text.more(hidden) })
  return [{ title: text.grades, blocks }]
}

function markWord(mark: number | null, text: Messages): string {
  if (mark === null) return '-'
  if (mark === 1) return text.right
  return mark === 0 ? text.wrong : mark.toFixed(2)
}
