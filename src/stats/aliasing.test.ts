import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aliasing, isEstimable } from './aliasing.ts'

describe('aliasing', () => {
  it('finds factors that were changed together in every run, also in the opposite direction', () => {
    const result = aliasing([
      { name: 'top_k', levels: [3, 10, 3, 10] },
      { name: 'reranker', levels: [true, false, true, false] },
      { name: 'prompt', levels: ['a', 'a', 'b', 'b'] },
      { name: 'model', levels: ['m', 'm', 'm', 'm'] },
    ])
    expect(result.changedTogether).toEqual([['top_k', 'reranker']])
    expect(result.constant).toEqual(['model'])
    expect(result.notEstimable).toEqual(['top_k', 'reranker', 'model'])
    expect(result).toMatchObject({ rank: 3, separable: false, aliases: null })
    expect(result.reason).toBe('main effects cannot be told apart, so neither can what biases them')
  })

  it('finds nothing to warn of in a full 2^3', () => {
    const levels = (f: number) => Array.from({ length: 8 }, (_, run) => (run >> f) & 1)
    const result = aliasing(['A', 'B', 'C'].map((name, f) => ({ name, levels: levels(f) })))
    expect(result).toEqual({
      columns: ['constant', 'A', 'B', 'C'],
      rank: 4,
      separable: true,
      constant: [],
      changedTogether: [],
      notEstimable: [],
      aliases: [],
    })
  })

  it('finds main effects free of pairs in the half fraction I = ABCD, and biased by them in I = ABC', () => {
    const runs = Array.from({ length: 8 }, (_, run) => [run & 1, (run >> 1) & 1, (run >> 2) & 1])
    const half = ['A', 'B', 'C', 'D'].map((name, f) => ({
      name,
      levels: runs.map((own) => own[f] ?? own.reduce((sum, one) => sum + one, 0) % 2),
    }))
    expect(aliasing(half)).toMatchObject({ separable: true, aliases: [] })
    const screening = aliasing([
      { name: 'A', levels: [0, 1, 0, 1] },
      { name: 'B', levels: [0, 0, 1, 1] },
      { name: 'C', levels: [0, 1, 1, 0] },
    ])
    expect(screening.aliases).toEqual([
      { effect: 'A', interaction: 'B x C', weight: -1 },
      { effect: 'B', interaction: 'A x C', weight: -1 },
      { effect: 'C', interaction: 'A x B', weight: -1 },
    ])
  })

  it('shows what changing one thing at a time hides: every pair biases the effects of its two factors', () => {
    const result = aliasing([
      { name: 'A', levels: [0, 1, 0] },
      { name: 'B', levels: [0, 0, 1] },
    ])
    expect(result.separable).toBe(true)
    expect(result.aliases).toEqual([
      { effect: 'A', interaction: 'A x B', weight: -1 },
      { effect: 'B', interaction: 'A x B', weight: -1 },
    ])
  })

  it('gives a factor of three levels two columns', () => {
    const result = aliasing([{ name: 'top_k', levels: [3, 5, 10, 3] }])
    expect(result).toMatchObject({ columns: ['constant', 'top_k=5', 'top_k=10'], rank: 3, separable: true })
  })

  it('calls nothing estimable without configurations', () => {
    expect(aliasing([])).toMatchObject({ separable: false, rank: 0 })
    expect(aliasing([{ name: 'A', levels: [] }])).toMatchObject({ separable: false, notEstimable: ['A'] })
    expect(() =>
      aliasing([
        { name: 'A', levels: [1] },
        { name: 'B', levels: [] },
      ]),
    ).toThrow(RangeError)
    expect(() =>
      aliasing([
        { name: 'A', levels: [1] },
        { name: 'A', levels: [1] },
      ]),
    ).toThrow(RangeError)
  })

  it('gives the alias matrix that least squares gives: fitted to a pure interaction, the main effects are its weights', () => {
    const levels = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1), fc.constantFrom(0, 1)), {
      minLength: 4,
      maxLength: 9,
    })
    fc.assert(
      fc.property(levels, (runs) => {
        const result = aliasing(['A', 'B', 'C'].map((name, f) => ({ name, levels: runs.map((own) => own[f] ?? 0) })))
        if (result.aliases === null || result.constant.length > 0) return
        const sign = (f: number) => runs.map((own) => (own[f] === runs[0]?.[f] ? -1 : 1))
        const [a, b, c] = [sign(0), sign(1), sign(2)]
        const pure = runs.map((_, i) => (a[i] ?? 0) * (b[i] ?? 0))
        const weight = (effect: string) =>
          result.aliases?.find((one) => one.effect === effect && one.interaction === 'A x B')?.weight ?? 0
        const rest = pure.map(
          (y, i) => y - weight('A') * (a[i] ?? 0) - weight('B') * (b[i] ?? 0) - weight('C') * (c[i] ?? 0),
        )
        const mean = rest.reduce((sum, value) => sum + value, 0) / rest.length
        for (const column of [a, b, c]) {
          expect(column.reduce((sum, x, i) => sum + x * ((rest[i] ?? 0) - mean), 0)).toBeCloseTo(0, 8)
        }
      }),
    )
  })
})

describe('isEstimable', () => {
  it('asks whether a combination lies in the row space of the model', () => {
    const model = [
      [1, -1, -1],
      [1, 1, 1],
    ]
    expect(isEstimable(model, [0, 1, 1])).toBe(true)
    expect(isEstimable(model, [0, 1, 0])).toBe(false)
    expect(isEstimable(model, [0, 0, 0])).toBe(true)
  })
})
