import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineReader } from './lines.ts'

/** Reads a text cut into pieces; lines that are too long are given as `>` and their beginning. */
function read(text: string, cuts: number[], limit: number): string[] {
  const lines: string[] = []
  const reader = lineReader(limit, {
    onLine: (line) => lines.push(line.toString('latin1')),
    onTooLarge: (beginning) => lines.push(`>${beginning.toString('latin1')}`),
  })
  const bytes = Buffer.from(text, 'latin1')
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  for (const [index, end] of places.slice(1).entries()) reader.push(bytes.subarray(places[index], end))
  reader.end()
  return lines
}

describe('a line reader', () => {
  it('gives the same lines however the stream is cut', () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\u00e9'), maxLength: 30 }))
    fc.assert(
      fc.property(text, fc.array(fc.nat()), fc.integer({ min: 1, max: 12 }), (parts, cuts, limit) => {
        const whole = parts.join('')
        const lines = whole.split('\n')
        if (lines.at(-1) === '') lines.pop()
        const expected = lines.map((line) => (line.length > limit ? `>${line.slice(0, limit)}` : line))
        expect(read(whole, cuts, limit)).toEqual(expected)
      }),
    )
  })

  it('keeps only the beginning of a line that is too long, and finds the next one', () => {
    const lines = read(`${'x'.repeat(1_000_000)}\nnext\n`, [1000, 500_000], 200_000)
    expect(lines.map((line) => line.length)).toEqual([64 * 1024 + 1, 4])
  })

  it('hands over a last line without a line feed', () => {
    expect(read('one\ntwo', [2, 5], 100)).toEqual(['one', 'two'])
  })
})
