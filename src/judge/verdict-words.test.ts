import { describe, expect, it } from 'vitest'
import { firstTokensDiffer, goodOrBad, SPELLINGS, verdictOf, wordKey } from './verdict-words.ts'

const ENTAILMENT = ['supported', 'contradicted', 'not_mentioned'] as const
const RELEVANCE = ['useful', 'not_useful'] as const
const three = (raw: unknown) => verdictOf(raw, ENTAILMENT)
const two = (raw: unknown) => verdictOf(raw, RELEVANCE)

describe('verdictOf', () => {
  it('reads the ten spellings of bl-05', () => {
    for (const yes of ['1', 1, true, 'Yes', ' YES. ', '是']) {
      expect(three(yes)).toEqual({ verdict: 'supported' })
      expect(two(yes)).toEqual({ verdict: 'useful' })
    }
    for (const no of ['no', 0, false, '否']) {
      expect(three(no)).toEqual({ verdict: 'not_mentioned' })
      expect(two(no)).toEqual({ verdict: 'not_useful' })
    }
  })

  it('reads every spelling of the table in three classes', () => {
    const meant = {
      yes: 'supported',
      no: 'not_mentioned',
      contradicted: 'contradicted',
      not_mentioned: 'not_mentioned',
    }
    for (const sense of ['yes', 'no', 'contradicted', 'not_mentioned'] as const)
      for (const word of SPELLINGS[sense]) expect([word, three(word)]).toEqual([word, { verdict: meant[sense] }])
  })

  it('has no spelling twice', () => {
    const keys = Object.values(SPELLINGS).flat().map(wordKey)
    expect(keys.length - new Set(keys).size).toBe(0)
  })

  it('compares without case, width, script, blanks, emphasis and stops', () => {
    for (const raw of [
      'Not_Mentioned',
      'not-mentioned',
      'NOT MENTIONED!',
      '"not mentioned".',
      '`not_mentioned`',
      '（未提及）',
      '沒有提到。',
    ])
      expect(three(raw)).toEqual({ verdict: 'not_mentioned' })
    for (const raw of ['ＴＲＵＥ', '１', '1.0', '1.', '「支持」', '對', '**Supported**', 'YES!!'])
      expect(three(raw)).toEqual({ verdict: 'supported' })
  })

  it('takes numbers that are neither 1 nor 0 for off the scale', () => {
    for (const raw of [2, -1, 0.5, 1e9, 1e-9, '2', '-1', '−1', '0.5', '10', '-0.1']) {
      expect([raw, three(raw)]).toEqual([raw, 'off_scale'])
      expect(two(raw)).toBe('off_scale')
    }
    expect(three(-0)).toEqual({ verdict: 'not_mentioned' })
  })

  it('takes everything else for no verdict', () => {
    const none = [
      null,
      undefined,
      [],
      {},
      ['yes'],
      '',
      ' ',
      '.',
      'maybe',
      'partially',
      'partially supported',
      'yes and no',
      'yes, it is',
      'yes?',
      'n/a',
      '4/5',
      'supported or not',
      '部分支持',
      '不一定',
      'yes'.repeat(50),
      'y'.repeat(1e6),
    ]
    for (const raw of none) expect([raw, three(raw)]).toEqual([raw, 'unreadable'])
    expect(two('contradicted')).toBe('unreadable')
    expect(two('unknown')).toBe('unreadable')
  })

  it('reads contradicted and not mentioned as not attributed', () => {
    const classes = ['attributed', 'not_attributed'] as const
    for (const raw of ['contradicted', '矛盾', 'not mentioned', '0', 'not_attributed'])
      expect(verdictOf(raw, classes)).toEqual({ verdict: 'not_attributed' })
  })

  it("prefers the question's own words, so that a bare false can be a contradiction", () => {
    const words = { supported: 'true', contradicted: 'false', not_mentioned: 'unknown' }
    expect(verdictOf(false, ENTAILMENT, words)).toEqual({ verdict: 'contradicted' })
    expect(verdictOf('False', ENTAILMENT, words)).toEqual({ verdict: 'contradicted' })
    expect(verdictOf('no', ENTAILMENT, words)).toEqual({ verdict: 'not_mentioned' })
  })

  it('reads classes that the table does not know by their names alone', () => {
    const classes = ['first', 'second', 'tie', 'constructor'] as const
    expect(verdictOf(' First.', classes)).toEqual({ verdict: 'first' })
    for (const raw of ['yes', 1, 0, 'toString']) expect(verdictOf(raw, classes)).toBe('unreadable')
  })
})

describe('goodOrBad', () => {
  it('knows the classes of the main metrics and no others', () => {
    expect(['supported', 'useful', 'correct', 'attributed'].map(goodOrBad)).toEqual(Array(4).fill('good'))
    expect(['contradicted', 'not_mentioned', 'not_useful', 'incorrect', 'not_attributed'].map(goodOrBad)).toEqual(
      Array(5).fill('bad'),
    )
    expect(['win', 'toString', ''].map(goodOrBad)).toEqual([undefined, undefined, undefined])
  })
})

describe('firstTokensDiffer', () => {
  it('compares first characters where tokens are not known', () => {
    expect(firstTokensDiffer(['true', 'false', 'unknown'])).toBe(true)
    expect(firstTokensDiffer(['正確', '錯誤', '未知'])).toBe(true)
    expect(firstTokensDiffer(['supported', 'not_supported', 'not_mentioned'])).toBe(false)
    expect(firstTokensDiffer(['不支持', '不詳'])).toBe(false)
    expect(firstTokensDiffer(['Yes', 'yes'])).toBe(false)
  })

  it('compares tokens where they are known: none may begin another word', () => {
    expect(firstTokensDiffer(['not_supported', 'not_mentioned'], ['not_s', 'not_m'])).toBe(true)
    expect(firstTokensDiffer(['not_supported', 'not_mentioned'], ['not', 'not'])).toBe(false)
    expect(firstTokensDiffer(['true', 'false'], ['tr', 'fal'])).toBe(true)
    expect(firstTokensDiffer(['no', 'not_mentioned'], ['no', 'not'])).toBe(false)
    expect(firstTokensDiffer(['true', 'false'], ['', 'false'])).toBe(false)
    expect(firstTokensDiffer(['true', 'false'], ['true'])).toBe(false)
  })
})
