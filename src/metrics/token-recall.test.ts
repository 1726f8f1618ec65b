import { describe, expect, it } from 'vitest'
import { score } from './test-support/score.ts'

const of = (response: string, reference: string) => score('token_recall', { response, reference }).outcome

describe('token_recall', () => {
  it('is the share of the reference words that the response holds, however long it is', () => {
    expect(of('Well, it leaves at seven from the north pier, I think.', 'at seven sharp')).toMatchObject({ k: 2, n: 3 })
    expect(of('seven', 'seven seven')).toMatchObject({ value: 0.5 })
  })

  it('is exactly 1 for identical texts in every language, with k of n, and exactly 0 for nothing in common', () => {
    for (const same of ['渡輪早上七點從北碼頭開出。', 'フェリー', 'to be or not to be', '.']) {
      const outcome = of(same, same)
      expect(outcome).toMatchObject({ value: 1 })
      expect(outcome.status === 'scored' && outcome.k === outcome.n).toBe(true)
    }
    expect(of('dog', 'cat')).toMatchObject({ value: 0, k: 0, n: 1 })
    expect(of(' ', 'cat')).toMatchObject({ value: 0, k: 0, n: 1 })
  })

  it('takes both Chinese scripts and widths as the same', () => {
    expect(of('門票３５元', '门票35元')).toMatchObject({ value: 1 })
  })

  it('is NA for a reference without words', () => {
    expect(of('text', '?!')).toMatchObject({ reason: 'missing_field' })
    expect(of('text', ' ')).toMatchObject({ reason: 'missing_field' })
  })
})
