import type { Language } from '../../core/language.ts'

const SENTENCES: Readonly<Record<Language, (n: number) => string>> = {
  en: (n) =>
    `Shelf ${n} holds ${(n * 7) % 40 || 3} tins of paint, sorted by colour and labelled in the spring of ${1960 + ((n * 11) % 60)}. `,
  'zh-Hant': (n) =>
    `第${n}號架上擺著${(n * 7) % 40 || 3}罐油漆，依顏色排列，標籤是${1960 + ((n * 11) % 60)}年春天貼的。`,
  'zh-Hans': (n) =>
    `第${n}号架子上放着${(n * 7) % 40 || 3}罐油漆，按颜色排列，标签是${1960 + ((n * 11) % 60)}年春天贴的。`,
}

/** Text of at least `characters` characters that tells nothing of what probes ask; its sentences are numbered from `from`. */
export function filler(language: Language, characters: number, from = 1): string {
  const sentences: string[] = []
  let length = 0
  for (let n = from; length < characters; n++) {
    const sentence = SENTENCES[language](n)
    sentences.push(sentence)
    length += sentence.length
  }
  return sentences.join('').trim()
}
