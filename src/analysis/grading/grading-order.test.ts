import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerGroups, keyText, type PooledAnswer, shuffledPlaces, uncertainFirst } from './grading-order.ts'

const answer = (test_case_id: string, configuration: string, text: string, repeat = 1): PooledAnswer => ({
  key: { test_case_id, configuration, repeat },
  text,
})

describe('responses to be graded', () => {
  it('are asked about once where they are equal, and only within one question', () => {
    const groups = answerGroups(
      [answer('q1', 'b', 'Yes.'), answer('q1', 'a', 'Yes.'), answer('q2', 'a', 'Yes.'), answer('q1', 'c', 'Yes. ')],
      { each: false },
    )
    expect(groups.map(({ members }) => members.map((key) => `${key.test_case_id}${key.configuration}`))).toEqual([
      ['q1a', 'q1b'],
      ['q1c'],
      ['q2a'],
    ])
  })

  it('are asked about one by one with `each`', () => {
    const groups = answerGroups([answer('q1', 'b', 'Yes.'), answer('q1', 'a', 'Yes.')], { each: true })
    expect(groups).toHaveLength(2)
  })

  it('make the same groups in whatever order they come', () => {
    const pooled = fc.uniqueArray(
      fc.record({
        key: fc.record({
          test_case_id: fc.constantFrom('q1', 'q2', '題三'),
          configuration: fc.constantFrom('a', 'b', 'c'),
          repeat: fc.integer({ min: 1, max: 3 }),
        }),
        text: fc.constantFrom('x', 'y'),
      }),
      { selector: ({ key }) => keyText(key) },
    )
    fc.assert(
      fc.property(pooled, (answers) => {
        expect(answerGroups([...answers].reverse(), { each: false })).toEqual(answerGroups(answers, { each: false }))
      }),
    )
  })
})

describe('a random order', () => {
  it('holds every place once and depends on the seed alone', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer(), (n, seed) => {
        const order = shuffledPlaces(n, seed)
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i))
        expect(shuffledPlaces(n, seed)).toEqual(order)
      }),
    )
  })

  it('puts every place first equally often', () => {
    const first = [0, 0, 0, 0, 0]
    for (let seed = 0; seed < 5000; seed++) {
      const place = shuffledPlaces(5, seed)[0] ?? 0
      first[place] = (first[place] ?? 0) + 1
    }
    for (const count of first) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })
})

describe('the uncertain first', () => {
  it('begins nearest to the middle and ends with what has no score', () => {
    const groups = answerGroups(
      ['a', 'b', 'c', 'd'].map((id) => answer(id, 'base', 'x')),
      { each: false },
    )
    const score = (id: string, value: number): [string, number] => [
      keyText({ test_case_id: id, configuration: 'base', repeat: 1 }),
      value,
    ]
    expect(uncertainFirst(groups, new Map([score('a', 0.9), score('c', 0.45), score('d', 0)]))).toEqual([2, 0, 3, 1])
  })
})
