/** What may not reach a terminal as it is: control characters, and marks that turn the direction of writing. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Marks without a shape that would only hide differences. */
const SHAPELESS = /[\u00ad\u200b\u2060-\u2064]/gu

/**
 * Data as one line of text that does nothing: white space becomes single spaces, control characters (with them every
 * escape sequence) and direction marks are spelled out as `\x1b` and `\u202e`, half characters become U+FFFD.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(SHAPELESS, '')
    .replace(UNSAFE, (character) => {
      const code = character.charCodeAt(0).toString(16)
      return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
    })
    .trim()
}
