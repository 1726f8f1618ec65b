import { readFile, writeFile } from 'node:fs/promises'
import { Document, isMap, isNode, isSeq, LineCounter, type Node, stringify, type YAMLSeq } from 'yaml'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import type { TestCase } from '../core/test-case.ts'
import { findRowList } from '../files/row-list.ts'
import { parseYaml } from '../files/yaml.ts'
import { type Spelling, spelledRow } from './spelling.ts'

const MARK = '\ufeff'

/** Appends a case to a YAML list. The text before and after it stays as it is, to the byte, where the list is a block. */
export async function appendYaml(file: string, draft: string, testCase: TestCase, spelling: Spelling): Promise<void> {
  const whole = await readFile(file, 'utf8')
  const mark = whole.startsWith(MARK) ? MARK : ''
  const text = whole.slice(mark.length)
  const row = spelledRow(file, testCase, spelling)
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const appended = appendTo(text, row, file, newLine)
  await writeFile(draft, mark + appended, { flag: 'wx' })
}

function appendTo(text: string, row: Record<string, unknown>, file: string, newLine: string): string {
  const document = parseYaml(text, file, new LineCounter())
  if (document.contents === null) return endedLine(text, newLine) + snippetOf(row, 0, newLine)
  const { key } = findRowList(document.toJS(), file)
  const list =
    key === undefined ? document.contents : isMap(document.contents) ? document.contents.get(key, true) : undefined
  if (!isSeq(list)) {
    throw new RagstoneError('not_appendable', `${shownPath(file)}: its cases are held as columns, not as a list`, {
      hint: 'add the case by hand',
    })
  }
  const last = list.items.at(-1)
  if (list.flow !== true && isNode(last) && last.range) return insertAfter(text, list, last, row, newLine)
  if (list.items.length === 0) list.flow = false
  const items: unknown[] = list.items
  items.push(document.createNode(row))
  return document.toString({ lineWidth: 0 }).replace(/\r?\n/g, newLine)
}

/** Puts a list item into the text behind the last one, indented like it. */
function insertAfter(text: string, list: YAMLSeq, last: Node, row: Record<string, unknown>, newLine: string): string {
  const dash = list.range?.[0] ?? 0
  const column = dash - (text.lastIndexOf('\n', dash - 1) + 1)
  const contentEnd = last.range?.[1] ?? text.length
  const at = text[contentEnd - 1] === '\n' ? contentEnd : lineEnd(text, contentEnd)
  const before = endedLine(text.slice(0, at), newLine)
  const blank = blankBefore(text, list) ? newLine : ''
  return before + blank + snippetOf(row, column, newLine) + text.slice(at)
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}

function endedLine(text: string, newLine: string): string {
  return text === '' || text.endsWith('\n') ? text : text + newLine
}

/** Whether the file puts an empty line between its last two items. */
function blankBefore(text: string, list: YAMLSeq): boolean {
  const [first, second] = list.items.slice(-2)
  if (!isNode(first) || !isNode(second) || !first.range || !second.range) return false
  return /\n[ \t]*\r?\n/.test(text.slice(first.range[1] - 1, second.range[0]))
}

function snippetOf(row: Record<string, unknown>, column: number, newLine: string): string {
  const document = new Document([row])
  if (isSeq(document.contents)) {
    for (const item of document.contents.items) {
      if (!isMap(item)) continue
      for (const { value } of item.items) if (isSeq(value) || isMap(value)) value.flow = true
    }
  }
  const lines = stringify(document, { lineWidth: 0, flowCollectionPadding: false }).trimEnd().split('\n')
  return lines.map((line) => (line === '' ? newLine : ' '.repeat(column) + line + newLine)).join('')
}
