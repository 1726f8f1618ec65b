import { describe, expect, it } from 'vitest'
import { guardCell } from './cell-guard.ts'

describe('guardCell', () => {
  it('puts an apostrophe before what a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\u200b=1', '\ufeff\u200d@x', '＝1', '＠x']) {
      expect(guardCell(text)).toBe(`'${text}`)
    }
  })

  it('leaves other texts alone', () => {
    for (const text of ['', 'a=b', '特休', '\u200babc', '3.5', '\n']) expect(guardCell(text)).toBe(text)
  })
})
