const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu
const WORDS = /[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*/gu

/** How long a text is in any language: its words, where each Chinese or Japanese character counts as one. */
export function lengthOf(text: string): number {
  const characters = text.match(CJK)?.length ?? 0
  return characters + (text.replace(CJK, ' ').match(WORDS)?.length ?? 0)
}

/** Whether a text is written mostly in Chinese or Japanese characters. */
export function isMostlyCjk(text: string): boolean {
  const characters = text.match(CJK)?.length ?? 0
  return characters * 2 > lengthOf(text)
}
