/** What a spreadsheet takes for the start of a formula, also behind marks that it does not show. */
const FORMULA = /^[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/u

/**
 * A text cell that no spreadsheet runs: an apostrophe is put before one that begins with `=`, `+`, `-`, `@`, a tab or a
 * carriage return, also in full width or after zero-width characters. Only for texts; numbers are written as they are.
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
