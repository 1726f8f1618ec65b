import { describe, expect, it } from 'vitest'
import type { Arm } from '../compare/arm.ts'
import { GRADES, measuredMetric } from '../compare/compared-metric.ts'
import { questionIndex, scoredArm } from '../test-support/arms.ts'
import { metric } from '../test-support/records.ts'
import type { AttributedOutcome } from './attribute-report.ts'
import { buildAttribute } from './build-attribute.ts'
import { likelyBase, readDesign } from './design.ts'
import { disagreements } from './disagreements.ts'
import { outcomeData } from './outcome-data.ts'

interface Given {
  settings: Record<string, unknown>
  arm: Arm
}

interface Extra {
  of?: object
  base?: number
  tags?: (question: number) => Record<string, string>
  clusters?: number[]
}

function attributed(given: readonly Given[], size: number, extra: Extra = {}): AttributedOutcome {
  const index = questionIndex(size)
  const design = readDesign(given.map(({ settings }, place) => ({ name: `c${place}`, settings })))
  const data = outcomeData({
    design,
    base: extra.base ?? likelyBase(design),
    arms: given.map(({ arm }) => arm),
    measured: measuredMetric(metric('m', extra.of)),
    questions: Uint32Array.from({ length: size }, (_, question) => question),
    clusters: extra.clusters === undefined ? undefined : Uint32Array.from(extra.clusters),
    idOf: index.idOf,
    tagsOf: extra.tags ?? (() => ({})),
    seed: 1,
  })
  return buildAttribute(data, index.indexOf)
}

/** A study of one question over factors that are off or on, in standard order (the first factor changes fastest). */
function factorial(
  values: readonly number[],
  factors: readonly string[],
  only: (signs: number[]) => boolean = () => true,
) {
  const given = values.flatMap((value, run) => {
    const levels = factors.map((_, place) => (run >> place) & 1)
    if (!only(levels.map((level) => 2 * level - 1))) return []
    return [
      { settings: Object.fromEntries(factors.map((name, place) => [name, levels[place]])), arm: scoredArm([value]) },
    ]
  })
  const { design } = attributed(given, 1, { of: { scale: 'number', range: [0, null] } })
  const { main = [], interactions = [] } = design.effects ?? {}
  const effects = [...main, ...interactions].map(({ factors: own, value }) => [own.join(''), value])
  return { design, effects: Object.fromEntries(effects) as Record<string, number> }
}

const FILTRATION = [45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96]

describe('a balanced design of settings', () => {
  it('gives the main effects and interactions of the filtration study (reference row 40)', () => {
    const { effects, design } = factorial(FILTRATION, ['A', 'B', 'C', 'D'])
    expect(effects).toEqual({
      ...{ A: 21.625, B: 3.125, C: 9.875, D: 14.625 },
      ...{ AB: 0.125, AC: -18.125, AD: 16.625, BC: 2.375, BD: -0.375, CD: -1.125 },
    })
    expect(design.effects?.main.every(({ aliases }) => aliases.length === 0)).toBe(true)
  })

  it('names what a half fraction mixes (reference row 41)', () => {
    const { effects, design } = factorial(
      FILTRATION,
      ['A', 'B', 'C', 'D'],
      (signs) => signs.reduce((x, y) => x * y) > 0,
    )
    expect(effects).toMatchObject({ A: 19, B: 1.5, C: 14, D: 16.5, AB: -1, AC: -18.5, AD: 19 })
    const ad = design.effects?.interactions.find(({ factors }) => factors.join('') === 'AD')
    expect(ad?.aliases).toEqual([{ factors: ['B', 'C'], weight: 1 }])
  })

  it('is none where a setting has three values, or is on more often than off, and that is said', () => {
    const one = (settings: object) => ({ settings: { ...settings }, arm: scoredArm([1, 0]) })
    expect(attributed([one({ k: 1 }), one({ k: 2 }), one({ k: 3 })], 2).design).toMatchObject({
      effects: null,
      reason: 'k has more than two values',
    })
    expect(attributed([one({ k: 1, p: 1 }), one({ k: 2, p: 1 }), one({ k: 1, p: 2 })], 2).design.reason).toMatch(
      /often/,
    )
  })
})

describe('changes to a base', () => {
  const arm = (values: number[]) => scoredArm(values)
  const base = { settings: { k: 3, p: 'plain' }, arm: arm([0, 0, 0, 0, 1, 1, 0, 0]) }
  const deep = { settings: { k: 9, p: 'plain' }, arm: arm([1, 1, 1, 0, 1, 0, 0, 0]) }
  const strict = { settings: { k: 3, p: 'strict' }, arm: arm([0, 0, 0, 0, 1, 1, 0, 1]) }
  const all = { settings: { k: 9, p: 'strict' }, arm: arm([1, 1, 1, 0, 1, 0, 0, 1]) }

  it('are attributable where one setting differs, and not where two do', () => {
    const found = attributed([base, deep, strict, all], 8)
    expect(found.pairs.map(({ a, b, factors, attributable }) => [a, b, factors.join('+'), attributable])).toEqual([
      ['c0', 'c1', 'k', true],
      ['c0', 'c2', 'p', true],
      ['c1', 'c3', 'p', true],
      ['c2', 'c3', 'k', true],
      ['c0', 'c3', 'k+p', false],
      ['c1', 'c2', 'k+p', false],
    ])
    expect(found.pairs[0]).toMatchObject({ won: ['q000', 'q001', 'q002'], lost: ['q005'], net: 2, difference: 0.25 })
    expect(found.pairs[4]?.reason).toBe('k and p changed together')
    expect(found.pairs[4]?.p_holm).toBeNull()
    expect(found.note).toMatch(/no pair can reach p < .05/)
    expect(found.factors[0]?.effects).toMatchObject([{ from: 3, to: 9, contexts: 2, value: 0.25 }])
  })

  it('add up when the gap is 0 on every question', () => {
    expect(attributed([base, deep, strict, all], 8).additivity).toMatchObject({
      ...{ base: 'c0', all: 'c3', gap: 0, changes: ['c1', 'c2'], excludes_zero: false },
    })
    expect(attributed([base, deep, strict], 8).additivity).toBeNull()
  })

  it('start at the base that was named', () => {
    const { pairs } = attributed([base, deep, strict], 8, { base: 1 })
    expect(pairs[0]).toMatchObject({ a: 'c1', b: 'c0', won: ['q005'] })
  })

  it('are compared by kind of question', () => {
    const tags = (question: number) => ({ kind: question < 4 ? 'text' : 'image', id: String(question) })
    expect(attributed([base, deep], 8, { tags }).tags.map(({ tag, value, n, best }) => [tag, value, n, best])).toEqual([
      ['id', '0', 1, ['c1']],
      ['id', '1', 1, ['c1']],
      ['id', '2', 1, ['c1']],
      ['id', '3', 1, ['c0', 'c1']],
      ['id', '4', 1, ['c0', 'c1']],
      ['id', '5', 1, ['c0']],
      ['id', '6', 1, ['c0', 'c1']],
      ['id', '7', 1, ['c0', 'c1']],
      ['kind', 'image', 4, ['c0']],
      ['kind', 'text', 4, ['c1']],
    ])
  })

  it('that the system ignores are named, and identical chunks mean generation', () => {
    const [one, other] = [scoredArm([1, 0, 0]), scoredArm([0, 1, 0])]
    for (const own of [one, other]) for (const q of [0, 1, 2]) own.texts.add(q, 1, { text: q, retrieved: q })
    const same = attributed(
      [
        { settings: { k: 1 }, arm: one },
        { settings: { k: 2 }, arm: other },
      ],
      3,
    )
    expect(same.factors[0]?.changed_nothing).toBe(true)
    expect(same.pairs[0]).toMatchObject({ stage: 'generation', retrieval_identical: 3, answers_identical: 3 })
    other.texts.add(0, 1, { text: 7, retrieved: 7 })
    const changed = attributed(
      [
        { settings: { k: 1 }, arm: one },
        { settings: { k: 2 }, arm: other },
      ],
      3,
    )
    expect(changed.factors[0]?.changed_nothing).toBe(false)
    expect(changed.pairs[0]).toMatchObject({ stage: 'both', by_stage: { retrieval: { won: 0, lost: 1 } } })
  })

  it('that always went together are one number', () => {
    const given = [
      { settings: { k: 1, rerank: false }, arm: arm([0, 1]) },
      { settings: { k: 2, rerank: true }, arm: arm([1, 1]) },
      { settings: { k: 2, rerank: true }, arm: arm([1, 0]) },
    ]
    const { factors, pairs } = attributed(given, 2)
    expect(factors.map(({ changed_with, estimable }) => [changed_with, estimable])).toEqual([
      [['rerank'], false],
      [['k'], false],
    ])
    expect(pairs.find(({ factors: own }) => own.length === 0)?.reason).toMatch(/settings are equal/)
  })
})

describe('two hundred configurations', () => {
  it('are told by those with the base, the others counted', () => {
    const given = Array.from({ length: 200 }, (_, k) => ({
      settings: { k, p: k % 2 === 0 ? 1 : 2 },
      arm: scoredArm([k % 3, 1]),
    }))
    const { pairs, left_out } = attributed(given, 2, { of: { scale: 'number', range: [0, null] } })
    expect(pairs).toHaveLength(99)
    expect(left_out).toEqual({ attributable: 9801, several_factors: 10_000, equal_settings: 0 })
  }, 60_000)
})

describe('marks and a metric', () => {
  it('disagree where they point in opposite directions, with the questions', () => {
    const given = (first: number[], second: number[]) => [
      { settings: { k: 1 }, arm: scoredArm(first) },
      { settings: { k: 2 }, arm: scoredArm(second) },
    ]
    const marks = { ...attributed(given([0, 0, 1], [1, 1, 1]), 3), by: GRADES.name }
    const against = attributed(given([1, 0, 1], [0, 0, 1]), 3)
    expect(disagreements(marks, against)).toMatchObject([{ a: 'c0', b: 'c1', kind: 'opposite', questions: ['q000'] }])
    expect(disagreements(marks, attributed(given([0, 0, 1], [1, 0, 1]), 3))).toEqual([])
    const lower = attributed(given([1, 0, 1], [0, 0, 1]), 3, { of: { direction: 'lower_is_better' } })
    expect(disagreements(marks, lower)).toEqual([])
  })
})
