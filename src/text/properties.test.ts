import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citationMarkers, stripCitations } from './citations.ts'
import { claimSentences } from './claims.ts'
import { foldHan } from './han-scripts.ts'
import { detectLanguage, dominantLanguage } from './language.ts'
import { isBlank, matchKey, normalize, sameText } from './normalize.ts'
import { quotedSpans } from './quotes.ts'
import { refusalState } from './refusal.ts'
import { sentenceSpans, sentences } from './sentences.ts'
import { characters, contentTokens, tokens } from './tokens.ts'

/** Any UTF-16 at all, lone surrogates included. */
const anyUtf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units))

/** Text dense in what the functions look for. */
const dense = fc
  .array(
    fc.constantFrom(
      ...'。！？；.!?…"\'“”‘’「」『』()（）[]【】*_`#-:：,，、 \n\r\t\u3000',
      ...[
        '國',
        '国',
        '⾼',
        '\u2f3e',
        'か',
        'ー',
        'A',
        'é',
        'e\u0301',
        '1',
        '３',
        '0',
        '\u200b',
        '\ufffd',
        '\ud83d',
        '\udc4d',
        '👍',
        'ß',
        'ς',
        'İ',
      ],
      ...[
        '3.5',
        '1,000',
        'Mr.',
        'e.g.',
        'U.S.',
        '1. ',
        '[1]',
        '【2】',
        '（1）',
        '(2)',
        '[^3]',
        'http://a.b',
        "don't",
        '```',
        '\n\n',
      ],
      ...[
        "I don't know",
        'not',
        'the documents do not',
        '找不到',
        '資料',
        '沒有',
        '如果',
        '但',
        'but ',
        'わかりません',
        'Please answer ',
        'answer is present',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const anyText = fc.oneof(anyUtf16, fc.string({ unit: 'grapheme' }), dense)
const withoutBlanks = (text: string) => text.replace(/\s/g, '')

describe('sentences', () => {
  it('lose and double nothing but white space', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(withoutBlanks(sentences(text).join(''))).toBe(withoutBlanks(text.replace(/\u0085/g, ' ')))
      }),
      { numRuns: 500 },
    )
  })

  it('are substrings in order, at the places given, trimmed and not empty', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0
        for (const { text: sentence, start, end } of sentenceSpans(text)) {
          expect(text.slice(start, end)).toBe(sentence)
          expect(sentence.trim()).toBe(sentence)
          expect(sentence).not.toBe('')
          expect(start).toBeGreaterThanOrEqual(last)
          last = end
        }
      }),
      { numRuns: 500 },
    )
  })

  it('do not depend on what other lines hold', () => {
    fc.assert(
      fc.property(dense, dense, (a, b) => {
        expect(sentences(`${a}\n${b}`)).toEqual([...sentences(a), ...sentences(b)])
      }),
    )
  })
})

describe('normalisation', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text))
        expect(matchKey(matchKey(text))).toBe(matchKey(text))
        expect(foldHan(foldHan(text))).toBe(foldHan(text))
      }),
      { numRuns: 500 },
    )
  })

  it('makes every text the same as itself and as its normalised form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(sameText(text, text)).toBe(true)
        expect(sameText(text, normalize(text))).toBe(true)
        expect(isBlank(text) && normalize(text) !== '').toBe(false)
      }),
    )
  })
})

describe('spans', () => {
  it('of quotations and markers lie in the text, in order, without overlap', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const spans of [quotedSpans(text), citationMarkers(text)]) {
          let last = 0
          for (const { text: part, start, end } of spans) {
            expect(text.slice(start, end)).toBe(part)
            expect(start).toBeGreaterThanOrEqual(last)
            last = end
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('counting', () => {
  it('gives tokens without white space, and content tokens among the tokens', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const all = tokens(text)
        for (const token of all) expect(token).toMatch(/^\S+$/u)
        const left = [...all]
        for (const token of contentTokens(text)) {
          const at = left.indexOf(token)
          expect(at).toBeGreaterThanOrEqual(0)
          left.splice(0, at + 1)
        }
      }),
    )
  })

  it('gives characters that join to the text without its white space', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(withoutBlanks(characters(text).join(''))).toBe(withoutBlanks(text))
      }),
    )
  })
})

describe('refusals', () => {
  it('have evidence from the response, and none when neither', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { state, evidence } = refusalState(text)
        for (const part of evidence) expect(text).toContain(part)
        expect(evidence.length === 0).toBe(state === 'neither')
      }),
      { numRuns: 500 },
    )
  })
})

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  normalize,
  matchKey,
  isBlank,
  detectLanguage,
  dominantLanguage: (text) => dominantLanguage([text]),
  sentences,
  tokens,
  contentTokens,
  tokensFolded: (text) => tokens(text, { foldScript: true }),
  characters,
  refusalState: (text) => refusalState(text, { phrases: ['恕難回答', 'not found'] }),
  citationMarkers,
  stripCitations,
  claimSentences: (text) => claimSentences(text),
  quotedSpans,
}

/** About a million UTF-16 units each. */
const HUGE: Record<string, string> = {
  'Chinese without a stop': '退款在七个工作日内到账手续费另计'.repeat(62_500),
  'one letter': 'a'.repeat(1_000_000),
  'words without a stop': 'the document that says '.repeat(43_000),
  'stops alone': '.'.repeat(1_000_000),
  'combining marks': '\u0301'.repeat(1_000_000),
  'lone surrogates': '\ud83d'.repeat(1_000_000),
  'opening marks': '「“‘"【[(（'.repeat(125_000),
  'unclosed markers': '[1'.repeat(500_000),
  'closed markers': '。（1）a'.repeat(200_000),
  backticks: '`a'.repeat(500_000),
  'white space': ' \n'.repeat(500_000),
  'a long blank line': `a${' '.repeat(1_000_000)}`,
  'halves of refusals': '沒有資料但'.repeat(200_000),
}

describe('a text of a million characters', () => {
  for (const [kind, text] of Object.entries(HUGE)) {
    it(`of ${kind} is dealt with in seconds`, () => {
      for (const [name, run] of Object.entries(FUNCTIONS)) {
        const started = performance.now()
        expect(() => run(text), name).not.toThrow()
        expect(performance.now() - started, name).toBeLessThan(20_000)
      }
    }, 120_000)
  }
})

describe('arbitrary text', () => {
  it('makes no function throw', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const [name, run] of Object.entries(FUNCTIONS)) expect(() => run(text), name).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
