import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countText } from './token-count.ts'

const none = { latin: 0, digits: 0, han: 0, kana: 0, other: 0 }

describe('countText', () => {
  it('counts nothing in an empty text', () => {
    expect(countText('')).toEqual(none)
  })

  it('counts a short word as one token and a long one as several', () => {
    expect(countText('the books').latin).toBe(2)
    expect(countText('internationalization').latin).toBeGreaterThan(3)
  })

  it('counts Chinese characters, full-width marks, kana and Hangul by the character', () => {
    expect(countText('圖書館開門。')).toEqual({ ...none, han: 6 })
    expect(countText('ひらがなカタカナ')).toEqual({ ...none, kana: 8 })
    expect(countText('도서관')).toEqual({ ...none, kana: 3 })
  })

  it('counts digits by the digit and other scripts by their bytes', () => {
    expect(countText('2026')).toEqual({ ...none, digits: 4 })
    expect(countText('библиотека').other).toBeCloseTo(20 / 3, 9)
    expect(countText('🚀').other).toBe(2)
  })

  it('keeps an accented letter in its word', () => {
    expect(countText('crème brûlée').latin).toBeLessThan(2.5)
  })

  it('counts capitals as more, and rows of one mark as hardly anything', () => {
    expect(countText('LIBRARY').latin).toBeGreaterThan(countText('library').latin)
    expect(countText('-'.repeat(100)).latin).toBeLessThan(6)
    expect(countText(`a${' '.repeat(1_000)}b`).latin).toBeLessThan(60)
  })

  it('takes half a surrogate pair for a symbol', () => {
    expect(countText('\ud83d')).toEqual({ ...none, other: 1 })
  })

  it('counts blanks between words as nothing', () => {
    expect(countText('a b c d').latin).toBe(4)
  })

  it('needs time in proportion for a megabyte of Chinese without a mark', () => {
    countText('漢'.repeat(100_000))
    const begun = process.cpuUsage()
    expect(countText('漢'.repeat(1_000_000)).han).toBe(1_000_000)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(500)
  })

  it('is finite, not negative and additive over lines, whatever the text', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
        fc.constantFrom('a', 'Z', ' ', '7', '漢', 'ア', '!', 'é'),
      ),
    })
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [a, b, both] = [countText(`${first} `), countText(`x${second}`), countText(`${first} x${second}`)]
        for (const script of Object.keys(none) as (keyof typeof none)[]) {
          expect(a[script]).toBeGreaterThanOrEqual(0)
          expect(both[script]).toBeCloseTo(a[script] + b[script], 6)
        }
      }),
    )
  })
})
