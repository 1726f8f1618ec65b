import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenProbability } from '../core/exchange.ts'
import { classOfToken, LEAST_MASS, readWord } from './read-word.ts'
import { malformed } from './test-support/malformed-json.ts'
import { MALFORMED_WORDS } from './test-support/malformed-words.ts'

const ENGLISH = { supported: 'true', contradicted: 'false', not_mentioned: 'unknown' }
const HANT = { supported: '正確', contradicted: '錯誤', not_mentioned: '未知' }
const HANS = { useful: '有', not_useful: '没有' }

function read(words: Record<string, string>, tokens: readonly [string, number][], text = '') {
  const first_token = tokens.map(([token, probability]) => ({ token, logprob: Math.log(probability) }))
  return readWord({ text, stop: 'stop', usage: null, first_token }, words)
}

describe('the table of malformed words', () => {
  const lists = [ENGLISH, HANT, HANS].flatMap((words) => MALFORMED_WORDS.map((fault) => ({ ...fault, words })))

  it.each(lists)('comes to the right end: $name ($words)', ({ render, expected, graded, words }) => {
    for (const [verdict, word] of Object.entries(words)) {
      const others = Object.values(words).filter((other) => other !== word)
      const { text, ...rest } = render(word, others)
      const reading = readWord<string>({ ...malformed(rest, text), ...rest }, words)
      expect(reading.ok ? 'read' : reading.reason).toBe(expected)
      if (!reading.ok) continue
      expect(reading.verdict).toBe(verdict)
      expect(reading.probabilities !== undefined).toBe(graded === true)
    }
  })
})

describe('readWord', () => {
  it('adds up the tokens of one word and normalises among the words', () => {
    const reading = read(
      ENGLISH,
      [
        ['true', 0.3],
        [' True', 0.2],
        ['"true', 0.1],
        ['false', 0.15],
        ['un', 0.05],
        ['The', 0.2],
      ],
      'true',
    )
    expect(reading).toMatchObject({ ok: true, verdict: 'supported' })
    const { supported, contradicted, not_mentioned } = (reading.ok && reading.probabilities) || {}
    expect(supported).toBeCloseTo(0.6 / 0.8, 12)
    expect(contradicted).toBeCloseTo(0.15 / 0.8, 12)
    expect(not_mentioned).toBeCloseTo(0.05 / 0.8, 12)
  })

  it('is certain where only one word is among the candidates', () => {
    expect(read(ENGLISH, [['false', 0.4]])).toEqual({
      ok: true,
      verdict: 'contradicted',
      probabilities: { supported: 0, contradicted: 1, not_mentioned: 0 },
    })
  })

  it('takes the likeliest word, and on a tie the one in the text', () => {
    expect(
      read(
        ENGLISH,
        [
          ['true', 0.4],
          ['false', 0.4],
        ],
        'false',
      ),
    ).toMatchObject({ verdict: 'contradicted' })
    expect(
      read(
        ENGLISH,
        [
          ['true', 0.4],
          ['false', 0.5],
        ],
        'true',
      ),
    ).toMatchObject({ verdict: 'contradicted' })
  })

  it('falls back to the text when the words have less than the least mass', () => {
    const below = LEAST_MASS - 0.01
    expect(
      read(
        ENGLISH,
        [
          ['\n', 1 - below],
          ['false', below],
        ],
        '\ntrue',
      ),
    ).toEqual({ ok: true, verdict: 'supported' })
    expect(
      read(
        ENGLISH,
        [
          ['\n', 0.9],
          ['false', LEAST_MASS + 0.001],
        ],
        'true',
      ),
    ).toMatchObject({ verdict: 'contradicted' })
  })

  it('does not read a cut text that may become another word', () => {
    const words = { a: 'support', b: 'supported' }
    expect(readWord({ text: 'support', stop: 'length', usage: null }, words)).toMatchObject({
      reason: 'judge_truncated',
    })
    expect(readWord({ text: 'supported', stop: 'length', usage: null }, words)).toMatchObject({ verdict: 'b' })
  })

  it('reads the words in either Chinese script', () => {
    expect(readWord({ text: '错误', stop: 'stop', usage: null }, HANT)).toMatchObject({ verdict: 'contradicted' })
    expect(readWord({ text: '沒有。', stop: 'stop', usage: null }, HANS)).toMatchObject({ verdict: 'not_useful' })
    expect(
      read(HANT, [
        ['错', 0.6],
        ['正', 0.3],
      ]),
    ).toMatchObject({ verdict: 'contradicted' })
  })
})

describe('classOfToken', () => {
  it('knows the start of one word, not of two, and nothing that only begins like a word', () => {
    const words = { supported: 'supported', no: 'no', not_mentioned: 'not_mentioned' }
    const of = (token: string) => classOfToken(token, words)
    expect(['s', 'supp', ' Supported', 'SUPPORTED.', 'Ġsupport'].map(of)).toEqual(Array(5).fill('supported'))
    expect(['not', ' not_', 'Not_mentioned'].map(of)).toEqual(Array(3).fill('not_mentioned'))
    expect(['n', 'no', 'supportedly', 'unsupported', '', ' ', '\n', '.', '"', '<s>'].map(of)).toEqual(
      Array(10).fill(undefined),
    )
  })

  it('reads tokens that are part of a character', () => {
    const words = { supported: '支持', contradicted: '矛盾', not_mentioned: '未提及' }
    const of = (token: string) => classOfToken(token, words)
    expect(of('bytes:\\xe7\\x9f')).toBe('contradicted')
    expect(of('\\xe6\\x94')).toBe('supported')
    expect(of('\\xe6')).toBeUndefined()
    expect(of('<0xE7>')).toBe('contradicted')
    expect(of('\\xe6\\x9c\\xaa')).toBe('not_mentioned')
    expect(of('未\ufffd')).toBe('not_mentioned')
    expect(of('\ufffd')).toBeUndefined()
    expect(of('不')).toBeUndefined()
  })
})

describe('readWord on any reply', () => {
  const token = fc.oneof(
    fc.constantFrom(
      'true',
      ' TRUE',
      't',
      'false',
      'f',
      'un',
      'unknown',
      'The',
      '',
      '\ufffd',
      '\\xe6',
      '<0xE6>',
      '正',
      '错误',
      '\ud800',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const logprob = fc.oneof(
    fc.double({ min: -50, max: 0, noNaN: true }),
    fc.constantFrom(-9999, 0, 5, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  )
  const candidates: fc.Arbitrary<TokenProbability[]> = fc.array(fc.record({ token, logprob }), { maxLength: 20 })
  const text = fc.oneof(
    token,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('true', 'True.', '<think>', 'I cannot judge this'),
  )

  it('never throws, is the same each time, and has probabilities that sum to 1 and fit the verdict', () => {
    fc.assert(
      fc.property(
        text,
        candidates,
        fc.constantFrom('stop', 'length', 'unknown', 'refused'),
        fc.constantFrom(ENGLISH, HANT),
        (body, first_token, stop, words) => {
          const reply = { text: body, stop, usage: null, first_token } as const
          const reading = readWord<string>(reply, words)
          expect(readWord<string>(reply, words)).toEqual(reading)
          if (!reading.ok) return
          expect(Object.keys(words)).toContain(reading.verdict)
          if (reading.probabilities === undefined) return
          const all = Object.values(reading.probabilities)
          expect(Object.keys(reading.probabilities)).toEqual(Object.keys(words))
          expect(all.every((one) => one >= 0 && one <= 1)).toBe(true)
          expect(Math.abs(all.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(1e-9)
          expect(reading.probabilities[reading.verdict]).toBe(Math.max(...all))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
