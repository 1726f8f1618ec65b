import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string, options = {}) =>
  outcomeOf({ rouge_l: options }, { response, reference })

describe('rouge_l', () => {
  it('is the F1 of the longest common subsequence', () => {
    // Lin 2004: "police killed the gunman" against "police kill the gunman" 3/4, "the gunman kill police" 2/4.
    expect(of('police kill the gunman', 'police killed the gunman')).toBe(0.75)
    expect(of('the gunman kill police', 'police killed the gunman')).toBe(0.5)
  })

  it('is exactly 1 for identical texts in every language and exactly 0 for nothing in common', () => {
    for (const same of ['渡輪早上七點從北碼頭開出。', '船', 'フェリー', 'cat', '.']) expect(of(same, same)).toBe(1)
    expect(of('dog', 'cat')).toBe(0)
    expect(of('艇', '船')).toBe(0)
  })

  it('sees Chinese, where RAGAS sees nothing, and takes both scripts as the same', () => {
    expect(of('渡轮早上七点从北码头开出。', '渡輪早上七點從北碼頭開出。')).toBe(1)
    expect(of('渡輪早上七點從北碼頭開出', '渡輪早上七點從北碼頭開出。', { compat: 'ragas' })).toBe(0)
    expect(of('渡輪早上八點從北碼頭開出。', '渡輪早上七點從北碼頭開出。')).toBeGreaterThan(0.6)
  })

  it('offers precision and recall', () => {
    expect(of('a b', 'a b c d', { mode: 'precision' })).toBe(1)
    expect(of('a b', 'a b c d', { mode: 'recall' })).toBe(0.5)
  })

  it('is NA for a reference without words and 0 for a response without', () => {
    expect(of('text', '…')).toBe('NA:missing_field')
    expect(of('…', 'text')).toBe(0)
  })
})
