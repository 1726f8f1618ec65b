import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (response: string, answerable: boolean, context = {}, options = {}) => {
  const { outcome } = score({ refusal: options }, { response, answerable }, context)
  return outcome.status === 'scored' ? [outcome.value, outcome.label] : outcome.reason
}

describe('refusal', () => {
  it.each([
    ["I don't know.", 'declined'],
    ['很抱歉，文件中沒有提到這件事。', 'declined'],
    ['抱歉，资料中没有相关信息，无法回答。', 'declined'],
    ['The office opens at nine.', 'answered'],
    ['滿一年有 7 天特休。', 'answered'],
  ])('takes %s for %s: right on one kind of case, wrong on the other', (response, state) => {
    expect(of(response, false)).toEqual([state === 'declined' ? 1 : 0, state])
    expect(of(response, true)).toEqual([state === 'answered' ? 1 : 0, state])
  })

  it('counts a blank response as neither, which is wrong on both', () => {
    for (const blank of ['', ' \n', '\u200b']) {
      expect(of(blank, true)).toEqual([0, 'neither'])
      expect(of(blank, false)).toEqual([0, 'neither'])
    }
  })

  it('counts both as wrong on both', () => {
    const both = "I don't know. However, the office opens at nine and closes at five."
    expect(of(both, true)).toEqual([0, 'both'])
    expect(of(both, false)).toEqual([0, 'both'])
  })

  it("knows the system's own phrases, from the configuration or the options", () => {
    expect(of('Please ask the front desk.', false)).toEqual([0, 'answered'])
    expect(of('Please ask the front desk.', false, { refusalPhrases: ['please ask the front desk'] })).toEqual([
      1,
      'declined',
    ])
    expect(of('Please ask the front desk.', false, {}, { phrases: ['ask the front desk'] })).toEqual([1, 'declined'])
  })

  it('is NA when there is no response, and shows what it saw', () => {
    expect(score('refusal', {}).outcome).toMatchObject({ reason: 'missing_field' })
    const { steps } = score('refusal', { response: "I don't know." })
    expect(steps).toMatchObject([
      { kind: 'rule', step: 'refusal_state', state: 'declined', evidence: [expect.stringContaining("don't know")] },
    ])
  })
})
