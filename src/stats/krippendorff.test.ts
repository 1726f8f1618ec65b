import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { krippendorffAlpha, type Measurement } from './krippendorff.ts'
import { FOUR_RATERS } from './test-support/four-raters.ts'
import { hasMtrag, mtragRows } from './test-support/mtrag.ts'

const LEVELS: readonly Measurement[] = ['nominal', 'ordinal', 'interval', 'ratio']

type Ratings = readonly (readonly (number | null)[])[]

const ratings = fc.array(
  fc.array(fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }), { minLength: 4, maxLength: 4 }),
  { minLength: 1, maxLength: 14 },
)

/** The definition by coincidences: every ordered pair of ratings of one item against every pair of ratings of any items. */
function byPairs(items: Ratings, level: Measurement): number {
  const kept = items.map((item) => item.filter((rating) => rating !== null)).filter((item) => item.length > 1)
  const all = kept.flat()
  const times = (value: number) => all.filter((other) => other === value).length
  const difference = (c: number, k: number): number => {
    if (c === k) return 0
    if (level === 'nominal') return 1
    if (level === 'interval') return (c - k) ** 2
    if (level === 'ratio') return ((c - k) / (c + k)) ** 2
    const between = all.filter((value) => Math.min(c, k) <= value && value <= Math.max(c, k)).length
    return (between - (times(c) + times(k)) / 2) ** 2
  }
  let observed = 0
  for (const item of kept) {
    for (const a of item) for (const b of item) observed += difference(a, b) / (item.length - 1) / all.length
  }
  let expected = 0
  for (const a of all) for (const b of all) expected += difference(a, b) / all.length / (all.length - 1)
  return 1 - observed / expected
}

describe('krippendorffAlpha', () => {
  it('equals the printed values at all four levels, with gaps (reference row 16)', () => {
    const expected = { nominal: 0.7434210526, ordinal: 0.8153875038, interval: 0.8491071429, ratio: 0.7974027747 }
    for (const level of LEVELS) expect(krippendorffAlpha(FOUR_RATERS, level).value).toBeCloseTo(expected[level], 9)
  })

  it('equals the definition by pairs of ratings', () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...LEVELS), (items, level) => {
        const { value } = krippendorffAlpha(items, level)
        fc.pre(value !== null)
        expect(value).toBeCloseTo(byPairs(items, level), 11)
      }),
    )
  })

  it('does not change with the order of items and raters, nor with items of one rating', () => {
    fc.assert(
      fc.property(ratings, fc.constantFrom(...LEVELS), (items, level) => {
        const { value } = krippendorffAlpha(items, level)
        const turned = [...items].reverse().map((item) => [...item].reverse())
        const other = krippendorffAlpha([...turned, [3, null], [null]], level).value
        if (value === null) expect(other).toBeNull()
        else expect(other).toBeCloseTo(value, 12)
      }),
    )
  })

  it('keeps its value when a scale is stretched, moved or, for ordered marks, bent', () => {
    const change = (mark: (rating: number) => number) =>
      FOUR_RATERS.map((item) => item.map((rating) => (rating === null ? null : mark(rating))))
    const value = (items: Ratings, level: Measurement) => krippendorffAlpha(items, level).value
    expect(
      value(
        change((x) => 1e200 * x - 7e200),
        'interval',
      ),
    ).toBeCloseTo(0.8491071429, 9)
    expect(
      value(
        change((x) => 1e-200 * x),
        'interval',
      ),
    ).toBeCloseTo(0.8491071429, 9)
    expect(
      value(
        change((x) => 3e307 * x),
        'ratio',
      ),
    ).toBeCloseTo(0.7974027747, 9)
    expect(
      value(
        change((x) => x ** 3),
        'ordinal',
      ),
    ).toBeCloseTo(0.8153875038, 9)
    expect(
      value(
        change((x) => 10 - x),
        'nominal',
      ),
    ).toBeCloseTo(0.7434210526, 9)
  })

  it('is exactly 1 when the raters never differ', () => {
    for (const level of LEVELS)
      expect(
        krippendorffAlpha(
          [
            [0.1, 0.1, 0.1],
            [0.7, 0.7],
            [0, 0],
          ],
          level,
        ),
      ).toEqual({ value: 1 })
  })

  it('is undefined with a reason where nothing can be compared', () => {
    for (const level of LEVELS) {
      expect(krippendorffAlpha([], level)).toEqual({ value: null, reason: 'no item has two ratings' })
      expect(krippendorffAlpha([[1, null], [2]], level)).toEqual({ value: null, reason: 'no item has two ratings' })
      const equal = krippendorffAlpha([[2, 2], [2, 2], [5]], level)
      expect(equal).toHaveProperty('reason', expect.stringContaining('all ratings are equal'))
    }
    expect(krippendorffAlpha([[-1, 2]], 'ratio')).toHaveProperty('reason', expect.stringContaining('negative'))
    expect(() => krippendorffAlpha([[1, Number.NaN]], 'nominal')).toThrow(RangeError)
  })

  it.each(['nominal', 'ordinal', 'interval'] as const)(
    'takes 20,000 items of fine-grained scores in a moment: %s',
    (level) => {
      const items = Array.from({ length: 20_000 }, (_, i) => [Math.sin(i), Math.sin(i) + Math.cos(7 * i) / 10])
      const started = performance.now()
      expect(krippendorffAlpha(items, level).value).not.toBeNull()
      expect(performance.now() - started).toBeLessThan(4000)
    },
  )
})

describe.skipIf(!hasMtrag)('krippendorffAlpha on the MTRAG marks of faithfulness', () => {
  const marks = hasMtrag ? mtragRows().map((row) => row.human.faithfulness ?? []) : []

  it('equals reference row 45', () => {
    expect(krippendorffAlpha(marks, 'nominal').value).toBeCloseTo(0.3029608604, 9)
    expect(krippendorffAlpha(marks, 'ordinal').value).toBeCloseTo(0.5128263185, 9)
    expect(krippendorffAlpha(marks, 'interval').value).toBeCloseTo(0.613690647, 9)
  })

  it('is .400 for the best mark against lower ones (section 1.1)', () => {
    const best = marks.map((own) => own.map((mark) => (mark === 4 ? 1 : 0)))
    expect(krippendorffAlpha(best, 'nominal').value).toBeCloseTo(0.4001866385179066, 12)
  })
})
