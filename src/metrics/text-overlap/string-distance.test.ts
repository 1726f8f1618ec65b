import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DISTANCE_MEASURES, similarity } from './string-distance.ts'

/** Edit distance by its definition, over code points. */
function edits(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length
  const rest = edits(a.slice(1), b.slice(1))
  if (a[0] === b[0]) return rest
  return 1 + Math.min(rest, edits(a.slice(1), b), edits(a, b.slice(1)))
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '頭', '😀', '𠮷', '\ud800', '\ue000'), maxLength: 6 })

describe('similarity', () => {
  it('is the textbook Jaro and Jaro-Winkler', () => {
    // Winkler 1990: MARTHA and MARHTA, DIXON and DICKSONX.
    expect(similarity('MARTHA', 'MARHTA', 'jaro')).toBeCloseTo(0.9444, 4)
    expect(similarity('MARTHA', 'MARHTA', 'jaro_winkler')).toBeCloseTo(0.9611, 4)
    expect(similarity('DIXON', 'DICKSONX', 'jaro')).toBeCloseTo(0.7667, 4)
    expect(similarity('DIXON', 'DICKSONX', 'jaro_winkler')).toBeCloseTo(0.8133, 4)
  })

  it('counts edits of code points, as the definition does', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const longest = Math.max([...a].length, [...b].length)
        const wanted = longest === 0 ? 1 : (longest - edits([...a], [...b])) / longest
        expect(similarity(a, b, 'levenshtein')).toBeCloseTo(wanted, 12)
      }),
    )
  })

  it.each(DISTANCE_MEASURES)('%s is symmetric, 1 for equal texts and within 0 and 1', (measure) => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const value = similarity(a, b, measure)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(value).toBeCloseTo(similarity(b, a, measure), 12)
        expect(similarity(a, a, measure)).toBe(1)
        if (a !== b && measure !== 'jaro' && measure !== 'jaro_winkler') expect(value).toBeLessThan(1)
      }),
    )
  })
})
