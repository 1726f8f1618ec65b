import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import type { Block, Cell, List, ListItem, Section, Table, Text } from './blocks.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { type LayoutOptions, layOut } from './layout.ts'
import { visibleText } from './visible-text.ts'

/** Characters of one text that a list shows. */
const MOST_TEXT = 400

/** A run report in GitHub's Markdown. What comes from data is escaped: no markup, HTML or table cell can come from it. */
export function markdownReport(report: RunReport, options: LayoutOptions = {}): string {
  return markdownText(layOut(report, options), report.language)
}

/** Sections in GitHub's Markdown. */
export function markdownText(sections: readonly Section[], language: Language): string {
  const text = messages(language)
  return `${sections.map((section, index) => sectionText(section, index === 0 ? '#' : '##', text)).join('\n\n')}\n`
}

function sectionText({ title, blocks }: Section, level: string, text: Messages): string {
  return [`${level} ${escapeMarkdown(title)}`, ...blocks.map((block) => blockText(block, text))].join('\n\n')
}

function blockText(block: Block, text: Messages): string {
  if (block.kind === 'table') return tableText(block, text)
  if (block.kind === 'list') return listText(block)
  if (block.kind === 'paragraph') return escapeMarkdown(block.text)
  if (block.kind === 'text') return fencedText(block, text)
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

/** A text as it is between two fences that are longer than any run of backticks in it, line breaks kept. */
function fencedText({ label, text, mostLines = Number.POSITIVE_INFINITY }: Text, words: Messages): string {
  const own = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  const shown = own.slice(0, mostLines).map(visibleText)
  const left = own.length - shown.length
  const lines = left > 0 ? [...shown, words.moreLines(left)] : shown
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`**${escapeMarkdown(label)}**`, '', `${fence}text`, ...lines, fence].join('\n')
}

function listText({ items, rest, mostLines }: List): string {
  const lines = items.flatMap((item) => itemLines(item, mostLines === Number.POSITIVE_INFINITY))
  return [...lines, ...(rest === undefined ? [] : [`- ${escapeMarkdown(rest)}`])].join('\n')
}

function itemLines({ mark, head, lines }: ListItem, isWhole: boolean): string[] {
  const shortened = isWhole ? escapeMarkdown : cutMarkdown
  const word = mark === undefined ? '' : `**${escapeMarkdown(mark.word)}** `
  return [`- ${word}${shortened(head)}`, ...lines.map((line) => `  - ${shortened(line)}`)]
}

function cutMarkdown(text: string): string {
  const cut = text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}...`
  return escapeMarkdown(cut)
}
