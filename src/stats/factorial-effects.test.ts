import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { additivityGap } from './additivity-gap.ts'
import { contrast } from './contrast.ts'
import { type FactorialDesign, type FactorialEffects, factorialEffects } from './factorial-effects.ts'

const FILTRATION = [45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96]

/** All 2^k configurations in standard order: the first factor changes fastest. */
function fullDesign(factors: readonly string[], scores: readonly (readonly number[])[]): FactorialDesign {
  const levels = Array.from({ length: 2 ** factors.length }, (_, run) => factors.map((_, f) => (run >> f) & 1))
  return { factors, levels, scores }
}

function known(result: ReturnType<typeof factorialEffects>): FactorialEffects {
  if (result.main === null) throw new Error(result.reason)
  return result
}

function values(result: FactorialEffects): Record<string, number | null> {
  const effects = [...result.main, ...result.interactions]
  return Object.fromEntries(effects.map(({ factors, effect }) => [factors.join(''), effect.value]))
}

const FACTORS = ['A', 'B', 'C', 'D']
const full = fullDesign(
  FACTORS,
  FILTRATION.map((rate) => [rate]),
)
/** The eight configurations with I = ABCD. */
const HALF = full.levels.flatMap((row, run) => (row.filter((one) => one === 1).length % 2 === 0 ? [run] : []))
const half: FactorialDesign = {
  factors: FACTORS,
  levels: HALF.map((run) => full.levels[run] ?? []),
  scores: HALF.map((run) => full.scores[run] ?? []),
}

describe('factorialEffects', () => {
  it('equals the filtration experiment of reference row 40', () => {
    const result = known(factorialEffects(full))
    expect(values(result)).toEqual({
      A: 21.625,
      B: 3.125,
      C: 9.875,
      D: 14.625,
      AB: 0.125,
      AC: -18.125,
      AD: 16.625,
      BC: 2.375,
      BD: -0.375,
      CD: -1.125,
    })
    expect([...result.main, ...result.interactions].every(({ aliases }) => aliases.length === 0)).toBe(true)
  })

  it('equals its half fraction I = ABCD of reference row 41, and names what is confounded', () => {
    const result = known(factorialEffects(half))
    const found = values(result)
    expect(found).toMatchObject({ A: 19, B: 1.5, C: 14, D: 16.5, AB: -1, AC: -18.5, AD: 19 })
    expect([found.CD, found.BD, found.BC]).toEqual([found.AB, found.AC, found.AD])
    expect(result.main.map(({ aliases }) => aliases)).toEqual([[], [], [], []])
    expect(result.interactions.map(({ aliases }) => aliases)).toEqual([
      [{ factors: ['C', 'D'], weight: 1 }],
      [{ factors: ['B', 'D'], weight: 1 }],
      [{ factors: ['B', 'C'], weight: 1 }],
      [{ factors: ['A', 'D'], weight: 1 }],
      [{ factors: ['A', 'C'], weight: 1 }],
      [{ factors: ['A', 'B'], weight: 1 }],
    ])
  })

  it('warns that main effects hold an interaction when I = -ABC', () => {
    const levels = [
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 1],
      [0, 1, 1],
    ]
    const result = known(factorialEffects({ factors: ['A', 'B', 'C'], levels, scores: [[1], [2], [4], [8]] }))
    expect(result.main[0]?.aliases).toEqual([{ factors: ['B', 'C'], weight: -1 }])
  })

  it('finds the effects that were put into the scores of each question, however hard it is', () => {
    const effect = fc.integer({ min: -8, max: 8 }).map((eighths) => eighths / 8)
    const hard = fc.array(
      fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8),
      { minLength: 2, maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.tuple(effect, effect, effect), fc.tuple(effect, effect, effect), hard, (main, pair, questions) => {
        const factors = ['A', 'B', 'C']
        const { levels } = fullDesign(factors, [])
        const scores = levels.map((row) => {
          const [a = 0, b = 0, c = 0] = row.map((one) => 2 * one - 1)
          const sum = main[0] * a + main[1] * b + main[2] * c + pair[0] * a * b + pair[1] * a * c + pair[2] * b * c
          return questions.map((question) => question + sum / 2)
        })
        const found = values(known(factorialEffects({ factors, levels, scores })))
        expect(found).toEqual({
          A: expect.closeTo(main[0], 10),
          B: expect.closeTo(main[1], 10),
          C: expect.closeTo(main[2], 10),
          AB: expect.closeTo(pair[0], 10),
          AC: expect.closeTo(pair[1], 10),
          BC: expect.closeTo(pair[2], 10),
        })
      }),
    )
  })

  it('is a contrast per question with its interval, and the interaction of two factors the additivity gap', () => {
    const base = [0.1, 0.2, 0.3, 0.2]
    const a = [0.4, 0.6, 0.5, 0.5]
    const b = [0.3, 0.4, 0.6, 0.4]
    const all = [0.5, 0.7, 0.6, 0.6]
    const design = fullDesign(['A', 'B'], [base, a, b, all])
    const yates = known(factorialEffects(design))
    const difference = known(factorialEffects(design, { interaction: 'difference_of_differences' }))
    expect(yates.main[0]?.effect).toEqual(contrast([base, a, b, all], [-0.5, 0.5, -0.5, 0.5]))
    expect(yates.convention).toBe('yates')
    expect(difference.convention).toBe('difference_of_differences')
    const gap = additivityGap({ base, changes: [a, b], all })
    const whole = difference.interactions[0]?.effect
    expect(whole?.value).toBeCloseTo(gap.value ?? Number.NaN, 12)
    expect(whole?.low).toBeCloseTo(gap.low ?? Number.NaN, 12)
    expect(yates.interactions[0]?.effect.value).toBeCloseTo((gap.value ?? Number.NaN) / 2, 12)
    const clustered = known(factorialEffects(design, { clusters: [0, 0, 1, 1] }))
    expect(clustered.main[0]?.effect).toMatchObject({ clusters: 2, df: 1 })
  })

  it('scales the aliases with the form of the interaction', () => {
    const levels = [
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 1],
      [0, 1, 1],
    ]
    const design = { factors: ['A', 'B', 'C'], levels, scores: [[1], [2], [4], [8]] }
    const result = known(factorialEffects(design, { interaction: 'difference_of_differences' }))
    expect(result.main[0]?.aliases).toEqual([{ factors: ['B', 'C'], weight: -0.5 }])
    expect(result.interactions[2]?.aliases).toEqual([{ factors: ['A'], weight: -2 }])
  })

  it('says why a design has no effects of this kind, and refuses one that does not fit', () => {
    const scores = [[1], [2], [3]]
    const levels = [
      [0, 0],
      [1, 0],
      [0, 1],
    ]
    expect(factorialEffects({ factors: ['A', 'B'], levels, scores })).toEqual({
      main: null,
      reason: 'A is not on as often as off',
    })
    expect(
      factorialEffects({
        factors: ['A', 'B'],
        levels: [
          [0, 0],
          [1, 1],
        ],
        scores: [[1], [2]],
      }),
    ).toEqual({
      main: null,
      reason: 'A is not balanced over B',
    })
    expect(factorialEffects({ factors: ['A'], levels: [], scores: [] })).toMatchObject({ reason: 'no configurations' })
    expect(factorialEffects({ factors: [], levels: [], scores: [] })).toMatchObject({ reason: 'no factors' })
    expect(() => factorialEffects({ factors: ['A'], levels: [[2], [0]], scores: [[1], [1]] })).toThrow(RangeError)
    expect(() => factorialEffects({ factors: ['A'], levels: [[1], [0]], scores: [[1]] })).toThrow(RangeError)
    expect(() => factorialEffects({ factors: ['A', 'A'], levels: [], scores: [] })).toThrow(RangeError)
  })
})
