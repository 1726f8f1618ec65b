import { describe, expect, it } from 'vitest'
import { westfallYoung } from './westfall-young.ts'

describe('westfallYoung', () => {
  it('takes the maximum over a hypothesis and all that were observed lower, and lets p rise with the order', () => {
    const adjusting = westfallYoung(Float64Array.of(2, 5, 3))
    for (const statistics of [
      [1, 1, 4],
      [2, 1, 1],
      [6, 0, 0],
      [0, 0, 3],
      [1, 1, 1],
    ]) {
      adjusting.count(Float64Array.from(statistics))
    }
    // Against 5: maxima 4 2 6 3 1, one reaches it. Against 3, without the second: 4 2 6 3 1, three. Against 2: 1 2 6 0 1, two.
    expect(adjusting.adjusted(5, true)).toEqual([3 / 5, 1 / 5, 3 / 5])
    expect(adjusting.adjusted(5, false)).toEqual([4 / 6, 2 / 6, 4 / 6])
  })

  it('leaves out what was not observed', () => {
    const adjusting = westfallYoung(Float64Array.of(Number.NaN, 1))
    adjusting.count(Float64Array.of(9, 0))
    expect(adjusting.adjusted(1, true)).toEqual([null, 0])
  })
})
