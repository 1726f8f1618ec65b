import { describe, expect, it } from 'vitest'
import { type GradeMark, truthOf } from './truth.ts'

const right: GradeMark = { verdict: 'right' }
const wrong: GradeMark = { verdict: 'wrong' }
const marked = (mark: number, right_above = 3): GradeMark => ({
  verdict: mark > right_above ? 'right' : 'wrong',
  mark,
  right_above,
})

describe('what people say of a response', () => {
  it('is the majority of their verdicts, and nothing when they are evenly split', () => {
    expect(truthOf([right])).toBe(true)
    expect(truthOf([right, wrong, wrong])).toBe(false)
    expect(truthOf([right, wrong])).toBeNull()
    expect(truthOf([])).toBeNull()
  })

  it('is decided by the mean of marks on one scale, even against the majority of verdicts', () => {
    expect(truthOf([marked(4), marked(4), marked(2)])).toBe(true)
    expect(truthOf([marked(4), marked(4), marked(1)])).toBe(false)
    expect(truthOf([marked(4), marked(2)])).toBe(false)
  })

  it('is decided by verdicts where a mark is missing or the scales differ', () => {
    expect(truthOf([marked(4), marked(4), wrong])).toBe(true)
    expect(truthOf([marked(4), marked(4, 3.5), marked(0)])).toBe(true)
  })
})
