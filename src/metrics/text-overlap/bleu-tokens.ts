export const BLEU_TOKENIZERS = ['auto', '13a', 'zh', 'char'] as const
export type BleuTokenizer = (typeof BLEU_TOKENIZERS)[number]

/** Characters that sacrebleu's `zh` tokeniser sets apart: ideographs, full-width forms, radicals, CJK punctuation. */
const ZH =
  /[\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf\u2ff0-\u2fff\u3100-\u312f\u31a0-\u31bf\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u27bf\u3200-\u33ff]/g
/** The same and the scripts without spaces between words that it leaves out, with ideographs beyond 16 bits. */
const AUTO =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\uff00-\uffef\u3000-\u303f\u2600-\u27bf\u3200-\u33ff]/gu

const ENTITIES: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/**
 * The tokens that BLEU counts, as sacrebleu 2 cuts them, case kept:
 * - `13a`: the WMT standard for languages with spaces;
 * - `zh`: every Chinese character and full-width sign for itself, the rest by the international rules of 13a;
 * - `char`: every character for itself;
 * - `auto`: 13a with every character of Chinese, Japanese, Thai, Lao, Khmer and Burmese for itself. Equal to 13a on
 *   texts without these scripts.
 */
export function bleuTokens(text: string, tokenizer: BleuTokenizer): string[] {
  const line = text.trimEnd()
  switch (tokenizer) {
    case '13a':
      return split(standard(` ${unescaped(line)} `))
    case 'zh':
      return split(standard(line.trim().replace(ZH, ' $& ')))
    case 'char':
      return [...line].filter((character) => character.trim() !== '')
    case 'auto':
      return split(standard(` ${unescaped(line).replace(AUTO, ' $& ')} `))
  }
}

function unescaped(line: string): string {
  const joined = line.replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ')
  return joined.includes('&') ? replaceEntities(joined) : joined
}

/** One after another, as sacrebleu does: `&amp;lt;` becomes `<`. */
function replaceEntities(line: string): string {
  return Object.entries(ENTITIES).reduce((text, [entity, character]) => text.replaceAll(entity, character), line)
}

function standard(line: string): string {
  return line
    .replace(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
}

function split(line: string): string[] {
  return line.split(/\s+/).filter((token) => token !== '')
}
