import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (response: string, texts: string[], fields = {}) =>
  score('k_precision', { response, retrieved_contexts: texts.map((text) => ({ text })), ...fields })

describe('k_precision', () => {
  it('is the share of content words that the contexts hold, and names the others', () => {
    const { outcome, steps } = of('The ferry leaves at noon.', ['The ferry leaves the pier at seven.'])
    expect(outcome).toEqual({ status: 'scored', value: 2 / 3, k: 2, n: 3 })
    expect(steps).toEqual([{ kind: 'rule', step: 'words', absent: ['noon'] }])
  })

  it('is exactly 1 when all are there, in any chunk, and exactly 0 when none is', () => {
    expect(of('Ferry: seven, pier.', ['The ferry leaves', 'the pier at Seven']).outcome).toMatchObject({ value: 1 })
    expect(of('Bananas!', ['The ferry leaves']).outcome).toMatchObject({ value: 0, k: 0, n: 1 })
  })

  it('finds Chinese words in either script, wherever the segmenter would cut the context', () => {
    expect(of('渡轮早上七点从北码头开出', ['每日渡輪早上七點從北碼頭開出，風雨無阻。']).outcome).toMatchObject({
      value: 1,
    })
    expect(of('門票３５元', ['门票35元']).outcome).toMatchObject({ value: 1 })
  })

  it('does not count citation markers as words', () => {
    expect(of('Ferry [7].', ['ferry']).outcome).toMatchObject({ value: 1, n: 1 })
  })

  it('is 0 by rule when nothing was retrieved and the response makes claims', () => {
    for (const texts of [[], ['', ' ']]) {
      const { outcome, steps } = of('The ferry leaves at noon.', texts)
      expect([outcome, steps]).toEqual([
        { status: 'scored', value: 0, k: 0, n: 3 },
        [{ kind: 'rule', step: 'no_context' }],
      ])
    }
  })

  it('is NA for a refusal, a blank response, a response without content words and one that is too long', () => {
    expect(of("I don't know.", []).outcome).toMatchObject({ reason: 'refusal' })
    expect(of(' ', ['a']).outcome).toMatchObject({ reason: 'blank_response' })
    expect(of('…', ['a']).outcome).toMatchObject({ reason: 'no_claims' })
    expect(of('x'.repeat(200_001), ['a']).outcome).toMatchObject({ reason: 'context_truncated' })
  })

  it("takes the system's own refusals for refusals", () => {
    const { outcome } = score(
      'k_precision',
      { response: 'Please ask the front desk.', retrieved_contexts: [] },
      { refusalPhrases: ['ask the front desk'] },
    )
    expect(outcome).toMatchObject({ reason: 'refusal' })
  })
})
