import { damaged } from './store-error.ts'

/**
 * JSON text of a value in well-formed Unicode: a surrogate without its partner, which no database takes, becomes U+FFFD
 * in texts and keys alike.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  // JSON.stringify escapes exactly the lone surrogates; a backslash of the text itself is written twice.
  if (!text.includes('\\ud')) return text
  return text.replace(/\\\\|\\ud[0-9a-f]{3}/g, (found) => (found === '\\\\' ? found : '\ufffd'))
}

/** The same as {@link toJson}, null for undefined. */
export function toJsonOrNull(value: unknown): string | null {
  return value === undefined ? null : toJson(value)
}

/** The value of a JSON text that {@link toJson} wrote; RagstoneError `store_damaged` for a text that is none. */
export function fromJson<T>(text: string, location: string): T {
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw damaged(location, error)
  }
}
