import stringWidth from 'string-width'
import type { Cell, Table } from './blocks.ts'
import { wrapText } from './wrap-text.ts'

const GAP = 2
/** The share of the width that the first column may take. */
const KEY_SHARE = 0.4

export interface TableOptions {
  /** Columns of the terminal. */
  width: number
  /** Applied to the lines of the header after they were filled up with spaces. */
  paintHeader?: (text: string) => string
}

/**
 * A table as blocks of lines; the lines of one block have the same width, at most that of the terminal. What is too wide
 * is cut into several blocks of columns that repeat the first one; it is never turned, so that the rows of a table are the
 * same whatever columns it has.
 */
export function renderTable(table: Table, options: TableOptions): string[][] {
  return fitted(table, options.width).map((block) => blockLines(block, options))
}

interface SizedTable extends Table {
  widths: number[]
}

/** The table in as many parts as the width calls for, cells wrapped to the width of their column. */
function fitted(table: Table, width: number): SizedTable[] {
  const columns = table.header.map((header, column) => [header, ...table.rows.map((row) => row[column] ?? [''])])
  const natural = columns.map((cells) => Math.max(1, ...cells.flat().map((line) => stringWidth(line))))
  const widths = natural.reduce((sum, one) => sum + one + GAP, -GAP) <= width ? natural : limited(natural, width)
  return partition(widths, width).map((chosen) => ({
    ...table,
    header: chosen.map((column) => wrapCell(table.header[column] ?? [''], widths[column] ?? 1)),
    rows: table.rows.map((row) => chosen.map((column) => wrapCell(row[column] ?? [''], widths[column] ?? 1))),
    widths: chosen.map((column) => widths[column] ?? 1),
  }))
}

/** Widths with which the first column and any other one fit beside each other. */
function limited([key = 1, ...others]: number[], width: number): number[] {
  const keyWidth = Math.min(key, others.length === 0 ? width : Math.floor(width * KEY_SHARE))
  return [keyWidth, ...others.map((one) => Math.min(one, width - keyWidth - GAP))]
}

/** Column numbers of each block, the first column in all of them; no column number is left out. */
function partition(widths: number[], width: number): number[][] {
  const [key = 1] = widths
  const blocks: number[][] = [[0]]
  let used = key
  for (let column = 1; column < widths.length; column++) {
    const needed = (widths[column] ?? 1) + GAP
    const current = blocks.at(-1) ?? []
    if (used + needed > width && current.length > 1) {
      blocks.push([0, column])
      used = key + needed
    } else {
      current.push(column)
      used += needed
    }
  }
  return blocks
}

function wrapCell(cell: Cell, width: number): string[] {
  return cell.flatMap((line) => wrapText(line, width))
}

function blockLines(table: SizedTable, { paintHeader = (text) => text }: TableOptions): string[] {
  const ruler = table.widths.map((width) => '-'.repeat(width)).join(' '.repeat(GAP))
  const lines = (row: readonly Cell[]) => rowLines(row, table)
  return [...lines(table.header).map(paintHeader), ruler, ...table.rows.flatMap(lines)]
}

function rowLines(row: readonly Cell[], { widths, numeric }: SizedTable): string[] {
  const height = Math.max(1, ...row.map((cell) => cell.length))
  return Array.from({ length: height }, (_, line) =>
    row
      .map((cell, column) => pad(cell[line] ?? '', widths[column] ?? 1, numeric === true && column > 0))
      .join(' '.repeat(GAP)),
  )
}

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return right ? space + text : text + space
}
