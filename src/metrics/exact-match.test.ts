import { describe, expect, it } from 'vitest'
import { outcomeOf, score } from './test-support/score.ts'

const of = (response: string, reference: string, options = {}) =>
  outcomeOf({ exact_match: options }, { response, reference })

describe('exact_match', () => {
  it('does not mind case, width, punctuation, white space or script', () => {
    expect(of('the ferry leaves at seven', 'The ferry leaves at seven.')).toBe(1)
    expect(of('門票35元', '门票３５元。')).toBe(1)
    expect(of(' a\nb ', 'a b')).toBe(1)
  })

  it('minds words and numbers', () => {
    expect(of('cats', 'cat')).toBe(0)
    expect(of('3.5', '35')).toBe(0)
  })

  it('is 0 by rule for a blank response and NA for a blank reference', () => {
    const { outcome, steps } = score('exact_match', { response: ' \n', reference: 'a' })
    expect([outcome, steps]).toEqual([{ status: 'scored', value: 0 }, [{ kind: 'rule', step: 'blank_response' }]])
    expect(of('', '　')).toBe('NA:missing_field')
  })

  it('is NA naming the field when there is no reference', () => {
    expect(score('exact_match', { response: 'a' }).outcome).toEqual({
      status: 'na',
      reason: 'missing_field',
      detail: 'reference is missing',
    })
  })

  it('compares the texts as they are when RAGAS is asked for', () => {
    expect(of('pier ', 'pier', { compat: 'ragas' })).toBe(0)
    expect(of('', '', { compat: 'ragas' })).toBe(1)
  })
})
