import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string, options = {}) =>
  outcomeOf({ string_similarity: options }, { response, reference })

describe('string_similarity', () => {
  it('is edits by characters over the longer text', () => {
    expect(of('lanes', 'lantern')).toBeCloseTo(4 / 7, 12)
    expect(of('早上七點，渡輪由北碼頭出發。', '渡輪早上七點從北碼頭開出。')).toBeCloseTo(6 / 14, 12)
  })

  it('is exactly 1 for equal texts in every language and exactly 0 for nothing in common', () => {
    for (const same of ['渡輪早上七點。', '渡轮早上七点。', 'フェリー', 'ferry', '.', '😀'])
      expect(of(same, same)).toBe(1)
    expect(of('dog', 'cat')).toBe(0)
    expect(of('艇', '船')).toBe(0)
  })

  it('normalises width, case and white space unless RAGAS is asked for', () => {
    expect(of('ABC ', 'ａｂｃ')).toBe(1)
    expect(of('ABC', 'ＡＢＣ', { compat: 'ragas' })).toBe(0)
  })

  it('knows other distances', () => {
    expect(of('lanes', 'lantern', { distance_measure: 'hamming' })).toBeCloseTo(3 / 7, 12)
    expect(of('peer', 'pier', { distance_measure: 'jaro_winkler' })).toBeCloseTo(0.85, 12)
  })

  it('is NA for texts too long to compare', () => {
    expect(of('a'.repeat(250_000), 'b')).toBe('NA:context_truncated')
    expect(of('a'.repeat(100_000), 'b'.repeat(100_000), { distance_measure: 'jaro' })).toBe('NA:context_truncated')
  })
})
