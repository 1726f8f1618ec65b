import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const three = ['a', 'b', 'c'].map((text) => ({ text }))
const of = (response: string, fields = {}, options = {}) =>
  score({ citation_presence: options }, { response, retrieved_contexts: three, ...fields })

describe('citation_presence', () => {
  it('is the share of claim sentences with a valid marker, and names the bare ones', () => {
    const { outcome, steps } = of(
      'The office opens at nine [1]. It closes at five [2]. The canteen is on the ground floor.',
    )
    expect(outcome).toEqual({ status: 'scored', value: 2 / 3, k: 2, n: 3 })
    expect(steps).toMatchObject([{ kind: 'rule', step: 'citations', invalid: [] }])
    expect(String(steps[0]?.bare)).toContain('canteen')
  })

  it('ends Chinese sentences where they end and reads their markers', () => {
    expect(of('滿一年有七天特休【1】。申請要在三天前提出[2]。').outcome).toMatchObject({ value: 1, n: 2 })
    expect(of('滿一年有七天特休【1】。申請要在三天前提出。').outcome).toMatchObject({ value: 0.5, n: 2 })
  })

  it('takes a marker past the retrieved list for none and says so', () => {
    const { outcome, steps } = of('The office opens at nine [4].')
    expect(outcome).toMatchObject({ value: 0, k: 0, n: 1 })
    expect(steps).toMatchObject([{ invalid: ['[4]'] }])
    expect(of('The office opens at nine [0].').outcome).toMatchObject({ value: 0 })
    expect(of('The office opens at nine [1].', { retrieved_contexts: [] }).outcome).toMatchObject({ value: 0 })
  })

  it('takes every number from 1 when the retrieved contexts are not told', () => {
    const { outcome } = score('citation_presence', { response: 'The office opens at nine [12].' })
    expect(outcome).toMatchObject({ value: 1 })
  })

  it('goes by the places of the list as the system returned it', () => {
    const chunks = [{ text: 'a' }, { text: 'c', rank: 3 }]
    expect(of('The office opens at nine [3].', { retrieved_contexts: chunks }).outcome).toMatchObject({ value: 1 })
    expect(of('The office opens at nine [2].', { retrieved_contexts: chunks }).outcome).toMatchObject({ value: 0 })
  })

  it("knows the user's own markers", () => {
    const response = 'The office opens at nine <ref 2>.'
    expect(of(response).outcome).toMatchObject({ value: 0 })
    expect(of(response, {}, { pattern: '<ref (\\d+)>' }).outcome).toMatchObject({ value: 1 })
    expect(of('The office opens at nine [2].', {}, { styles: ['【n】'] }).outcome).toMatchObject({ value: 0 })
  })

  it('refuses a pattern that does not say where the number is', () => {
    for (const pattern of ['<ref>', '(a)(b)', '(']) {
      expect(() => of('x', {}, { pattern })).toThrow(expect.objectContaining({ code: 'bad_metric_option' }))
    }
  })

  it('counts a marker behind the full stop for the sentence before it', () => {
    const { outcome } = of('The office opens at nine.[1] The canteen is on the ground floor.')
    expect(outcome).toMatchObject({ k: 1, n: 2 })
    expect(of('滿一年有七天特休。[1]申請要在三天前提出。').outcome).toMatchObject({ k: 1, n: 2 })
  })

  it('is NA for a refusal, a blank response and one without claims', () => {
    expect(of("I don't know.").outcome).toMatchObject({ reason: 'refusal' })
    expect(of('　').outcome).toMatchObject({ reason: 'blank_response' })
    expect(of('…').outcome).toMatchObject({ reason: 'no_claims' })
  })
})
