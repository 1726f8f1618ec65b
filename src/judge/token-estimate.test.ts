import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../core/exchange.ts'
import { COUNTED, TOKENIZERS } from './test-support/token-counts.ts'
import { tokenEstimator } from './token-estimate.ts'

const ask = (text: string): Message[] => [
  { role: 'system', content: 'You judge whether a text supports a statement.' },
  { role: 'user', content: text },
]

/** Tokens that a chat template of four tokens a message and ten for the whole adds; the system text has 9. */
const TEMPLATE = 9 + 2 * 4 + 10

const words = (count: number) =>
  'The library opens at nine on weekdays and readers may borrow six books. '.repeat(Math.ceil(count / 13))

describe('before any evidence', () => {
  it.each(TOKENIZERS.map((name, place) => [name, place] as const))(
    'holds the true count of %s between its bounds',
    (_name, place) => {
      for (const { text, counts } of COUNTED) {
        const truth = (counts[place] ?? 0) + TEMPLATE
        const { low, tokens, high } = tokenEstimator().estimate(ask(text))
        expect(low, text).toBeLessThanOrEqual(truth)
        expect(high, text).toBeGreaterThanOrEqual(truth)
        expect(low).toBeLessThan(tokens)
        expect(high).toBeGreaterThan(tokens)
      }
    },
  )

  it('is wider for Chinese than for English, for tokenizers differ more there', () => {
    const [english, chinese] = [words(1_000), '圖書館平日上午九點開門'.repeat(100)].map((text) =>
      tokenEstimator().estimate(ask(text)),
    )
    const width = (estimate = { low: 0, tokens: 1, high: 0 }) => (estimate.high - estimate.low) / estimate.tokens
    expect(width(chinese)).toBeGreaterThan(width(english))
  })
})

describe('after replies', () => {
  it.each(TOKENIZERS.map((name, place) => [name, place] as const))(
    'knows the tokens of %s, to a tenth on average',
    (_name, place) => {
      const estimator = tokenEstimator()
      const long = COUNTED.map(({ text, counts }) => ({
        messages: ask(text.repeat(20)),
        truth: (counts[place] ?? 0) * 20 + TEMPLATE,
      }))
      for (let round = 0; round < 3; round++)
        for (const { messages, truth } of long) estimator.learn(messages, undefined, truth)
      const misses = long.map(({ messages, truth }) => Math.abs(estimator.estimate(messages).tokens - truth) / truth)
      expect(misses.reduce((sum, miss) => sum + miss, 0) / misses.length).toBeLessThan(0.1)
      for (const { messages, truth } of long) {
        const { low, high } = estimator.estimate(messages)
        expect(low).toBeLessThanOrEqual(truth)
        expect(high).toBeGreaterThanOrEqual(truth)
      }
      expect(estimator.seen).toBe(3 * COUNTED.length)
    },
  )

  it('has narrower bounds for the script that was seen and not for another one', () => {
    const estimator = tokenEstimator()
    const [english, chinese] = [ask(words(800)), ask('圖書館平日上午九點開門'.repeat(80))] as const
    const width = (messages: Message[]) => {
      const { low, high, tokens } = estimator.estimate(messages)
      return (high - low) / tokens
    }
    const before = [width(english), width(chinese)] as const
    for (let i = 0; i < 20; i++) estimator.learn(english, undefined, Math.round(estimator.estimate(english).tokens))
    expect(width(english)).toBeLessThan(before[0] * 0.8)
    expect(width(chinese)).toBeGreaterThan(before[1] * 0.8)
  })

  it('learns what the server adds to every prompt', () => {
    const estimator = tokenEstimator()
    for (let i = 1; i <= 40; i++) {
      const messages = ask(words(20 * (i % 5)))
      estimator.learn(messages, undefined, tokenEstimator().estimate(messages).tokens + 70)
    }
    const short = ask('')
    expect(estimator.estimate(short).tokens - tokenEstimator().estimate(short).tokens).toBeGreaterThan(40)
  })

  it('learns whether a schema costs tokens', () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`verdict_${i}`, { type: 'string' }])),
    }
    const plain = (count: number) => tokenEstimator().estimate(ask(words(count))).tokens
    const free = tokenEstimator()
    for (let i = 0; i < 30; i++) free.learn(ask(words(100 + i)), schema, plain(100 + i))
    const dear = tokenEstimator()
    const added = dear.estimate(ask(''), schema).tokens - dear.estimate(ask('')).tokens
    expect(added).toBeGreaterThan(50)
    expect(free.estimate(ask(''), schema).tokens - free.estimate(ask('')).tokens).toBeLessThan(added / 4)
  })

  it.each([
    ['none', 0, 0],
    ['some', 4, 0],
    ['many', 15, 30],
  ])('stays with what is reported in a long run of like prompts (%s added by the server)', (_, each, always) => {
    const estimator = tokenEstimator()
    const schema = { type: 'object', properties: { claims: { type: 'array', items: { type: 'string' } } } }
    for (let n = 0; n < 3_000; n++) {
      const system: Message = { role: 'system', content: words(60 + 90 * (n % 3)) }
      const messages = [system, ...ask(`${words(15 + (n % 4) * 20)} ${n}`)]
      const sent = n % 3 === 0 ? undefined : schema
      const text = messages.map(({ content }) => content).join('')
      const reported = Math.ceil(text.length / 4) + each * messages.length + always
      const { low, tokens, high } = estimator.estimate(messages, sent)
      estimator.learn(messages, sent, reported)
      if (n < 30) continue
      expect(Math.abs(tokens - reported) / reported).toBeLessThan(0.15)
      expect(low).toBeLessThan(reported)
      expect(high).toBeGreaterThan(reported)
    }
  })

  it('ignores a count that no tokenizer could have made', () => {
    const estimator = tokenEstimator()
    const messages = ask(words(1_000))
    const before = estimator.estimate(messages)
    for (const impossible of [0, 1, 100, 1_000_000, Number.NaN]) estimator.learn(messages, undefined, impossible)
    expect(estimator.estimate(messages)).toEqual(before)
    expect(estimator.seen).toBe(0)
  })
})

describe('what is kept of a model', () => {
  it('goes on where it was, through JSON', () => {
    const first = tokenEstimator()
    for (const { text, counts } of COUNTED) first.learn(ask(text), undefined, (counts[1] ?? 0) + TEMPLATE)
    const second = tokenEstimator(JSON.parse(JSON.stringify(first)))
    for (const { text } of COUNTED) expect(second.estimate(ask(text))).toEqual(first.estimate(ask(text)))
    expect(second.seen).toBe(first.seen)
  })

  it('starts anew from anything else', () => {
    const fresh = tokenEstimator().estimate(ask(words(50)))
    const kept = tokenEstimator().toJSON()
    const broken = [
      null,
      7,
      'x',
      [],
      {},
      { ...kept, version: 1 },
      { ...kept, means: [1] },
      { ...kept, covariance: ['a'] },
      { ...kept, covariance: kept.covariance.with(0, -1) },
      { ...kept, covariance: kept.covariance.with(1, 0.01) },
      { ...kept, covariance: kept.covariance.with(1, 10).with(8, 10) },
      { ...kept, seen: -1 },
    ]
    for (const value of broken) expect(tokenEstimator(value).estimate(ask(words(50)))).toEqual(fresh)
  })
})

it('stays ordered, finite and above 0, whatever is reported and kept', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'book ', 'Z', ' ', '7', '漢', 'ア', '!', 'é', '🚀', '\n', 'б'),
    maxLength: 200,
  })
  const report = fc.record({ text, factor: fc.double({ min: 0, max: 5, noNaN: true }), schema: fc.boolean() })
  const numbers = (length: number) =>
    fc.array(fc.double({ noDefaultInfinity: true, noNaN: true }), { minLength: length, maxLength: length })
  const stored = fc.option(
    fc.record({ version: fc.constant(2), seen: fc.nat(), means: numbers(8), covariance: numbers(64) }),
    { nil: undefined },
  )
  fc.assert(
    fc.property(stored, fc.array(report, { maxLength: 40 }), text, (kept, reports, asked) => {
      const estimator = tokenEstimator(kept)
      for (const { text: said, factor, schema } of reports) {
        const messages = ask(said)
        const sent = schema ? { type: 'object' } : undefined
        estimator.learn(messages, sent, Math.round(estimator.estimate(messages, sent).tokens * factor))
      }
      const { low, tokens, high } = estimator.estimate(ask(asked))
      expect(low).toBeGreaterThanOrEqual(0)
      expect(tokens).toBeGreaterThanOrEqual(low)
      expect(high).toBeGreaterThanOrEqual(tokens)
      expect(Number.isFinite(high)).toBe(true)
    }),
  )
})
