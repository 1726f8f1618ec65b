import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneWayIcc } from './one-way-icc.ts'
import { hasMtrag, mtragLabels, mtragRows } from './test-support/mtrag.ts'
import { SHROUT_FLEISS } from './test-support/shrout-fleiss.ts'

const groups = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 15,
})

/** From differences of pairs alone: WMS and the variance of all values, without any mean of a group. */
function byPairs(values: readonly (readonly number[])[]): number {
  const k = values[0]?.length ?? 0
  const all = values.flat()
  const squares = (list: readonly number[]) => {
    let sum = 0
    list.forEach((a, i) => {
      for (const b of list.slice(i + 1)) sum += (a - b) ** 2
    })
    return sum / list.length
  }
  const within = values.reduce((sum, group) => sum + squares(group), 0)
  const wms = within / (all.length - values.length)
  const bms = (squares(all) - within) / (values.length - 1)
  return (bms - wms) / (bms + (k - 1) * wms)
}

describe('oneWayIcc', () => {
  it('equals Shrout and Fleiss 1979 (reference row 18)', () => {
    const icc = oneWayIcc(SHROUT_FLEISS)
    if (icc.value === null) throw new Error(icc.reason)
    expect(icc.value).toBeCloseTo(0.1657417684, 9)
    expect(icc.bms).toBeCloseTo(11.2416667, 7)
    expect(icc.wms).toBeCloseTo(6.2638889, 7)
    expect(icc).toMatchObject({ k0: 4, groups: 6, n: 24 })
    expect(icc.designEffect).toBeCloseTo(1 + 3 * 0.1657417684, 9)
  })

  it('uses n0 for groups of different sizes: worked by hand', () => {
    const icc = oneWayIcc([[1, 2, 3], [4, 6], [9]])
    if (icc.value === null) throw new Error(icc.reason)
    const bms = (3 * (2 - 25 / 6) ** 2 + 2 * (5 - 25 / 6) ** 2 + (9 - 25 / 6) ** 2) / 2
    const wms = 4 / 3
    const k0 = (6 - 14 / 6) / 2
    expect(icc.k0).toBeCloseTo(k0, 14)
    expect(icc.value).toBeCloseTo((bms - wms) / (bms + (k0 - 1) * wms), 13)
    expect(icc.designEffect).toBeCloseTo(1 + (14 / 6 - 1) * icc.value, 13)
  })

  it('equals the computation from differences of pairs for groups of one size', () => {
    const pairs = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 12,
    })
    fc.assert(
      fc.property(pairs, (values) => {
        const { value } = oneWayIcc(values)
        if (value !== null) expect(value).toBeCloseTo(byPairs(values), 11)
      }),
    )
  })

  it('stays between -1 / (k0 - 1) and 1, and keeps its value when the scale is moved and stretched', () => {
    fc.assert(
      fc.property(groups, (values) => {
        const icc = oneWayIcc(values)
        if (icc.value === null) return
        expect(icc.value).toBeLessThanOrEqual(1)
        expect(icc.value).toBeGreaterThanOrEqual(-1 / (icc.k0 - 1) - 1e-12)
        expect(icc.designEffect).toBeGreaterThanOrEqual(0)
        const moved = oneWayIcc(values.map((group) => group.map((value) => 100 - 3 * value)))
        expect(moved.value).toBeCloseTo(icc.value, 10)
      }),
    )
  })

  it('is 1 when groups differ but their values do not, and 0 or less when groups do not differ', () => {
    expect(
      oneWayIcc([
        [0.1, 0.1, 0.1],
        [0.7, 0.7],
        [0.3, 0.3],
      ]),
    ).toMatchObject({ value: 1, wms: 0 })
    expect(oneWayIcc([[1, 3], [3, 1], []])).toMatchObject({ value: -1, bms: 0, designEffect: 0 })
  })

  it('is undefined with a reason where there is nothing to learn', () => {
    expect(oneWayIcc([])).toMatchObject({ value: null, reason: 'it takes two groups', k0: null })
    expect(oneWayIcc([[1, 2], []])).toMatchObject({ value: null, reason: 'it takes two groups' })
    expect(oneWayIcc([[1], [2]])).toMatchObject({ value: null, reason: 'no group has two values', k0: 1 })
    expect(
      oneWayIcc([
        [0.1, 0.1, 0.1],
        [0.1, 0.1],
      ]),
    ).toMatchObject({ value: null, reason: 'all values are equal' })
    expect(() => oneWayIcc([[1, Number.NaN]])).toThrow(RangeError)
  })
})

describe.skipIf(!hasMtrag)('oneWayIcc on the MTRAG responses within a question', () => {
  const rows = hasMtrag ? mtragRows() : []
  const byQuestion = (values: ArrayLike<number>) => {
    const found = new Map<string, number[]>()
    rows.forEach(({ task_id }, i) => {
      found.set(task_id, [...(found.get(task_id) ?? []), values[i] as number])
    })
    return [...found.values()]
  }

  it('is .377 of the human label, design effect 1.75 (section 1.1)', () => {
    const icc = oneWayIcc(byQuestion(mtragLabels(rows)))
    expect(icc).toMatchObject({ groups: 84, n: 252, k0: 3 })
    expect(icc.value).toBeCloseTo(0.3768671306795964, 12)
    expect(icc.designEffect).toBeCloseTo(1.7537342613591926, 12)
  })

  it('is .455 of RAGAS faithfulness, design effect 1.91', () => {
    const icc = oneWayIcc(byQuestion(rows.map((row) => row.published_scores.ragas_faithfulness ?? Number.NaN)))
    expect(icc.value).toBeCloseTo(0.4551312690347334, 12)
    expect(icc.designEffect).toBeCloseTo(1.9102625380694667, 12)
  })
})
