/**
 * What a spreadsheet would run as a formula: = + - @, tab or carriage return at the beginning, also behind invisible
 * characters (zero width, byte order mark, directions) and behind apostrophes, so that guarding can be undone exactly.
 */
const GUARDED =
  /^'*[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Makes a text inert in a spreadsheet by an apostrophe in front where it would be run as a formula. */
export function guardCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text
}

/** Takes the apostrophe of {@link guardCell} away again; other texts stay as they are. */
export function unguardCell(text: string): string {
  return text.charCodeAt(0) === 39 && GUARDED.test(text) ? text.slice(1) : text
}
