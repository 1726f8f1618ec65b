import { describe, expect, it } from 'vitest'
import { lineRepeats } from './repeats.ts'
import type { RepeatScore } from './trust-inputs.ts'

/** One score a letter of `content`: equal letters are byte-equal answers. */
function repeats(test_case_id: string, content: string, values: number[], replies?: string[]): RepeatScore[] {
  return values.map((value, place) => ({
    configuration: 'base',
    test_case_id,
    repeat: place + 1,
    value,
    content: content[place] ?? '',
    ...(replies === undefined ? {} : { reply: replies[place] ?? '' }),
  }))
}

describe('lineRepeats', () => {
  it('describes a judge that scored equal answers again', () => {
    const rows = [
      ...repeats('q1', 'aaa', [1, 1, 1]),
      ...repeats('q2', 'bbb', [0, 0, 1]),
      ...repeats('q3', 'ccc', [0, 0, 0]),
      ...repeats('q4', 'd', [1]),
    ]
    const found = lineRepeats(rows, 'imported')
    expect(found).toMatchObject({ kind: 'judge', items: 3, k: 3 })
    expect(found?.flip_rate).toBeCloseTo(1 / 3, 12)
    // Standard deviations 0, sqrt(1/3), 0.
    expect(found?.mean_sd).toBeCloseTo(Math.sqrt(1 / 3) / 3, 12)
    // Means 1, 1/3, 0 about 4/9: BMS = 3 (25 + 1 + 16) / 81 / 2 = 7/9, WMS = (2/3) / 6 = 1/9; ICC = (6/9) / (9/9) = 2/3.
    expect(found?.icc).toBeCloseTo(2 / 3, 12)
    // .9 (1/3) / (2/3 x .1) = 4.5.
    expect(found?.repeats_for_90).toBe(5)
  })

  it('calls it the system where the answers differ', () => {
    const found = lineRepeats(
      [...repeats('q1', 'ab', [1, 0]), ...repeats('q2', 'aa', [1, 1]), ...repeats('q3', 'xy', [1, 1])],
      'rule',
    )
    expect(found).toMatchObject({ kind: 'system', items: 2, k: 2, flip_rate: 0.5 })
  })

  it('does not take one reply of a judge for two, nor unknown ones', () => {
    expect(lineRepeats(repeats('q1', 'aaa', [1, 1, 1], ['x', 'x', 'x']), 'judge')).toBeNull()
    expect(lineRepeats(repeats('q1', 'aa', [1, 1]), 'judge')).toBeNull()
    expect(lineRepeats(repeats('q1', 'aaa', [1, 1, 0], ['x', 'x', 'y']), 'judge')).toMatchObject({
      kind: 'judge',
      k: 2,
    })
  })

  it('is null without repeats and for a rule on equal answers', () => {
    expect(lineRepeats([], 'imported')).toBeNull()
    expect(lineRepeats(repeats('q1', 'aa', [1, 1]), 'rule')).toBeNull()
    const others = [
      ...repeats('q1', 'a', [1]),
      ...repeats('q1', 'a', [0]).map((one) => ({ ...one, configuration: 'b' })),
    ]
    expect(lineRepeats(others, 'imported')).toBeNull()
  })

  it('takes the kind with more items', () => {
    const rows = [
      ...repeats('q1', 'aab', [1, 0, 1]),
      ...repeats('q2', 'aab', [1, 1, 1]),
      ...repeats('q3', 'abc', [1, 1, 1]),
    ]
    expect(lineRepeats(rows, 'imported')).toMatchObject({ kind: 'system', items: 3 })
    expect(lineRepeats(rows.slice(0, 6), 'imported')).toMatchObject({ kind: 'judge', items: 2, k: 2, flip_rate: 0.5 })
  })

  it('has no reliability, and no number of repeats, where all scores are equal or differ within items alone', () => {
    const equal = [...repeats('q1', 'aa', [1, 1]), ...repeats('q2', 'aa', [1, 1])]
    expect(lineRepeats(equal, 'imported')).toMatchObject({ icc: null, repeats_for_90: null, flip_rate: 0, mean_sd: 0 })
    const within = [...repeats('q1', 'aa', [0, 1]), ...repeats('q2', 'aa', [1, 0])]
    expect(lineRepeats(within, 'imported')).toMatchObject({ icc: -1, repeats_for_90: null, flip_rate: 1 })
  })
})
