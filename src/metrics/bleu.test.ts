import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOf, score } from './test-support/score.ts'
import { bleuTokens } from './text-overlap/bleu-tokens.ts'

const of = (response: string, reference: string, options = {}) => outcomeOf({ bleu: options }, { response, reference })

describe('bleu', () => {
  it('is exactly 1 for identical texts in every language, however short', () => {
    for (const same of [
      '渡輪早上七點從北碼頭開出。',
      '船',
      'フェリー',
      'cat',
      'One two three',
      '.',
      'Mr. Lin left. He went.',
    ]) {
      expect(of(same, same)).toBe(1)
    }
  })

  it('is exactly 1 when only the white space differs', () => {
    expect(of('line one\nline two', 'line one  line two')).toBe(1)
    expect(of('台北 高雄', '台北高雄')).toBe(1)
  })

  it('is exactly 0 without a token in common', () => {
    expect(of('dog', 'cat')).toBe(0)
    expect(of('艇', '船')).toBe(0)
  })

  it('reads the whole response, where RAGAS stops at the first sentence', () => {
    const [reference, garbage] = [
      'The lamp is lit. The door is shut.',
      'The lamp is lit. Bananas xylophone quark zeppelin.',
    ]
    expect(of(garbage, reference, { compat: 'ragas' })).toBeCloseTo(1, 9)
    expect(of(garbage, reference)).toBeLessThan(0.6)
  })

  it('is the figure of sacrebleu for one English sentence', () => {
    // sacrebleu 2.6.0, sentence_bleu("A grey cat sleeps.", ["A grey cat sleeps on the warm printer."]).
    expect(of('A grey cat sleeps.', 'A grey cat sleeps on the warm printer.')).toBeCloseTo(0.3177235575108144, 12)
  })

  it('punishes shortness by exp(1 - reference / response)', () => {
    expect(of('One two three four', 'One two three four five six seven eight')).toBeCloseTo(Math.exp(-1), 12)
    const { steps } = score('bleu', {
      response: 'One two three four',
      reference: 'One two three four five six seven eight',
    })
    expect(steps).toMatchObject([{ kind: 'rule', step: 'ngrams', precisions: [1, 1, 1, 1] }])
  })

  it('refuses a negative smoothing value, which would leave the range', () => {
    expect(() => of('a', 'b', { smooth_value: -1 })).toThrow(expect.objectContaining({ code: 'bad_metric_option' }))
  })

  it('stays within 0 and 1 under every option', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', '船', '.'), { maxLength: 7 }).map((list) => list.join(' '))
    const options = fc.record(
      {
        smooth_method: fc.constantFrom('exp', 'floor', 'add-k', 'none'),
        smooth_value: fc.constantFrom(0, 0.1, 1, 50),
        use_effective_order: fc.boolean(),
        tokenize: fc.constantFrom('auto', '13a', 'zh', 'char'),
        compat: fc.constant('ragas'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(words, words, options, (response, reference, given) => {
        const value = of(response, reference, given)
        if (typeof value === 'number') expect(value >= 0 && value <= 1).toBe(true)
      }),
    )
  })
})

describe('bleuTokens', () => {
  it('cuts as 13a does: punctuation apart, decimals and thousands whole', () => {
    expect(bleuTokens('Tickets cost $3.50, and 1,200 were sold.', '13a')).toEqual([
      'Tickets',
      'cost',
      '$',
      '3.50',
      ',',
      'and',
      '1,200',
      'were',
      'sold',
      '.',
    ])
  })

  it('sets every Chinese character and full-width sign apart, numbers whole', () => {
    expect(bleuTokens('手續費是3.5元。', 'auto')).toEqual(['手', '續', '費', '是', '3.5', '元', '。'])
  })
})
