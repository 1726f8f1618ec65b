import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (response: string, texts: string[]) =>
  score('quoted_spans', { response, retrieved_contexts: texts.map((text) => ({ text })) })

describe('quoted_spans', () => {
  it('is the share of quotations found in one chunk, and says where', () => {
    const { outcome, steps } = of('It says "the pier is open" and “the ferry is free”.', [
      'Closed.',
      'The pier is open.',
    ])
    expect(outcome).toEqual({ status: 'scored', value: 0.5, k: 1, n: 2 })
    expect(steps).toEqual([
      {
        kind: 'rule',
        step: 'quotes',
        quotes: [
          { quote: 'the pier is open', rank: 2 },
          { quote: 'the ferry is free', rank: null },
        ],
      },
    ])
  })

  it('knows the quotation marks of Chinese and Japanese', () => {
    expect(of('規定寫明「滿一年有七天」。', ['依規定，滿一年有七天特休。']).outcome).toMatchObject({ value: 1, n: 1 })
    expect(of('『営業時間は九時から』とあります。', ['休業日は月曜。']).outcome).toMatchObject({ value: 0, n: 1 })
  })

  it('does not find a quotation that is spread over two chunks', () => {
    expect(of('"open at seven every day"', ['open at seven', 'every day']).outcome).toMatchObject({ value: 0 })
  })

  it('does not take apostrophes for quotation marks, and is NA when nothing is quoted', () => {
    expect(of("It's the captain's boat, isn't it?", ["captain's"]).outcome).toMatchObject({ reason: 'not_applicable' })
    expect(of('', ['a']).outcome).toMatchObject({ reason: 'not_applicable' })
  })

  it('is 0 by rule when something is quoted and nothing was retrieved', () => {
    const { outcome, steps } = of('"the pier is open"', [''])
    expect([outcome, steps]).toEqual([
      { status: 'scored', value: 0, k: 0, n: 1 },
      [{ kind: 'rule', step: 'no_context' }],
    ])
  })
})
