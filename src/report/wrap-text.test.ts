import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { wrapText, wrapWhole } from './wrap-text.ts'

const words = fc.array(
  fc.constantFrom('特休', '可以', '，', 'leave', 'a', 'averyveryverylongword', '。', '（', '👩‍👩‍👧', '한국'),
  {
    maxLength: 30,
  },
)

describe('wrapText', () => {
  it('keeps what fits on one line', () => {
    expect(wrapText('特休沒休完', 10)).toEqual(['特休沒休完'])
  })

  it('breaks English at spaces and Chinese between characters', () => {
    expect(wrapText('to be or not to be', 8)).toEqual(['to be or', 'not to', 'be'])
    expect(wrapText('特休沒休完可以留到明年', 8)).toEqual(['特休沒休', '完可以留', '到明年'])
    expect(wrapText('先檢查 index 與 top_k 設定', 12)).toEqual(['先檢查 index', '與 top_k 設', '定'])
  })

  it('begins no line with closing punctuation and ends none with an opening one', () => {
    expect(wrapText('特休沒休，完', 8)).toEqual(['特休沒', '休，完'])
    expect(wrapText('特休沒（休完）', 8)).toEqual(['特休沒', '（休完）'])
  })

  it('cuts a word that is longer than a line', () => {
    expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })

  it('ends in dots beyond the given number of lines and stays within the width', () => {
    expect(wrapText('one two three four five', 9, 2)).toEqual(['one two', 'three...'])
    expect(wrapText('特休沒休完可以留到明年', 8, 1)).toEqual(['特休...'])
  })

  it('never exceeds the width and loses nothing but spaces', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 40 }), (parts, width) => {
        const text = parts.join(parts.length % 2 === 0 ? ' ' : '')
        const lines = wrapText(text, width)
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
      { examples: [[['averyveryverylongword', 'a', '（', '（', '（', '特休', '特休'], 7]] },
    )
  })

  it('is quick on a text without any place to break', () => {
    const started = performance.now()
    expect(wrapText('a'.repeat(1_000_000), 40, 3)).toHaveLength(3)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('wrapWhole', () => {
  it('keeps characters of several code points whole wherever they stand', () => {
    for (const before of [253, 254, 255, 256, 257]) {
      const lines = wrapWhole(`${'a'.repeat(before)}👩‍👩‍👧é${'b'.repeat(300)}`, 1)
      expect(lines).toContain('👩‍👩‍👧')
      expect(lines).toHaveLength(before + 302)
    }
  })

  it('takes time in proportion to the length', () => {
    const began = performance.now()
    expect(wrapWhole('word '.repeat(20_000), 80)).toHaveLength(1250)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it('ends early where only some lines are wanted', () => {
    expect(wrapWhole('特休'.repeat(50_000), 8, 3)).toHaveLength(4)
  })
})
