import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cochranQ } from './cochran-q.ts'
import { mcnemar } from './mcnemar.ts'

const file = join(import.meta.dirname, '../../../shared/data/mtrag-human-eval/responses.jsonl')

/** For each question, whether people found the answer of a configuration faithful: a mean above 3 of 4. */
function faithful(): Map<string, Record<string, boolean>> {
  const byTask = new Map<string, Record<string, boolean>>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const row = JSON.parse(line) as { task_id: string; config: string; human: { faithfulness: number[] } }
    const marks = row.human.faithfulness
    const good = marks.reduce((sum, mark) => sum + mark, 0) / marks.length > 3
    byTask.set(row.task_id, { ...byTask.get(row.task_id), [row.config]: good })
  }
  return byTask
}

describe('mcnemar', () => {
  it('equals the exact p values that statsmodels tests against (reference row 23)', () => {
    expect(mcnemar(121, 59).pExact).toBeCloseTo(4.4344492638e-6, 15)
    expect(mcnemar(70, 59).pExact).toBeCloseTo(0.3786876627, 9)
    expect(mcnemar(30, 60).pExact).toBeCloseTo(0.0020602657, 9)
    expect(mcnemar(9, 2).pExact).toBeCloseTo(0.0654296875, 14)
    expect(mcnemar(6, 0).pExact).toBeCloseTo(0.03125, 14)
    expect(mcnemar(9, 2).pMid).toBeCloseTo(0.0385742188, 9)
    expect(mcnemar(12, 3).pExact).toBeCloseTo(0.03515625, 12)
  })

  it('equals the chi-square forms that R prints (reference row 24)', () => {
    const first = mcnemar(121, 59)
    expect(first.chiSquareCorrected?.value).toBeCloseTo(20.67222, 5)
    expect(first.chiSquareCorrected?.p).toBeCloseTo(5.450095e-6, 12)
    expect(first.chiSquare?.value).toBeCloseTo(21.35556, 5)
    const second = mcnemar(86, 150)
    expect(second.chiSquareCorrected?.value).toBeCloseTo(16.8177966102, 9)
    expect(second.chiSquare?.value).toBeCloseTo(17.3559322034, 9)
  })

  it.skipIf(!existsSync(file))('compares real systems by the marks of people (reference row 46)', () => {
    const tasks = [...faithful().values()]
    const configurations = Object.keys(tasks[0] ?? {})
    const name = (part: string) => configurations.find((one) => one.includes(part)) ?? ''
    const compare = (a: string, b: string) =>
      mcnemar(
        tasks.filter((marks) => marks[name(a)] && !marks[name(b)]).length,
        tasks.filter((marks) => !marks[name(a)] && marks[name(b)]).length,
      )
    for (const [a, b, onlyA, onlyB, p] of [
      ['gpt-4o', 'llama', 16, 7, 0.0931396484],
      ['gpt-4o', 'reference', 2, 12, 0.0129394531],
      ['llama', 'reference', 4, 23, 0.0003107488],
    ] as const) {
      const result = compare(a, b)
      expect([result.b, result.c]).toEqual([onlyA, onlyB])
      expect(result.pExact).toBeCloseTo(p, 9)
    }
  })

  it('equals counting every sequence of up to 12 discordant pairs', () => {
    for (let n = 0; n <= 12; n++) {
      const sequences = new Array<number>(n + 1).fill(0)
      for (let draw = 0; draw < 2 ** n; draw++) {
        let heads = 0
        for (let place = 0; place < n; place++) heads += (draw >> place) & 1
        sequences[heads] = (sequences[heads] ?? 0) + 1
      }
      for (let b = 0; b <= n; b++) {
        const farther = (k: number) => Math.abs(2 * k - n) - Math.abs(2 * b - n)
        const sum = (holds: (k: number) => boolean) =>
          sequences.reduce((all, count, k) => all + (holds(k) ? count : 0), 0)
        const result = mcnemar(b, n - b)
        expect(result.pExact).toBeCloseTo(sum((k) => farther(k) >= 0) / 2 ** n, 12)
        const mid = (sum((k) => farther(k) > 0) + sum((k) => farther(k) === 0) / 2) / 2 ** n
        expect(result.pMid).toBeCloseTo(n === 0 ? 1 : mid, 12)
      }
    }
  })

  it('does not change when the two are exchanged, and its mid-p lies below its exact p', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 3000 }), (b, c) => {
        const result = mcnemar(b, c)
        expect(mcnemar(c, b)).toEqual({ ...result, b: c, c: b })
        expect(result.pExact).toBeGreaterThanOrEqual(result.pMid)
        expect(result.pMid).toBeGreaterThanOrEqual(0)
        expect(result.pExact).toBeLessThanOrEqual(1)
        if (b > c) expect(mcnemar(b + 1, c).pExact).toBeLessThanOrEqual(result.pExact)
      }),
    )
  })

  it('is the Q of Cochran for two configurations', () => {
    const rows = [...new Array(8).fill([1, 0]), ...new Array(3).fill([0, 1]), [1, 1]]
    expect(mcnemar(8, 3).chiSquare?.value).toBeCloseTo(cochranQ(rows).value ?? Number.NaN, 12)
  })

  it('says that fewer than 6 discordant pairs can never be significant, and has p = 1 for none', () => {
    for (let b = 0; b <= 12; b++) {
      for (let c = 0; b + c <= 12; c++) {
        const { neverSignificant } = mcnemar(b, c)
        expect(neverSignificant).toBe(mcnemar(b + c, 0).pExact >= 0.05)
      }
    }
    expect(mcnemar(0, 0)).toMatchObject({ pExact: 1, pMid: 1, chiSquare: null, chiSquareCorrected: null })
  })

  it('refuses counts that no experiment can give', () => {
    expect(() => mcnemar(-1, 2)).toThrow(RangeError)
    expect(() => mcnemar(1.5, 2)).toThrow(RangeError)
    expect(() => mcnemar(Number.NaN, 2)).toThrow(RangeError)
  })
})
