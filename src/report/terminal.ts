import pico from 'picocolors'
import stringWidth from 'string-width'
import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import type { Block, Cell, Facts, List, ListItem, Section, Table, Text, Tone } from './blocks.ts'
import { type LayoutOptions, layOut } from './layout.ts'
import { renderTable } from './table.ts'
import { visibleText } from './visible-text.ts'
import { wrapText, wrapWhole } from './wrap-text.ts'

export interface TerminalOptions extends LayoutOptions {
  /** Columns of the terminal; default 100, at least 40. */
  width?: number
  /** Default false. Colour only repeats what the words say. */
  color?: boolean
}

/** Lines that one text may take in a list, and beside a label. */
const MOST_LINES = 3
const MOST_FACT_LINES = 8
const INDENT = '    '

interface Style {
  width: number
  colors: ReturnType<typeof pico.createColors>
  text: Messages
}

/** A run report for a terminal. What comes from data is shown as text, control characters spelled out. */
export function terminalReport(report: RunReport, options: TerminalOptions = {}): string {
  return terminalText(layOut(report, options), report.language, options)
}

/** Sections for a terminal. */
export function terminalText(
  sections: readonly Section[],
  language: Language,
  options: Pick<TerminalOptions, 'width' | 'color'> = {},
): string {
  const style: Style = {
    width: Math.max(40, options.width ?? 100),
    colors: pico.createColors(options.color === true),
    text: messages(language),
  }
  const parts = sections.map((section, index) => sectionLines(section, style, index === 0 ? '=' : '-').join('\n'))
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
  if (block.kind === 'text') return textLines(block, style)
  return wrapText(visibleText(block.text), style.width)
}

function tableLines(table: Table, { width, colors }: Style): string[] {
  const safe = (cell: Cell) => cell.map(visibleText)
  const visible = { ...table, header: table.header.map(safe), rows: table.rows.map((row) => row.map(safe)) }
  const blocks = renderTable(visible, { width, paintHeader: colors.bold })
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** The text in its own lines, set in; of a long one the beginning. */
function textLines({ label, text, mostLines = Number.POSITIVE_INFINITY }: Text, style: Style): string[] {
  const own = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  const wrapped = (line: string) => wrapWhole(visibleText(line), style.width - INDENT.length, mostLines - lines.length)
  const lines: string[] = []
  let read = 0
  while (read < own.length && lines.length < mostLines) lines.push(...wrapped(own[read++] ?? ''))
  const rest = own.length - read
  const shown = lines.slice(0, mostLines)
  const left = rest + (lines.length > shown.length ? 1 : 0)
  const body = [...shown, ...(left > 0 ? [style.text.moreLines(left)] : [])]
  return [...wrapText(visibleText(`${label}:`), style.width), ...body.map((line) => `${INDENT}${line}`.trimEnd())]
}

function listLines({ items, rest, mostLines }: List, style: Style): string[] {
  const lines = items.flatMap((item) => itemLines(item, style, mostLines))
  return rest === undefined ? lines : [...lines, ...hanging('  ', rest, style.width)]
}

function itemLines(item: ListItem, style: Style, mostLines?: number): string[] {
  const { mark, lines } = item
  const { head, command } = pasteable(item, style)
  const [first = '', ...others] = hanging(
    '- ',
    mark === undefined ? head : `${mark.word}  ${head}`,
    style.width,
    mostLines,
  )
  const painted = mark === undefined ? first : first.replace(mark.word, (word) => paint(word, mark.tone, style))
  return [painted, ...others, ...command, ...lines.flatMap((line) => hanging('    ', line, style.width, mostLines))]
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
  const columns = width - stringWidth(prefix)
  const safe = visibleText(text)
  const lines = mostLines === Number.POSITIVE_INFINITY ? wrapWhole(safe, columns) : wrapText(safe, columns, mostLines)
  return lines.map((line, index) => (index === 0 ? prefix : indent) + line)
}

function factLines({ pairs, mostLines = MOST_FACT_LINES }: Facts, { width }: Style): string[] {
  const labels = pairs.map(([label]) => visibleText(label))
  const widest = Math.max(0, ...labels.map((label) => stringWidth(label)))
  return pairs.flatMap(([, value], index) => {
    const label = labels[index] === labels[index - 1] ? '' : (labels[index] ?? '')
    return hanging(`${label}${' '.repeat(widest - stringWidth(label) + 2)}`, value, width, mostLines)
  })
}
