import { stripVTControlCharacters } from 'node:util'

/** Characters that could move a cursor, reverse the reading direction or end a line. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * Foreign text as it may be printed in a message or a log: one line, well-formed, colours removed, other control
 * characters as `\u001b`, and at most `limit` characters with the true length after it when it was cut.
 */
export function shown(text: string, limit = 500): string {
  const cut = text.length > limit
  const part = stripVTControlCharacters(cut ? text.slice(0, limit) : text)
    .toWellFormed()
    .replace(/\s*\r?\n\s*/g, ' ')
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .trim()
  return cut ? `${part} ... (${text.length} characters)` : part
}

/** Any value as {@link shown} text: strings as they are, the rest as JSON. */
export function shownValue(value: unknown, limit = 200): string {
  if (typeof value === 'string') return shown(value, limit)
  try {
    return shown(JSON.stringify(value) ?? String(value), limit)
  } catch {
    return `a value of type ${typeof value}`
  }
}

/** What a value is: `a text`, `a list`, `an object`, `a number`, ... */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
