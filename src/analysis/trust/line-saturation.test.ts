import { describe, expect, it } from 'vitest'
import { lineSaturation, type RetrievalMetric } from './line-saturation.ts'
import type { RetrievalRow } from './trust-inputs.ts'

function metric(name: string, extra: Partial<RetrievalMetric> = {}): RetrievalMetric {
  return { metric: name, direction: 'higher_is_better', range: [0, 1], scale: 'ratio', options: {}, ...extra }
}

/** One row a value, of configuration a. */
function rows(values: number[], extra: Partial<RetrievalRow> = {}): RetrievalRow[] {
  return values.map((value, place) => ({
    configuration: 'a',
    test_case_id: `q${place}`,
    repeat: 1,
    value,
    relevant: 1,
    retrieved: 5,
    ...extra,
  }))
}

const spread = rows([0, 0.2, 0.5, 1])

describe('lineSaturation', () => {
  it('has the chance levels of reference row 42', () => {
    const sizes: [number, number, number][] = [
      [12, 1, 5],
      [12, 2, 10],
    ]
    const chance = (name: string) =>
      sizes.map(([corpus, relevant, k]) => {
        const all = spread.map((row) => ({ ...row, relevant }))
        return lineSaturation(all, { metric: metric(`${name}@${k}`, { options: { k } }), corpus }).chance
      })
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 9))
    expect(chance('recall')).toEqual(near([0.4166666667, 0.8333333333]))
    expect(chance('hit_rate')).toEqual(near([0.4166666667, 0.9848484848]))
    expect(chance('precision')).toEqual(near([1 / 12, 2 / 12]))
    expect(chance('ndcg')).toEqual(near([0.2457049266, 0.4643117756]))
    expect(chance('mrr')).toEqual(near([0.1902777778, 0.381024531]))
    expect(chance('context_precision')).toEqual([null, null])
  })

  it('says how far the mean score has gone from chance to 1', () => {
    const found = lineSaturation(spread, { metric: metric('recall@3', { options: { k: 3 } }), corpus: 30 })
    expect(found).toMatchObject({ saturated: false, flags: [], chance: 0.1 })
    expect(found.above_chance).toBeCloseTo((0.425 - 0.1) / 0.9, 12)
  })

  it('flags a deep cut and hits that chance would have', () => {
    const all = rows([0, 0.5, 1], { relevant: 2 })
    const found = lineSaturation(all, { metric: metric('recall@10'), corpus: 12 })
    expect(found).toMatchObject({ saturated: true, flags: ['deep_cut', 'chance_hits'] })
    const shallow = lineSaturation(all, { metric: metric('recall@10'), corpus: 1000 })
    expect(shallow.flags).toEqual([])
  })

  it('takes the number of retrieved chunks for k where the metric has none', () => {
    const found = lineSaturation(spread, { metric: metric('recall'), corpus: 10 })
    expect(found).toMatchObject({ flags: ['deep_cut'], chance: 0.5 })
    const empty = [...spread, ...rows([0], { retrieved: 0, test_case_id: 'q9' })]
    expect(lineSaturation(empty, { metric: metric('recall'), corpus: 50 }).chance).toBeCloseTo((4 * 0.1) / 5, 12)
    const unknown = spread.map((row) => ({ ...row, retrieved: null }))
    expect(lineSaturation(unknown, { metric: metric('recall'), corpus: 50 })).toMatchObject({ chance: null, flags: [] })
  })

  it('has no chance level without the size of the corpus, and flags what needs none', () => {
    const top = rows([1, 1, 1, 1])
    const both = [...top, ...top.map((row) => ({ ...row, configuration: 'b' }))]
    expect(lineSaturation(both, { metric: metric('recall@5') })).toEqual({
      saturated: true,
      flags: ['at_maximum', 'no_differences', 'few_values'],
      chance: null,
      above_chance: null,
    })
  })

  it('leaves rows out whose sizes do not fit, and compares the score with chance on the others', () => {
    const all = [
      ...rows([1, 0.5]),
      ...rows([0], { relevant: 40, test_case_id: 'q5' }),
      ...rows([0], { relevant: null }),
    ]
    const found = lineSaturation(all, { metric: metric('recall@3'), corpus: 30 })
    expect(found.chance).toBeCloseTo(0.1, 12)
    expect(found.above_chance).toBeCloseTo((0.75 - 0.1) / 0.9, 12)
  })

  it('averages repeats, and knows which end is the best', () => {
    const again = [...rows([1, 0]), ...rows([0, 1]).map((row) => ({ ...row, repeat: 2 }))]
    const other = rows([0.5, 0.5]).map((row) => ({ ...row, configuration: 'b' }))
    expect(lineSaturation([...again, ...other], { metric: metric('recall') }).flags).toEqual([
      'no_differences',
      'few_values',
    ])
    const lower = metric('misses', { direction: 'lower_is_better', range: [0, null] })
    expect(lineSaturation(rows([0, 0, 0]), { metric: lower }).flags).toEqual(['at_maximum', 'few_values'])
    expect(lineSaturation(rows([9, 8, 7]), { metric: lower }).flags).toEqual([])
  })

  it('has nothing to say without rows', () => {
    const found = lineSaturation([], { metric: metric('recall@5'), corpus: 100 })
    expect(found).toEqual({ saturated: false, flags: [], chance: null, above_chance: null })
  })

  it('does not hold it against a metric of 0 and 1 that it has two values', () => {
    const half = rows([0, 1, 0, 1])
    expect(lineSaturation(half, { metric: metric('recall@3') }).flags).toEqual(['few_values'])
    expect(lineSaturation(half, { metric: metric('hit_rate@3', { scale: 'binary' }) })).toMatchObject({
      saturated: false,
      flags: [],
    })
  })
})
