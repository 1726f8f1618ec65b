import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curtailCount, curtailMcnemar } from './curtailment.ts'
import { mcnemar } from './mcnemar.ts'

/** Every decision that some outcome of the remaining questions leads to. */
function possible(b: number, c: number, remaining: number): Set<string> {
  const found = new Set<string>()
  for (let i = 0; i <= remaining; i++) {
    for (let j = 0; i + j <= remaining; j++) {
      const { pExact } = mcnemar(b + i, c + j)
      found.add(pExact > 0.05 ? 'no_difference' : b + i > c + j ? 'a_better' : 'b_better')
    }
  }
  return found
}

describe('curtailMcnemar', () => {
  it('is decided exactly when every outcome of the remaining questions leads to one decision', () => {
    for (let b = 0; b <= 14; b++) {
      for (let c = 0; c <= 14; c++) {
        for (const remaining of [0, 1, 2, 5, 9]) {
          const outcomes = possible(b, c, remaining)
          const expected = outcomes.size > 1 ? 'open' : [...outcomes][0]
          expect(curtailMcnemar({ b, c, remaining })).toBe(expected)
        }
      }
    }
  })

  it('never changes a decision once made', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'c', 'same'), { minLength: 1, maxLength: 60 }), (questions) => {
        let decided: string = 'open'
        let [b, c] = [0, 0]
        for (const [place, outcome] of questions.entries()) {
          if (outcome === 'b') b += 1
          if (outcome === 'c') c += 1
          const now = curtailMcnemar({ b, c, remaining: questions.length - place - 1 })
          if (decided !== 'open') expect(now).toBe(decided)
          decided = now
        }
        expect(decided).not.toBe('open')
      }),
    )
  })

  it('says so when the remaining questions cannot make six discordant pairs', () => {
    expect(curtailMcnemar({ b: 2, c: 0, remaining: 3 })).toBe('no_difference')
    expect(curtailMcnemar({ b: 2, c: 0, remaining: 4 })).toBe('open')
    expect(curtailMcnemar({ b: 2, c: 0, remaining: 8 }, { alpha: 0.001 })).toBe('no_difference')
    expect(() => curtailMcnemar({ b: 1, c: 0, remaining: -1 })).toThrow(RangeError)
    expect(() => curtailMcnemar({ b: 1, c: 0, remaining: 1 }, { alpha: 0 })).toThrow(RangeError)
  })
})

describe('curtailCount', () => {
  it('is decided exactly when every outcome leads to one decision', () => {
    for (let seen = 0; seen <= 8; seen++) {
      for (let passed = 0; passed <= seen; passed++) {
        for (let needed = 0; needed <= 9; needed++) {
          const ends = Array.from({ length: 8 - seen + 1 }, (_, more) =>
            passed + more >= needed ? 'reached' : 'missed',
          )
          const expected = new Set(ends).size > 1 ? 'open' : ends[0]
          expect(curtailCount({ passed, seen, total: 8, needed })).toBe(expected)
        }
      }
    }
  })

  it('refuses counts that cannot be', () => {
    expect(() => curtailCount({ passed: 3, seen: 2, total: 5, needed: 1 })).toThrow(RangeError)
    expect(() => curtailCount({ passed: 1, seen: 2.5, total: 5, needed: 1 })).toThrow(RangeError)
  })
})
