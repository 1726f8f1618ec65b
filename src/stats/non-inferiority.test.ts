import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonettPrice } from './bonett-price.ts'
import { nonInferiority } from './non-inferiority.ts'
import { pairedDifference } from './paired-difference.ts'

const NEW = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const OLD = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

describe('nonInferiority', () => {
  it('reads the verdict off the interval (reference row 28: from -0.0634 to 0.1884)', () => {
    const difference = pairedDifference(NEW, OLD)
    expect(nonInferiority(difference, 0.1).verdict).toBe('not_worse')
    expect(nonInferiority(difference, 0.05).verdict).toBe('undecided')
    expect(nonInferiority({ value: -0.3, low: -0.4, high: -0.2 }, 0.1)).toEqual({ verdict: 'worse', p: null })
  })

  it('equals scipy on its one-sided p', () => {
    expect(nonInferiority(pairedDifference(NEW, OLD), 0.05).p).toBeCloseTo(0.0362359056778684, 9)
  })

  it('calls not worse exactly where its p is below half of what the level leaves', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0.001, max: 1 }), (margin) => {
        const { verdict, p } = nonInferiority(pairedDifference(NEW, OLD), margin)
        fc.pre(Math.abs((p ?? 0) - 0.025) > 1e-9)
        expect(verdict === 'not_worse').toBe((p ?? 1) < 0.025)
      }),
    )
  })

  it('takes the interval of two proportions, and a wider margin never undoes a verdict', () => {
    const difference = bonettPrice(5, 6, 200)
    const verdicts = [0.01, 0.02, 0.05, 0.1].map((margin) => nonInferiority(difference, margin).verdict)
    expect(verdicts).toEqual(['undecided', 'undecided', 'not_worse', 'not_worse'])
  })

  it('gives no verdict without an interval, and refuses a margin that is none', () => {
    expect(nonInferiority(pairedDifference([], []), 0.1)).toEqual({ verdict: null, p: null, reason: 'no questions' })
    expect(() => nonInferiority({ value: 0, low: 0, high: 0 }, 0)).toThrow(RangeError)
    expect(() => nonInferiority({ value: 0, low: 0, high: 0 }, Number.NaN)).toThrow(RangeError)
  })
})
