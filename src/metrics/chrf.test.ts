import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string, options = {}) => outcomeOf({ chrf: options }, { response, reference })

describe('chrf', () => {
  it('is exactly 1 for identical texts in every language and exactly 0 for nothing in common', () => {
    for (const same of ['渡輪早上七點從北碼頭開出。', '船', 'フェリー', 'cat', '.']) expect(of(same, same)).toBe(1)
    expect(of('dog', 'cat')).toBe(0)
    expect(of('艇', '船')).toBe(0)
  })

  it('is the mean of the orders that both texts have, recall counting four times', () => {
    // "cats" against "cat": precisions 3/4, 2/3, 1/2; recalls 1, 1, 1; F2 = 5 P R / (4 P + R).
    const precision = (3 / 4 + 2 / 3 + 1 / 2) / 3
    expect(of('cats', 'cat')).toBeCloseTo((5 * precision) / (4 * precision + 1), 12)
  })

  it('counts code points, not UTF-16 units', () => {
    expect(of('😀', '😁')).toBe(0)
  })

  it('is NA for a blank reference and 0 for a blank response', () => {
    expect(of('a', ' ')).toBe('NA:missing_field')
    expect(of(' ', 'a')).toBe(0)
  })
})
