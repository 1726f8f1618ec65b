import { describe, expect, it } from 'vitest'
import { createAnswerTexts, sameAnswer } from './answer-texts.ts'

describe('byte-equal answers', () => {
  it('are equal in every repeat that both sides have; without one it is not known', () => {
    const [a, b] = [createAnswerTexts(), createAnswerTexts()]
    a.add(0, 1, { text: 1, retrieved: 7 })
    b.add(0, 1, { text: 1, retrieved: 8 })
    b.add(0, 2, { text: 9 })
    a.add(100, 1, { text: 1 })
    a.add(100, 2, { text: 2 })
    b.add(100, 1, { text: 1 })
    b.add(100, 2, { text: 3 })
    expect(sameAnswer(a, b, 0, 'text')).toBe('same')
    expect(sameAnswer(a, b, 0, 'retrieved')).toBe('different')
    expect(sameAnswer(a, b, 100, 'text')).toBe('different')
    expect(sameAnswer(a, b, 100, 'retrieved')).toBe('unknown')
    expect(sameAnswer(a, b, 5, 'text')).toBe('unknown')
  })
})
