import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgreementWithError, NoAgreement } from './agreement.ts'
import { gwetAc1, gwetAc1Ratings } from './gwet-ac1.ts'
import { FOUR_RATERS } from './test-support/four-raters.ts'

const PARADOX = [
  [118, 5],
  [2, 0],
]
const FOUR = [
  [12, 3, 0, 1],
  [2, 9, 4, 0],
  [1, 3, 11, 2],
  [0, 1, 2, 14],
]

const ratings = fc.array(
  fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }), { minLength: 3, maxLength: 3 }),
  { minLength: 1, maxLength: 25 },
)

function withError(result: AgreementWithError | NoAgreement): AgreementWithError {
  if (result.low === null) throw new Error(result.reason)
  return result
}

describe('gwetAc1', () => {
  it('stays high where kappa collapses, with error and interval of irrCAC (reference row 14)', () => {
    const result = withError(gwetAc1(PARADOX))
    expect(result.value).toBeCloseTo(0.9407763376, 9)
    expect(result.se).toBeCloseTo(0.0230569643, 9)
    expect(result.low).toBeCloseTo(0.8951401466, 9)
    expect(result.high).toBeCloseTo(0.9864125286, 9)
    expect(result).toMatchObject({ po: 0.944, n: 125 })
    expect(result.pe).toBeCloseTo(0.054432, 12)
  })

  it('equals reference row 15', () => {
    const rows = [
      [40, 9, 6, 45, 0.7007481297],
      [80, 10, 5, 5, 0.808],
      [20, 5, 10, 15, 0.4059405941],
    ] as const
    for (const [a, b, c, d, expected] of rows) {
      const table = [
        [a, b],
        [c, d],
      ]
      expect(gwetAc1(table).value).toBeCloseTo(expected, 9)
    }
  })

  it('equals irrCAC 0.4.4 on four categories, as AC2 with weights too', () => {
    const rows = [
      ['identity', 0.610348635431, 0.075818975387],
      ['linear', 0.717204199376, 0.061877718609],
      ['quadratic', 0.797297297297, 0.065670068937],
    ] as const
    for (const [weights, value, se] of rows) {
      const result = withError(gwetAc1(FOUR, { weights }))
      expect(result.value).toBeCloseTo(value, 11)
      expect(result.se).toBeCloseTo(se, 11)
    }
  })

  it('is the same from the table as from the ratings of its items', () => {
    const cell = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 3, maxLength: 3 }), (table) => {
        const items = table.flatMap((row, i) => row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])))
        const a = gwetAc1(table)
        const b = gwetAc1Ratings(items, { categories: [0, 1, 2] })
        expect(a.value === null).toBe(b.value === null)
        if (a.value !== null) expect(a.value).toBeCloseTo(b.value ?? Number.NaN, 11)
        if (a.low !== null) expect(a.low).toBeCloseTo(b.low ?? Number.NaN, 11)
      }),
    )
  })

  it('is undefined with a reason without items or with one category, and has no interval without spread', () => {
    expect(gwetAc1([])).toMatchObject({ value: null, reason: 'no items' })
    expect(gwetAc1([[3]])).toMatchObject({ value: null, reason: expect.stringContaining('two categories') })
    const full = [
      [5, 0],
      [0, 0],
    ]
    expect(gwetAc1(full)).toMatchObject({ value: 1, low: null, po: 1, pe: 0 })
    const one = [
      [0, 1],
      [0, 0],
    ]
    expect(gwetAc1(one)).toMatchObject({ value: -1, low: null, reason: 'one item has no spread' })
    expect(() => gwetAc1([[1, -1]])).toThrow(RangeError)
  })
})

describe('gwetAc1Ratings', () => {
  it('takes gaps as absent and not as a sixth category (reference row 16)', () => {
    const result = withError(gwetAc1Ratings(FOUR_RATERS))
    expect(result.value).toBeCloseTo(0.7754440681, 9)
    expect(result.po).toBeCloseTo(0.8181818182, 9)
    expect(result.pe).toBeCloseTo(0.1903211806, 9)
    expect(result.se).toBeCloseTo(0.142949950641, 11)
    expect(result.low).toBeCloseTo(0.460813348131, 11)
    expect(result.high).toBe(1)
    const more = [...FOUR_RATERS, [null, null, null, null]]
    expect(gwetAc1Ratings(more)).toEqual(result)
  })

  it('equals irrCAC 0.4.4 on the same ratings with weights', () => {
    const linear = withError(gwetAc1Ratings(FOUR_RATERS, { weights: 'linear' }))
    expect(linear.value).toBeCloseTo(0.858739136433, 11)
    expect(linear.se).toBeCloseTo(0.117329021881, 11)
    const quadratic = withError(gwetAc1Ratings(FOUR_RATERS, { weights: 'quadratic' }))
    expect(quadratic.value).toBeCloseTo(0.914000723552, 11)
    expect(quadratic.se).toBeCloseTo(0.103962244645, 11)
  })

  it('counts a category that nobody used when the scale is given', () => {
    const items = [
      [1, 2],
      [1, 1],
      [2, 2],
      [1, 1],
    ].map((item) => [...item])
    const narrow = gwetAc1Ratings(items).value ?? Number.NaN
    expect(gwetAc1Ratings(items, { categories: [1, 2, 3] }).value).toBeGreaterThan(narrow)
    expect(() => gwetAc1Ratings(items, { categories: [1] })).toThrow('no category')
  })

  it('equals the definition over pairs of ratings', () => {
    fc.assert(
      fc.property(ratings, (items) => {
        const result = gwetAc1Ratings(items, { categories: [1, 2, 3, 4] })
        const rated = items.map((item) => item.filter((rating) => rating !== null)).filter((item) => item.length > 0)
        const pairable = rated.filter((item) => item.length > 1)
        if (pairable.length === 0) {
          expect(result.value).toBeNull()
          return
        }
        const equal = pairable.map((item) => {
          const pairs = item.flatMap((a, i) => item.slice(i + 1).map((b) => (a === b ? 1 : 0)))
          return pairs.reduce((sum: number, same) => sum + same, 0) / pairs.length
        })
        const seen = equal.reduce((sum, share) => sum + share, 0) / equal.length
        const chance = [1, 2, 3, 4].reduce((total, category) => {
          const parts = rated.map((item) => item.filter((rating) => rating === category).length / item.length)
          const share = parts.reduce((sum, part) => sum + part, 0) / rated.length
          return total + (share * (1 - share)) / 3
        }, 0)
        expect(result.value).toBeCloseTo((seen - chance) / (1 - chance), 12)
        if (result.low !== null) expect(-1 <= result.low && result.high <= 1).toBe(true)
      }),
    )
  })

  it('does not change with the order of items and raters', () => {
    fc.assert(
      fc.property(ratings, (items) => {
        const a = gwetAc1Ratings(items)
        const b = gwetAc1Ratings([...items].reverse().map((item) => [...item].reverse()))
        expect(b.value === null).toBe(a.value === null)
        if (a.value !== null) expect(b.value).toBeCloseTo(a.value, 12)
      }),
    )
  })

  it('refuses a NaN', () => {
    expect(() => gwetAc1Ratings([[1, Number.NaN]])).toThrow(RangeError)
  })
})
