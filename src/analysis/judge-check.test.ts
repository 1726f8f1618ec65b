import { describe, expect, it } from 'vitest'
import type { CheckedCall, CheckedItem, CheckedMode, CheckMode, CheckRecord } from '../core/judge-check.ts'
import { judgeCheckOf } from './judge-check.ts'
import { separation, tokensPerSecond } from './judge-check-figures.ts'

const CLASSES = ['supported', 'contradicted', 'not_mentioned'] as const
const about = { model: 'fake:m', fingerprint: 'fake:m#1', checked_at: '2026-01-02T03:04:05.000Z', quick: false }

function item(index: number, fields: Partial<CheckedItem> = {}): CheckedItem {
  const gold = CLASSES[index % 3] ?? 'supported'
  const base = { id: `i${index}`, kind: 'number', language: 'en', asks: 'entailment', gold } as const
  return { ...base, verdict: gold, probability: null, failed: null, contradiction: false, ...fields }
}

const items = (count: number, fields: (index: number) => Partial<CheckedItem> = () => ({})) =>
  Array.from({ length: count }, (_, index) => item(index, fields(index)))

const mode = (name: CheckMode, held: CheckedItem[]): CheckedMode => ({ mode: name, items: held, calls: [], seconds: 1 })

function checkOf(modes: CheckedMode[], fields: Partial<CheckRecord> = {}) {
  return judgeCheckOf(
    {
      in_use: modes[0]?.mode ?? 'per_item',
      modes,
      stability: null,
      canary: null,
      concurrency: { recommended: null, measured: [], note: null },
      verifier: null,
      complete: true,
      cut_short: null,
      ...fields,
    },
    about,
  )
}

describe('the advice', () => {
  it('calls a judge that is always right good enough for single answers', () => {
    expect(checkOf([mode('per_item', items(60))])).toMatchObject({
      usable: 'single_answers',
      advice: 'good enough for single answers',
      accuracy: { value: 1, k: 60, n: 60, high: 1 },
    })
  })

  it('calls a judge that says yes to everything unusable', () => {
    const { usable, advice, confusion } = checkOf([
      mode(
        'per_item',
        items(60, () => ({ verdict: 'supported', probability: 0.9 })),
      ),
    ])
    expect(usable).toBe('no')
    expect(advice).toMatch(/^unusable as a judge: every claim gets the same verdict/)
    expect(confusion.contradicted).toEqual({ supported: 20, contradicted: 0, not_mentioned: 0 })
  })

  it('calls a judge with few right verdicts unusable, and does not judge it by too few items', () => {
    const often = (count: number) => items(count, (index) => (index % 5 < 4 ? { verdict: 'supported' } : {}))
    expect(checkOf([mode('batched', often(90))])).toMatchObject({
      usable: 'no',
      // 42 of 90: Wilson .367 to .569.
      advice: 'unusable as a judge: 47 % of the verdicts are right, at most 57 %',
    })
    expect(checkOf([mode('batched', often(15))])).toMatchObject({
      usable: 'undecided',
      advice: expect.stringMatching(/always the same verdict would get 33 %; ask more items$/),
    })
  })

  it('calls a judge in between usable for comparing', () => {
    const { usable, advice } = checkOf([
      mode(
        'per_item',
        items(60, (index) => (index % 5 === 0 ? { verdict: 'supported' } : {})),
      ),
    ])
    expect(usable).toBe('comparing')
    expect(advice).toMatch(/^usable for comparing configurations, not for single answers: /)
  })

  it('keeps a judge whose words are wrong but whose probabilities separate', () => {
    const weak = items(60, (index) => ({
      verdict: 'not_mentioned',
      probability: index % 3 === 0 ? 0.4 : 0.1,
    }))
    expect(checkOf([mode('per_item', weak)])).toMatchObject({ usable: 'comparing', modes: [{ auc_probability: 1 }] })
    const batched = weak.map((one) => ({ ...one, probability: null }))
    expect(checkOf([mode('batched', batched)]).usable).toBe('no')
  })

  it('calls a judge unusable when more than a fifth of its replies have no readable verdict', () => {
    const broken = (share: number) =>
      items(60, (index) => (index < 60 * share ? { verdict: null, failed: 'judge_unreadable' as const } : {}))
    expect(checkOf([mode('batched', broken(0.25))])).toMatchObject({
      usable: 'no',
      advice: 'unusable as a judge: 15 of 60 items got no verdict that can be read',
    })
    expect(checkOf([mode('batched', broken(0.1))]).usable).toBe('comparing')
  })

  it('does not lay it to the form of replies when nothing was answered', () => {
    const silent = items(9, () => ({ verdict: null, failed: 'timeout' as const }))
    const check = checkOf([mode('per_item', silent)])
    expect(check).toMatchObject({ usable: 'no', advice: 'unusable as a judge: no question was answered' })
    expect(check.format_failures.per_item).toEqual({ failed: 0, of: 0 })
  })

  it('gives none while the check is not complete', () => {
    const check = checkOf([mode('per_item', items(60))], { complete: false, cut_short: 'interrupted' })
    expect(check).toMatchObject({ usable: 'undecided', advice: 'undecided: the check is not complete' })
    expect(check.warnings[0]).toMatch(/^the check is not complete: interrupted/)
  })

  it('doubts single answers that change when asked again', () => {
    const stability = { mode: 'per_item', equal: 16, of: 20, times: 3 } as const
    expect(checkOf([mode('per_item', items(60))], { stability })).toMatchObject({
      usable: 'comparing',
      stability: { share: 0.8 },
    })
  })

  it('names the way of asking that separates better than the one in use', () => {
    const word = items(30, (index) => (index % 4 === 0 ? { verdict: 'not_mentioned' } : {}))
    const graded = items(30, (index) => ({ probability: index % 3 === 0 ? 0.9 : 0.2 }))
    const check = checkOf([mode('batched', word), mode('per_item', graded)])
    expect(check.comparison.better).toBe('per_item')
    expect(check.advice).toMatch(/`judge.asking: per_item` would separate better/)
  })
})

describe('figures', () => {
  it('compare what reasons gain on the items that were answered in every way', () => {
    const plain = items(20, (index) => (index < 6 ? { verdict: 'none' } : {}))
    const reasoned = items(20, (index) => (index < 2 ? { verdict: 'none' } : {}))
    const check = checkOf([mode('batched', plain), mode('batched_with_reasons', reasoned.slice(0, 10))])
    expect(check.comparison.items).toBe(10)
    expect(check.comparison.reasons_gain).toBeCloseTo(0.4)
    expect(check.comparison.sentence).toMatch(/reasons gain 40 points of accuracy/)
  })

  it('warn when the Chinese interval lies below the English one, for judge and verifier', () => {
    const mixed = items(120, (index) => ({
      language: index < 60 ? ('en' as const) : index % 2 === 0 ? ('zh-Hant' as const) : ('zh-Hans' as const),
      ...(index >= 60 && index % 2 === 0 ? { verdict: 'supported' } : {}),
    }))
    const check = checkOf([mode('per_item', mixed)])
    expect(check.warnings.join('\n')).toMatch(/the judge is weaker in Chinese/)
    expect(check.by_language.en?.n).toBe(60)
    const verifier = {
      fingerprint: 'v#1',
      items: mixed.map((one) => ({ ...one, verdict: one.language === 'en' ? one.verdict : 'supported' })),
    }
    expect(checkOf([mode('per_item', items(60))], { verifier }).warnings.join('\n')).toMatch(
      /the verifier is weaker in Chinese/,
    )
    expect(checkOf([mode('per_item', items(60))]).warnings.join()).not.toMatch(/weaker/)
  })

  it('warn of a verifier whose replies cannot be read', () => {
    const unread = items(9, () => ({ verdict: null, failed: 'judge_unreadable' as const }))
    const check = checkOf([mode('per_item', items(60))], { verifier: { fingerprint: 'v#1', items: unread } })
    expect(check.verifier).toMatchObject({ format_failures: 9, accuracy: { value: null, n: 0 } })
    expect(check.warnings.join()).toMatch(/no verdict that can be read on 9 of 9 claims/)
  })

  it('count reasons against their verdict', () => {
    const held = items(10, (index) => ({ contradiction: index === 3 }))
    const check = checkOf([mode('batched_with_reasons', held)])
    expect(check.contradictions).toEqual({ count: 1, of: 10 })
    expect(check.warnings.join()).toMatch(/1 of 10 reasons speak against their own verdict/)
  })

  it('separate by probability, ties counting half', () => {
    const graded = items(9, (index) => ({ probability: index % 3 === 0 ? 0.5 : index < 3 ? 0.5 : 0.1 }))
    // Each of 3 supported claims at .5 against 2 at .5 and 4 at .1: (2 x .5 + 4) / 6.
    expect(separation(graded, 'probability')).toBeCloseTo(5 / 6)
    expect(separation(graded, 'word')).toBe(1)
    expect(separation(items(6), 'word')).toBeNull()
    expect(separation(items(9), 'probability')).toBeNull()
  })

  it('warn when the words asked for are not what the model tends to say', () => {
    const call: CheckedCall = {
      form: 'word',
      prompt_tokens: null,
      completion_tokens: null,
      cached: false,
      latency_ms: 1,
      structured: null,
      word_mass: 0.3,
      word_named: true,
      unreadable: false,
    }
    const calls = [call, { ...call, word_mass: 0.1, word_named: false }]
    const check = checkOf([{ ...mode('per_item', items(60)), calls }])
    expect(check.words).toEqual({ probabilities: true, mass: 0.2, named: 0.5 })
    expect(check.warnings.join()).toMatch(/only 20 % of the probability of the first token/)
    expect(checkOf([mode('per_item', items(60))]).warnings.join()).toMatch(/gives no probabilities/)
  })

  it('tell reading from writing, and leave out prompts that the server had kept', () => {
    const call = (prompt: number, written: number, fields: Partial<CheckedCall> = {}): CheckedCall => ({
      form: 'word',
      prompt_tokens: prompt,
      completion_tokens: written,
      cached: false,
      latency_ms: 1000 * (prompt / 50 + written / 10),
      structured: null,
      word_mass: null,
      word_named: null,
      unreadable: false,
      ...fields,
    })
    const calls = [
      call(100, 1),
      call(200, 1),
      call(150, 60),
      call(300, 90),
      call(900, 1, { cached: true, latency_ms: 5 }),
    ]
    expect(tokensPerSecond(calls)).toEqual({ read: 50, written: 10 })
    expect(tokensPerSecond([call(100, 1), call(200, 2)])).toEqual({ read: null, written: null })
    const queued = calls.map((one, index) => ({ ...one, latency_ms: one.latency_ms + 40_000 * ((index + 1) % 2) }))
    expect(tokensPerSecond(queued)).toEqual({ read: null, written: null })
    expect(tokensPerSecond([])).toEqual({ read: null, written: null })
  })
})
