import pico from 'picocolors'
import stringWidth from 'string-width'
import type { RunReport } from '../analysis/run-report.ts'
import type { Block, Cell, Facts, List, ListItem, Section, Table, Tone } from './blocks.ts'
import { type LayoutOptions, layOut } from './layout.ts'
import { renderTable } from './table.ts'
import { visibleText } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

export interface TerminalOptions extends LayoutOptions {
  /** Columns of the terminal; default 100, at least 40. */
  width?: number
  /** Default false. Colour only repeats what the words say. */
  color?: boolean
}

/** Lines that one text may take in a list, and beside a label. */
const MOST_LINES = 3
const MOST_FACT_LINES = 8

interface Style {
  width: number
  colors: ReturnType<typeof pico.createColors>
}

/** A run report for a terminal. What comes from data is shown as text, control characters spelled out. */
export function terminalReport(report: RunReport, options: TerminalOptions = {}): string {
  const style = {
    width: Math.max(40, options.width ?? 100),
    colors: pico.createColors(options.color === true),
  }
  const parts = layOut(report, options).map((section, index) =>
    sectionLines(section, style, index === 0 ? '=' : '-').join('\n'),
  )
  return `${parts.join('\n\n\n')}\n`
}

function sectionLines({ title, blocks }: Section, style: Style, rule: string): string[] {
  const heading = wrapText(visibleText(title), style.width)
  const ruler = rule.repeat(Math.max(...heading.map((line) => stringWidth(line))))
  const body = blocks.map((block) => blockLines(block, style).join('\n'))
  return [...heading.map((line) => style.colors.bold(line)), ruler, body.join('\n\n')]
}

function blockLines(block: Block, style: Style): string[] {
  if (block.kind === 'table') return tableLines(block, style)
  if (block.kind === 'list') return listLines(block, style)
  if (block.kind === 'facts') return factLines(block, style)
  return wrapText(visibleText(block.text), style.width)
}

function tableLines(table: Table, { width, colors }: Style): string[] {
  const safe = (cell: Cell) => cell.map(visibleText)
  const visible = { ...table, header: table.header.map(safe), rows: table.rows.map((row) => row.map(safe)) }
  const blocks = renderTable(visible, { width, paintHeader: colors.bold })
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function listLines({ items, rest }: List, style: Style): string[] {
  const lines = items.flatMap((item) => itemLines(item, style))
  return rest === undefined ? lines : [...lines, ...hanging('  ', rest, style.width)]
}

function itemLines(item: ListItem, style: Style): string[] {
  const { mark, lines } = item
  const { head, command } = pasteable(item, style)
  const [first = '', ...others] = hanging('- ', mark === undefined ? head : `${mark.word}  ${head}`, style.width)
  const painted = mark === undefined ? first : first.replace(mark.word, (word) => paint(word, mark.tone, style))
  return [painted, ...others, ...command, ...lines.flatMap((line) => hanging('    ', line, style.width))]
}

/** Sets the command at the end of a head on a line of its own where it would be broken. */
function pasteable({ head, command }: ListItem, { width }: Style): { head: string; command: string[] } {
  if (command === undefined || !head.endsWith(command)) return { head, command: [] }
  if (stringWidth(`- ${visibleText(head)}`) <= width) return { head, command: [] }
  return { head: head.slice(0, -command.length), command: [`  ${visibleText(command)}`] }
}

function paint(word: string, tone: Tone, { colors }: Style): string {
  const color = { good: colors.green, bad: colors.red, unsure: colors.yellow }[tone]
  return colors.bold(color(word))
}

/** A text after a prefix, its further lines below its first. */
function hanging(prefix: string, text: string, width: number, mostLines = MOST_LINES): string[] {
  const indent = ' '.repeat(stringWidth(prefix))
  const lines = wrapText(visibleText(text), width - stringWidth(prefix), mostLines)
  return lines.map((line, index) => (index === 0 ? prefix : indent) + line)
}

function factLines({ pairs }: Facts, { width }: Style): string[] {
  const labels = pairs.map(([label]) => visibleText(label))
  const widest = Math.max(0, ...labels.map((label) => stringWidth(label)))
  return pairs.flatMap(([, value], index) => {
    const label = labels[index] === labels[index - 1] ? '' : (labels[index] ?? '')
    return hanging(`${label}${' '.repeat(widest - stringWidth(label) + 2)}`, value, width, MOST_FACT_LINES)
  })
}
