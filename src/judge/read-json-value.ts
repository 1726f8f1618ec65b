import { isDeepStrictEqual } from 'node:util'

/** The only departures from JSON that are mended; a string's text stays as it is, its bare line break included. */
export const REPAIRS = ['comment', 'trailing_comma', 'line_break_in_string'] as const
export type Repair = (typeof REPAIRS)[number]

/**
 * `cut`: the text ends before the value does. `broken`: it is not JSON, even with the {@link REPAIRS}. `conflict`: one object
 * has a field twice, with two different values.
 */
export type JsonProblem = 'cut' | 'broken' | 'conflict'

export type ParsedJson =
  | { ok: true; value: unknown; end: number; repairs: Repair[] }
  | { ok: false; problem: JsonProblem; detail: string }

/** Deeper nesting is not read: no question asks for it, and it would cost the stack. */
export const DEEPEST = 100

interface Cursor {
  readonly text: string
  at: number
  depth: number
  readonly repairs: Set<Repair>
}

/** Carries a problem out of the depth of a value; never leaves this file. */
class JsonFault extends Error {
  constructor(
    readonly problem: JsonProblem,
    message: string,
  ) {
    super(message)
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}...` : text)
}

function unexpected(cursor: Cursor, wanted: string): never {
  if (cursor.at >= cursor.text.length) throw new JsonFault('cut', `the JSON ends where ${wanted} should come`)
  const found = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0)
  throw new JsonFault('broken', `character ${cursor.at + 1} is ${shown(found)} where ${wanted} should come`)
}

/** Past white space and comments. */
function skipBlank(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    const unit = text.charCodeAt(cursor.at)
    if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b && unit !== 0x0c)) {
      cursor.at += 1
    } else if (unit === 0x2f && (text[cursor.at + 1] === '/' || text[cursor.at + 1] === '*')) {
      skipComment(cursor)
    } else {
      return
    }
  }
}

function skipComment(cursor: Cursor): void {
  const { text, at } = cursor
  if (text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2)
    if (end < 0) throw new JsonFault('cut', 'a comment has no end')
    cursor.at = end + 2
  } else {
    const lineBreak = /[\r\n]/g
    lineBreak.lastIndex = at
    cursor.at = lineBreak.exec(text)?.index ?? text.length
  }
  cursor.repairs.add('comment')
}

function readString(cursor: Cursor): string {
  const { text } = cursor
  const from = cursor.at + 1
  let plain = true
  let broken = false
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) {
      cursor.at = at + 1
      if (broken) cursor.repairs.add('line_break_in_string')
      const raw = text.slice(from, at)
      return plain ? raw : decoded(raw, from)
    }
    if (unit === 0x5c) {
      plain = false
      at += 1
      if (at < text.length && !'"\\/bfnrtu'.includes(text.charAt(at)))
        throw new JsonFault('broken', `character ${at} begins an escape that JSON does not have`)
    } else if (unit === 0x0a || unit === 0x0d) {
      plain = false
      broken = true
    } else if (unit < 0x20) {
      throw new JsonFault('broken', `character ${at + 1} is a control character inside a string`)
    }
  }
  cursor.at = text.length
  throw new JsonFault('cut', 'a string has no end')
}

function decoded(raw: string, from: number): string {
  const escaped = raw.replace(/[\r\n]/g, (lineBreak) => (lineBreak === '\n' ? '\\n' : '\\r'))
  try {
    return JSON.parse(`"${escaped}"`) as string
  } catch {
    throw new JsonFault('broken', `the string at character ${from} has an escape that JSON does not have`)
  }
}

function readScalar(cursor: Cursor): unknown {
  const { text, at } = cursor
  for (const [word, value] of [['true', true] as const, ['false', false] as const, ['null', null] as const]) {
    if (text.startsWith(word, at)) {
      cursor.at += word.length
      return value
    }
  }
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
  number.lastIndex = at
  const [digits] = number.exec(text) ?? []
  if (digits === undefined) return unexpected(cursor, 'a value')
  const value = Number(digits)
  if (!Number.isFinite(value)) throw new JsonFault('broken', `the number at character ${at + 1} is too large`)
  cursor.at += digits.length
  return value
}

/** Past the comma or the closing bracket after an entry; whether the list is closed. */
function closes(cursor: Cursor, bracket: string): boolean {
  skipBlank(cursor)
  if (cursor.text[cursor.at] === bracket) {
    cursor.at += 1
    return true
  }
  if (cursor.text[cursor.at] !== ',') unexpected(cursor, `a comma or ${bracket}`)
  cursor.at += 1
  skipBlank(cursor)
  if (cursor.text[cursor.at] !== bracket) return false
  cursor.repairs.add('trailing_comma')
  cursor.at += 1
  return true
}

function opensEmpty(cursor: Cursor, bracket: string): boolean {
  cursor.at += 1
  skipBlank(cursor)
  if (cursor.text[cursor.at] !== bracket) return false
  cursor.at += 1
  return true
}

function readArray(cursor: Cursor): unknown[] {
  const entries: unknown[] = []
  if (opensEmpty(cursor, ']')) return entries
  do entries.push(readValue(cursor))
  while (!closes(cursor, ']'))
  return entries
}

function readObject(cursor: Cursor): Record<string, unknown> {
  const entries = new Map<string, unknown>()
  if (opensEmpty(cursor, '}')) return {}
  do {
    if (cursor.text[cursor.at] !== '"') unexpected(cursor, 'a field name in double quotes')
    const name = readString(cursor)
    skipBlank(cursor)
    if (cursor.text[cursor.at] !== ':') unexpected(cursor, 'a colon')
    cursor.at += 1
    const value = readValue(cursor)
    if (entries.has(name) && !isDeepStrictEqual(entries.get(name), value))
      throw new JsonFault('conflict', `the field ${shown(name)} stands twice in one object, with different values`)
    entries.set(name, value)
  } while (!closes(cursor, '}'))
  return Object.fromEntries(entries)
}

function readValue(cursor: Cursor): unknown {
  skipBlank(cursor)
  const first = cursor.text[cursor.at]
  if (first === '"') return readString(cursor)
  if (first !== '{' && first !== '[') return readScalar(cursor)
  cursor.depth += 1
  if (cursor.depth > DEEPEST) throw new JsonFault('broken', `the JSON is nested deeper than ${DEEPEST} levels`)
  const value = first === '{' ? readObject(cursor) : readArray(cursor)
  cursor.depth -= 1
  return value
}

/**
 * The JSON value that begins at `from`, white space and comments before it allowed, read with the three {@link REPAIRS} and
 * no others. `end` is where it ends, comments after it not included. Time grows with its length; never throws.
 */
export function parseJsonAt(text: string, from: number): ParsedJson {
  const cursor: Cursor = { text, at: from, depth: 0, repairs: new Set() }
  try {
    const value = readValue(cursor)
    return { ok: true, value, end: cursor.at, repairs: [...cursor.repairs] }
  } catch (fault) {
    if (fault instanceof JsonFault) return { ok: false, problem: fault.problem, detail: fault.message }
    throw fault
  }
}

/** Where the first character after white space and whole comments stands, from `from` on, and whether there was a comment. */
export function pastComments(text: string, from: number): { at: number; comment: boolean } {
  const cursor: Cursor = { text, at: from, depth: 0, repairs: new Set() }
  try {
    skipBlank(cursor)
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
  }
  return { at: cursor.at, comment: cursor.repairs.has('comment') }
}
