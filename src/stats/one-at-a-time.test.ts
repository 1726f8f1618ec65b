import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'
import { pairedDifference } from './paired-difference.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

describe('oneAtATime', () => {
  it('gives each change its paired difference from the base', () => {
    const reranker = [0.8, 0.9, 0.9, 0.7, 0.4, 1, 0.9, 0.6]
    const effects = oneAtATime(B, [
      { factor: 'top_k', scores: A },
      { factor: 'reranker', scores: reranker },
    ])
    expect(effects.map(({ factor }) => factor)).toEqual(['top_k', 'reranker'])
    for (const [place, scores] of [A, reranker].entries()) {
      const paired = pairedDifference(scores, B)
      const effect = effects[place]?.effect
      if (paired.low === null || effect === undefined || effect.low === null) throw new Error('no interval')
      expect(effect.value).toBeCloseTo(paired.value, 12)
      expect(effect.low).toBeCloseTo(paired.low, 12)
      expect(effect.p).toBeCloseTo(paired.p, 12)
    }
  })
})
