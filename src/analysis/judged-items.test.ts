import { describe, expect, it } from 'vitest'
import type { Step } from '../core/score.ts'
import { arithmeticOf, claimTexts, exchangesOf, judgedItems } from './judged-items.ts'

const judge = (verdicts: unknown[], more: object = {}): Step => ({
  kind: 'judge',
  step: 'claim_support',
  verdicts,
  ...more,
})

describe('judgedItems', () => {
  it('has each item once, in the order of numbers, with the exchange that its verdict was read from', () => {
    const steps = [
      judge(
        [
          { id: '10', verdict: 'supported' },
          { id: '2', verdict: 'contradicted' },
        ],
        { exchange: 'a' },
      ),
      judge([{ id: '3', verdict: 'not_mentioned', reason: 'r', contradiction: true }], { exchange: 'b' }),
    ]
    expect(judgedItems(steps)).toEqual([
      { id: '2', step: 'claim_support', verdict: 'contradicted', exchange: 'a' },
      { id: '3', step: 'claim_support', verdict: 'not_mentioned', reason: 'r', contradiction: true, exchange: 'b' },
      { id: '10', step: 'claim_support', verdict: 'supported', exchange: 'a' },
    ])
  })

  it('takes reasons and contradictions that were asked for afterwards', () => {
    const steps: Step[] = [
      judge([
        { id: '1', verdict: 'supported' },
        { id: '2', verdict: 'supported' },
      ]),
      { kind: 'rule', step: 'explanations', reasons: { 1: 'The text denies it.', 2: null }, contradictions: ['1'] },
    ]
    const [first, second] = judgedItems(steps)
    expect(first).toMatchObject({ reason: 'The text denies it.', contradiction: true })
    expect(second).not.toHaveProperty('reason')
  })

  it("reads a verifier's verdicts, and the text that carries a claim", () => {
    const steps: Step[] = [
      { kind: 'judge', step: 'entailment', verifier: 'f', claim: 'c', supported: true },
      { kind: 'rule', step: 'verifier', verdicts: [{ id: '1', verdict: 'supported', passages: ['2', '3'] }] },
    ]
    expect(judgedItems(steps)).toEqual([{ id: '1', step: 'verifier', verdict: 'supported', chunks: ['2', '3'] }])
    const carried: Step[] = [
      judge([{ id: '1', verdict: 'supported' }]),
      { kind: 'rule', step: 'carried_by_shared_words', chunks: { 1: '4' } },
    ]
    expect(judgedItems(carried)[0]?.chunks).toEqual(['4'])
  })

  it('is empty for steps of other shapes', () => {
    const odd = [
      { kind: 'judge', step: 's', verdicts: 'x' },
      { kind: 'rule', step: 'verifier' },
      { kind: 'rule', step: 'explanations', reasons: 3 },
    ]
    expect(judgedItems(odd as Step[])).toEqual([])
    expect([claimTexts(odd as Step[]).size, arithmeticOf(odd as Step[])]).toEqual([0, undefined])
  })
})

describe('exchangesOf', () => {
  it('names what was asked before, then what was read', () => {
    expect(exchangesOf({ kind: 'judge', step: 's', exchange: 'b', exchanges: ['a'] })).toEqual(['a', 'b'])
    expect(exchangesOf({ kind: 'judge', step: 's' })).toEqual([])
  })
})
