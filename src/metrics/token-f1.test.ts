import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string) => outcomeOf('token_f1', { response, reference })

describe('token_f1', () => {
  it('is twice the shared words over all words', () => {
    expect(of('it leaves at seven', 'at seven')).toBeCloseTo((2 * 2) / (4 + 2), 12)
  })

  it('is exactly 1 for identical texts in every language and exactly 0 for nothing in common', () => {
    for (const same of ['渡輪早上七點從北碼頭開出。', 'フェリー', 'cat', '.']) expect(of(same, same)).toBe(1)
    expect(of('dog', 'cat')).toBe(0)
  })

  it('is NA for a reference without words', () => {
    expect(of('text', '?!')).toBe('NA:missing_field')
  })
})
