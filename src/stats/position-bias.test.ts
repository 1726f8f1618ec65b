import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionBias } from './position-bias.ts'

const folder = join(import.meta.dirname, '../../../shared/data/llmbar')
const isThere = existsSync(folder)

const winner = fc.constantFrom<1 | 2>(1, 2)
const verdicts = fc
  .array(fc.tuple(winner, winner), { minLength: 1, maxLength: 40 })
  .map((pairs) => ({ first: pairs.map(([a]) => a), swapped: pairs.map(([, b]) => b) }))

describe('positionBias', () => {
  it('counts who wins in both orders by place: worked by hand', () => {
    const bias = positionBias({ first: [1, 1, 2, 1, 2, 1], swapped: [1, 2, 2, 2, 1, 2] })
    expect(bias).toMatchObject({ n: 6, sameWinner: 2, wonByFirst: 3, wonBySecond: 1 })
    expect(bias.p).toBeCloseTo(0.625, 13)
    expect(bias.consistency.value).toBeCloseTo(1 / 3, 15)
    expect(bias.kappa.po).toBeCloseTo(2 / 6, 15)
  })

  it('splits the pairs into same winner, first place and second place', () => {
    fc.assert(
      fc.property(verdicts, ({ first, swapped }) => {
        const bias = positionBias({ first, swapped })
        expect(bias.sameWinner + bias.wonByFirst + bias.wonBySecond).toBe(bias.n)
        expect(bias.p).toBeGreaterThan(0)
        expect(bias.p).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('names the other place when the orders change places, and the same when the answers do', () => {
    const other = (list: readonly (1 | 2)[]) => list.map((one): 1 | 2 => (one === 1 ? 2 : 1))
    fc.assert(
      fc.property(verdicts, ({ first, swapped }) => {
        const bias = positionBias({ first, swapped })
        const turned = positionBias({ first: swapped, swapped: first })
        expect([turned.wonByFirst, turned.wonBySecond]).toEqual([bias.wonBySecond, bias.wonByFirst])
        const renamed = positionBias({ first: other(swapped), swapped: other(first) })
        expect([renamed.wonByFirst, renamed.wonBySecond]).toEqual([bias.wonByFirst, bias.wonBySecond])
      }),
    )
  })

  it('has no consistency without pairs and no kappa when one answer always wins', () => {
    const none = positionBias({ first: [], swapped: [] })
    expect(none).toMatchObject({ n: 0, consistency: { value: null }, kappa: { value: null, reason: 'no items' }, p: 1 })
    expect(positionBias({ first: [1, 1], swapped: [1, 1] })).toMatchObject({
      consistency: { value: 1 },
      kappa: { value: null, pe: 1 },
      p: 1,
    })
  })

  it('refuses orders of different length and winners that are no answer', () => {
    expect(() => positionBias({ first: [1], swapped: [] })).toThrow(RangeError)
    expect(() => positionBias({ first: [1], swapped: [3 as 1] })).toThrow(RangeError)
  })
})

interface Row {
  label: number
  results: [{ 'swap = False': { winner: string }; 'swap = True': { winner: string } }]
}

/** Both verdicts of each pair, and the winner that people agreed on. */
function read(set: string, judge: string): { label: number[]; first: (1 | 2)[]; swapped: (1 | 2)[] } {
  const rows = JSON.parse(readFileSync(join(folder, set, `${judge}.result.json`), 'utf8')) as Row[]
  const verdict = (text: string): 1 | 2 => (text === '1' ? 1 : 2)
  return {
    label: rows.map((row) => row.label),
    first: rows.map((row) => verdict(row.results[0]['swap = False'].winner)),
    swapped: rows.map((row) => verdict(row.results[0]['swap = True'].winner)),
  }
}

describe.skipIf(!isThere)('positionBias on the verdicts of LLMBar (table of section 1.5)', () => {
  it.each([
    ['Natural', 'GPT-4', 100, [95, 96, 93], 95, 3, 2, 1, 0.897708674304419],
    ['Natural', 'ChatGPT', 100, [80, 83, 67], 71, 25, 4, 0.00010371580719947815, 0.4286840031520883],
    ['Adversarial-Neighbor', 'GPT-4', 134, [104, 107, 101], 125, 6, 3, 0.5078125, 0.8651308432118094],
    ['Adversarial-Neighbor', 'ChatGPT', 134, [30, 22, 7], 96, 35, 3, 6.677873898297548e-8, 0.4616197927680271],
  ] as const)('%s, %s', (set, judge, n, correct, sameWinner, wonByFirst, wonBySecond, p, kappa) => {
    const { label, first, swapped } = read(set, judge)
    const right = (list: readonly number[]) => label.map((one, i) => one === list[i])
    const [a, b] = [right(first), right(swapped)]
    const count = (list: readonly boolean[]) => list.filter(Boolean).length
    expect([count(a), count(b), count(a.map((one, i) => one && b[i] === true))]).toEqual(correct)
    const bias = positionBias({ first, swapped })
    expect(bias).toMatchObject({ n, sameWinner, wonByFirst, wonBySecond })
    expect(Math.abs(bias.p / p - 1)).toBeLessThan(1e-12)
    expect(bias.kappa.value).toBeCloseTo(kappa, 13)
  })
})
