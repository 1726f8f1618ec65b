import { constants, copyFile, open, readFile, writeFile } from 'node:fs/promises'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import type { TestCase } from '../core/test-case.ts'
import { parseJsonRows } from '../files/json.ts'
import { findList, type ListPlaces } from '../files/json-places.ts'
import { type Spelling, spelledRow } from './spelling.ts'

const MARK = '\ufeff'

/** Appends a case to the list of a JSON document, indented like the others. */
export async function appendJson(file: string, draft: string, testCase: TestCase, spelling: Spelling): Promise<void> {
  const whole = await readFile(file, 'utf8')
  const mark = whole.startsWith(MARK) ? MARK : ''
  const text = whole.slice(mark.length)
  const row = spelledRow(file, testCase, spelling)
  await writeFile(draft, mark + appendTo(text, row, file), { flag: 'wx' })
}

function appendTo(text: string, row: Record<string, unknown>, file: string): string {
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  if (text.trim() === '') return `[${newLine}${indented(row, '  ', '  ', newLine)}${newLine}]${newLine}`
  const { key } = parseJsonRows(text, file)
  const places = findList(text, key)
  if (places === undefined) {
    throw new RagstoneError('not_appendable', `${shownPath(file)}: its cases are held as columns, not as a list`, {
      hint: 'add the case by hand',
    })
  }
  const start = places.starts.at(-1)
  const head = text.slice(0, places.end)
  if (start === undefined) {
    return `${head}${newLine}${indented(row, '  ', '  ', newLine)}${newLine}${text.slice(places.close)}`
  }
  return `${head},${separated(text, places, start, row, newLine)}${text.slice(places.end)}`
}

/** The new element with the white space before it, in the manner of the last one, which begins at `start`. */
function separated(
  text: string,
  places: ListPlaces,
  start: number,
  row: Record<string, unknown>,
  newLine: string,
): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const element = text.slice(start, places.end)
  const line = text.slice(lineStart, start)
  if (lineStart <= places.open || line.trim() !== '') return ` ${spaced(row)}`
  if (!element.includes('\n')) return newLine + line + (element.includes('": ') ? spaced(row) : JSON.stringify(row))
  const inner = /\n([ \t]+)/.exec(element)?.[1] ?? ''
  const unit = inner.startsWith(line) && inner.length > line.length ? inner.slice(line.length) : '  '
  return newLine + indented(row, line, unit, newLine)
}

function indented(row: Record<string, unknown>, indent: string, unit: string, newLine: string): string {
  return indent + JSON.stringify(row, null, unit).replace(/\n/g, newLine + indent)
}

/** JSON on one line with spaces behind colons and commas. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
  return `{${entries.join(', ')}}`
}

const SAMPLE_BYTES = 64 * 1024

/** Appends a line of JSON; the lines before it are copied as they are. */
export async function appendJsonl(file: string, draft: string, testCase: TestCase, spelling: Spelling): Promise<void> {
  const row = spelledRow(file, testCase, spelling)
  await copyFile(file, draft, constants.COPYFILE_EXCL)
  const handle = await open(draft, 'r+')
  try {
    const { size } = await handle.stat()
    const sample = (await handle.read(Buffer.alloc(Math.min(size, SAMPLE_BYTES)), 0, Math.min(size, SAMPLE_BYTES), 0))
      .buffer
    const start = sample.toString('utf8')
    const newLine = start.includes('\r\n') ? '\r\n' : '\n'
    const last = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const broken = size > 3 && last.buffer[0] !== 10 ? newLine : ''
    const line = start.includes('": ') ? spaced(row) : JSON.stringify(row)
    await handle.write(broken + line + newLine, size)
  } finally {
    await handle.close()
  }
}
