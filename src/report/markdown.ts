import type { RunReport } from '../analysis/run-report.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import type { Block, Cell, List, ListItem, Section, Table } from './blocks.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { type LayoutOptions, layOut } from './layout.ts'

/** Characters of one text that a list shows. */
const MOST_TEXT = 400

/** A run report in GitHub's Markdown. What comes from data is escaped: no markup, HTML or table cell can come from it. */
export function markdownReport(report: RunReport, options: LayoutOptions = {}): string {
  const text = messages(report.language)
  return `${layOut(report, options)
    .map((section, index) => sectionText(section, index === 0 ? '#' : '##', text))
    .join('\n\n')}\n`
}

function sectionText({ title, blocks }: Section, level: string, text: Messages): string {
  return [`${level} ${escapeMarkdown(title)}`, ...blocks.map((block) => blockText(block, text))].join('\n\n')
}

function blockText(block: Block, text: Messages): string {
  if (block.kind === 'table') return tableText(block, text)
  if (block.kind === 'list') return listText(block)
  if (block.kind === 'paragraph') return escapeMarkdown(block.text)
  return block.pairs
    .map(([label, value]) => `- ${text.labelled(`**${escapeMarkdown(label)}**`, escapeMarkdown(value))}`)
    .join('\n')
}

function tableText({ header, rows, numeric }: Table, text: Messages): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cellText = (cell: Cell) => cell.map(escapeMarkdown).join(text.clause)
  const rulers = header.map((_, column) => (numeric === true && column > 0 ? '---:' : '---'))
  return [line(header.map(cellText)), line(rulers), ...rows.map((row) => line(row.map(cellText)))].join('\n')
}

function listText({ items, rest }: List): string {
  const lines = items.flatMap(itemLines)
  return [...lines, ...(rest === undefined ? [] : [`- ${escapeMarkdown(rest)}`])].join('\n')
}

function itemLines({ mark, head, lines }: ListItem): string[] {
  const word = mark === undefined ? '' : `**${escapeMarkdown(mark.word)}** `
  return [`- ${word}${shortened(head)}`, ...lines.map((line) => `  - ${shortened(line)}`)]
}

function shortened(text: string): string {
  const cut = text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}...`
  return escapeMarkdown(cut)
}
