import { describe, expect, it } from 'vitest'
import { type Arrangements, arrangementsOf, everyArrangement, randomArrangements } from './arrangements.ts'

/** The labels of all items under an arrangement, as text. */
function written({ groups, moved, common }: Arrangements, at: Uint32Array): string {
  const labels = Uint8Array.from(common)
  moved.forEach(({ group, offsets, signs }, j) => {
    const start = groups[group]?.starts[at[j] ?? 0] ?? 0
    offsets.forEach((offset, k) => {
      labels[start + offset] = (labels[start + offset] ?? 0) + (signs[k] ?? 0)
    })
  })
  return labels.join('')
}

const SINGLE = arrangementsOf([{ starts: [0, 1, 2, 3, 4], size: 1 }], Uint8Array.of(1, 0, 1, 1, 0))
const PAIRS = arrangementsOf(
  [
    { starts: [0, 2, 4, 6], size: 2 },
    { starts: [8, 9], size: 1 },
  ],
  Uint8Array.of(1, 1, 1, 0, 1, 1, 0, 0, 1, 0),
)

describe('arrangementsOf', () => {
  it('counts the product of the multinomial coefficients, and moves only what differs from the most common labels', () => {
    expect(SINGLE.count).toBe(10)
    expect(SINGLE.moved).toHaveLength(2)
    expect(PAIRS.count).toBe(12 * 2)
    expect(PAIRS.moved).toHaveLength(3)
    const many = arrangementsOf(
      [{ starts: [...Array(40).keys()], size: 1 }],
      Uint8Array.from({ length: 40 }, (_, i) => i % 2),
    )
    expect(many.count).toBe(137846528820)
    const huge = arrangementsOf(
      [{ starts: [...Array(4000).keys()], size: 1 }],
      Uint8Array.from({ length: 4000 }, (_, i) => i % 2),
    )
    expect(huge.count).toBe(Number.POSITIVE_INFINITY)
  })

  it('is 1 where no unit differs from another', () => {
    expect(arrangementsOf([{ starts: [0, 2], size: 2 }], Uint8Array.of(1, 0, 1, 0)).count).toBe(1)
    expect(arrangementsOf([], new Uint8Array(0)).count).toBe(1)
  })
})

describe('everyArrangement', () => {
  it('visits each different labelling once', () => {
    for (const arrangements of [SINGLE, PAIRS]) {
      const all = [...everyArrangement(arrangements)].length
      const seen = new Set<string>()
      for (const at of everyArrangement(arrangements)) seen.add(written(arrangements, at))
      expect(all).toBe(arrangements.count)
      expect(seen.size).toBe(arrangements.count)
      const good = new Set([...seen].map((labels) => labels.replaceAll('0', '').length))
      expect(good.size).toBe(1)
    }
  })
})

describe('randomArrangements', () => {
  it('draws every labelling equally often', () => {
    for (const arrangements of [SINGLE, PAIRS]) {
      const draw = randomArrangements(arrangements, 11)
      const times = new Map<string, number>()
      const draws = 2000 * arrangements.count
      for (let i = 0; i < draws; i++) {
        const labels = written(arrangements, draw())
        times.set(labels, (times.get(labels) ?? 0) + 1)
      }
      const chiSquare = [...times.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
      expect(times.size).toBe(arrangements.count)
      expect(chiSquare).toBeLessThan(2 * arrangements.count)
    }
  })
})
