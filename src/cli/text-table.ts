import { renderTable } from '../report/table.ts'

/** The lines of a table of one-line cells; all columns but the first hold numbers. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[], width: number): string[] {
  const cells = (texts: readonly string[]) => texts.map((text) => [text])
  return renderTable({ kind: 'table', header: cells(header), rows: rows.map(cells), numeric: true }, { width }).flat()
}
