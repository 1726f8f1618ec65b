import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest, suggest } from './nearest.ts'

describe('the nearest name', () => {
  it.each([
    ['test_st', ['name', 'test_set'], 'test_set'],
    ['TOPK', ['top_k'], 'top_k'],
    ['hit_rte', ['recall', 'hit_rate'], 'hit_rate'],
    ['nmae', ['note', 'name'], 'name'],
    ['di', ['id'], 'id'],
    ['bese', ['base', 'big'], 'base'],
    ['answer', ['id', 'answerable'], 'answerable'],
    ['ID', ['id'], 'id'],
  ])('of %s among %j is %s', (name, known, best) => {
    expect(nearest(name, known)).toBe(best)
  })

  it.each([
    ['q', ['id', 'tag', 'tags']],
    ['k', ['id', 'top_k']],
    ['c', ['a', 'b']],
    ['kind', ['id', 'tag']],
    ['lang', ['tag']],
    ['name', ['note']],
    ['标签', ['问题', '回答']],
    ['to', ['top_k']],
    ['', ['id']],
    ['anything', []],
  ])('of %s among %j is none', (name, known) => {
    expect(nearest(name, known)).toBeUndefined()
  })

  it('is a known name itself, and always one of those that are known', () => {
    const names = fc.array(fc.string(), { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(names, (known) => nearest(known[0] ?? '', known)?.toLowerCase() === known[0]?.toLowerCase()))
    fc.assert(
      fc.property(fc.string(), names, (name, known) => {
        const best = nearest(name, known)
        return best === undefined || known.includes(best)
      }),
    )
  })
})

describe('a suggestion', () => {
  it('is the nearest name, else all that is known, and says so when that is nothing', () => {
    expect(suggest('top_q', ['top_k', 'lang'])).toBe('did you mean "top_k"?')
    expect(suggest('q', ['top_k', 'lang'])).toBe('known: top_k, lang')
    expect(suggest('q', [])).toBe('known: none')
  })
})
