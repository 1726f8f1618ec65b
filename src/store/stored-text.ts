/** Data link escape: stands before what would otherwise be a NUL, and before itself. */
const ESCAPE = '\x10'

/**
 * A text as it is stored in a column of its own: a surrogate without its partner becomes U+FFFD, and a NUL, at which
 * some SQLite libraries end a text and which PostgreSQL refuses, is written as an escape.
 */
export function toText(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!wellFormed.includes('\0') && !wellFormed.includes(ESCAPE)) return wellFormed
  return wellFormed.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\0', `${ESCAPE}0`)
}

/** The same as {@link toText}; null stays and undefined becomes null. */
export function toTextOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : toText(text)
}

/** The text that {@link toText} stored. */
export function fromText(text: string): string {
  if (!text.includes(ESCAPE)) return text
  return text.replace(/\x10([0\x10])/g, (_, escaped: string) => (escaped === '0' ? '\0' : escaped))
}

/** The same as {@link fromText} with null as it is. */
export function fromTextOrNull(text: string | null): string | null {
  return text === null ? null : fromText(text)
}
