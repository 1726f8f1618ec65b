import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { responseKey } from '../../core/response-key.ts'
import { type AnswerGroup, answerGroups, type PooledAnswer, randomOrder, uncertainFirst } from './grading-order.ts'

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
      { selector: ({ key }) => responseKey(key) },
    )
    fc.assert(
      fc.property(pooled, (answers) => {
        expect(answerGroups([...answers].reverse(), { each: false })).toEqual(answerGroups(answers, { each: false }))
      }),
    )
  })
})

const groupsOf = (ids: readonly string[]) =>
  answerGroups(
    ids.map((id) => answer(id, 'base', 'x')),
    { each: false },
  )
const idsOf = (groups: readonly AnswerGroup[]) => groups.map(({ members: [first] }) => first?.test_case_id ?? '')

describe('a random order', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 })

  it('holds every group once and depends on the seed alone', () => {
    fc.assert(
      fc.property(ids, fc.integer(), (names, seed) => {
        const order = idsOf(randomOrder(groupsOf(names), seed))
        expect([...order].sort()).toEqual([...names].sort())
        expect(idsOf(randomOrder(groupsOf([...names].reverse()), seed))).toEqual(order)
      }),
    )
  })

  it('keeps the order of those that were there when others join', () => {
    fc.assert(
      fc.property(ids, fc.nat(40), fc.integer(), (names, n, seed) => {
        const before = names.slice(0, n)
        const all = idsOf(randomOrder(groupsOf(names), seed))
        expect(all.filter((id) => before.includes(id))).toEqual(idsOf(randomOrder(groupsOf(before), seed)))
      }),
    )
  })

  it('begins with a random sample of a run that has grown, once the newcomers among the first are graded', () => {
    const old = Array.from({ length: 30 }, (_, place) => `old ${place}`)
    const all = groupsOf([...old, ...old.map((id) => `new ${id}`)])
    let shares = 0
    for (let seed = 0; seed < 400; seed++) {
      const last = idsOf(randomOrder(groupsOf(old), seed))[11] ?? ''
      const order = idsOf(randomOrder(all, seed))
      const sample = order.slice(0, order.indexOf(last) + 1)
      shares += sample.filter((id) => old.includes(id)).length / sample.length
    }
    // Half of all are old; the 12 that were graded before the run grew would say: all of them.
    expect(Math.abs(shares / 400 - 0.5)).toBeLessThan(0.04)
  })

  it('puts every group first, and every pair in either order, equally often', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const first = new Map<string, number>()
    let ahead = 0
    for (let seed = 0; seed < 5000; seed++) {
      const order = idsOf(randomOrder(groupsOf(names), seed))
      const [one = ''] = order
      first.set(one, (first.get(one) ?? 0) + 1)
      if (order.indexOf('b') < order.indexOf('d')) ahead += 1
    }
    for (const name of names) expect(Math.abs((first.get(name) ?? 0) - 1000)).toBeLessThan(120)
    expect(Math.abs(ahead - 2500)).toBeLessThan(150)
  })
})

describe('the uncertain first', () => {
  it('begins nearest to the middle, keeps the order of ties and ends with what has no score', () => {
    const groups = groupsOf(['a', 'b', 'c', 'd', 'e', 'f'])
    const scores = Object.entries({ a: 0.9, c: 0.45, d: 0, e: 1 }).map(([id, value]): [string, number] => [
      responseKey({ test_case_id: id, configuration: 'base', repeat: 1 }),
      value,
    ])
    expect(idsOf(uncertainFirst(groups, new Map(scores))).join('')).toBe('cadebf')
    expect(idsOf(uncertainFirst([...groups].reverse(), new Map(scores))).join('')).toBe('caedfb')
  })
})
