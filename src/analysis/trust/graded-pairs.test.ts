import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradedPairs } from './graded-pairs.ts'
import type { TruthRow } from './trust-inputs.ts'

const mtrag = join(import.meta.dirname, '../../../../shared/data/mtrag-human-eval/responses.jsonl')

/** Marks by configuration, one letter a question: r right, w wrong, - without a grade. */
function truth(marks: Record<string, string>, repeat = 1): TruthRow[] {
  return Object.entries(marks).flatMap(([configuration, letters]) =>
    [...letters].flatMap((letter, place) =>
      letter === '-' ? [] : [{ configuration, test_case_id: `q${place}`, repeat, right: letter === 'r' }],
    ),
  )
}

describe('gradedPairs', () => {
  it('tests two configurations on the questions that both have, with the interval of reference row 25', () => {
    const a = `${'r'.repeat(12)}${'w'.repeat(3)}${'r'.repeat(85)}r`
    const b = `${'w'.repeat(12)}${'r'.repeat(3)}${'r'.repeat(85)}-`
    const [pair, ...others] = gradedPairs(truth({ a, b }), ['a', 'b'])
    expect(others).toEqual([])
    expect(pair).toMatchObject({ a: 'a', b: 'b', n: 100, a_only: 12, b_only: 3 })
    expect(pair?.p).toBeCloseTo(0.03515625, 12)
    // Mid-p: less the probability of exactly 3 of 15, 455 / 32768.
    expect(pair?.mid_p).toBeCloseTo(0.03515625 - 455 / 32768, 12)
    expect(pair?.difference.value).toBeCloseTo(0.09, 12)
    expect(pair?.difference.low).toBeCloseTo(0.0108810298, 9)
    expect(pair?.difference.high).toBeCloseTo(0.1655895584, 9)
    expect(pair?.reason).toBeUndefined()
  })

  it('has no p, and says why, when fewer than six questions differ', () => {
    const [pair] = gradedPairs(truth({ a: 'rrrrrwwr', b: 'wwwwwwwr' }), ['a', 'b'])
    expect(pair?.p).toBeNull()
    expect(pair?.reason).toBe(
      '5 questions differ: with fewer than 6 the exact p cannot fall below .05, whatever they show',
    )
    expect(pair?.mid_p).toBeCloseTo(0.03125, 12)
    const [six] = gradedPairs(truth({ a: 'rrrrrr', b: 'wwwwww' }), ['a', 'b'])
    expect(six?.p).toBeCloseTo(0.03125, 12)
  })

  it('keeps the order of the configurations and leaves out pairs without a common question', () => {
    const rows = truth({ c: 'rr', a: 'wr', b: '--r' })
    expect(gradedPairs(rows, ['a', 'b', 'c']).map(({ a, b, n }) => [a, b, n])).toEqual([['a', 'c', 2]])
    expect(gradedPairs([], ['a', 'b'])).toEqual([])
  })

  it('averages repeats: a question counts once and goes to the larger share', () => {
    // 2/2 against 1/2, 1/2 against 1/2, 0/2 against 1/2, all twice: differences .5, 0, -.5, .5, 0, -.5.
    const rows = [...truth({ a: 'rrwrrw', b: 'rrrrrr' }, 1), ...truth({ a: 'rwwrww', b: 'wwwwww' }, 2)]
    const [pair] = gradedPairs(rows, ['a', 'b'])
    expect(pair).toMatchObject({ n: 6, a_only: 2, b_only: 2 })
    expect(pair?.difference.value).toBeCloseTo(0, 12)
    // t with 5 degrees of freedom, 2.570582, times the standard deviation sqrt .2 over sqrt 6.
    expect(pair?.difference.high).toBeCloseTo(2.570581836 * Math.sqrt(0.2 / 6), 7)
  })

  it('gives neither configuration more tries at a question than the other', () => {
    const rows = [...truth({ a: 'w', b: 'w' }, 1), ...truth({ a: 'r' }, 2), ...truth({ a: 'r' }, 3)]
    expect(gradedPairs(rows, ['a', 'b'])[0]).toMatchObject({ n: 1, a_only: 0, b_only: 0, mid_p: 1 })
  })

  it('turns round with the configurations', () => {
    const letters = fc.stringMatching(/^[rw-]{12}$/)
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const rows = truth({ a, b })
        const [one] = gradedPairs(rows, ['a', 'b'])
        const [other] = gradedPairs([...rows].reverse(), ['b', 'a'])
        expect(other === undefined).toBe(one === undefined)
        if (one === undefined) return
        expect([other?.a_only, other?.b_only, other?.p]).toEqual([one.b_only, one.a_only, one.p])
        expect(other?.difference.low).toBeCloseTo(-(one.difference.high ?? Number.NaN), 12)
      }),
    )
  })
})

describe.skipIf(!existsSync(mtrag))('the configurations of the MTRAG answers', () => {
  it('differ by people as reference row 46 has it', () => {
    const rows = readFileSync(mtrag, 'utf8').split('\n').filter(Boolean)
    const all = rows.map((line): TruthRow => {
      const row = JSON.parse(line) as { task_id: string; config: string; human: { faithfulness: number[] } }
      const marks = row.human.faithfulness
      const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
      return { configuration: row.config, test_case_id: row.task_id, repeat: 1, right: mean > 3 }
    })
    const names = [...new Set(all.map(({ configuration }) => configuration))].sort()
    const found = gradedPairs(all, names)
    expect(found.map(({ a, b, n, a_only, b_only }) => [a, b, n, a_only, b_only])).toEqual([
      [names[0], names[1], 84, 16, 7],
      [names[0], names[2], 84, 2, 12],
      [names[1], names[2], 84, 4, 23],
    ])
    expect(found[0]?.p).toBeCloseTo(0.0931396484, 9)
    expect(found[1]?.p).toBeCloseTo(0.0129394531, 9)
    expect(found[2]?.p).toBeCloseTo(0.0003107488, 9)
  })
})
