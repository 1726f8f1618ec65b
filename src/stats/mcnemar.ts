import { binomialCdf, binomialPmf } from './binomial.ts'
import { chiSquareSf } from './chi-square.ts'

/** McNemar's test in its usual forms; every p is two-sided and from 0 to 1. */
export interface Mcnemar {
  b: number
  c: number
  /** min(1, 2 P(X <= min(b, c))), X binomial of b + c trials with probability 1/2. Never too small; often too large. */
  pExact: number
  /**
   * Half the probability of what was seen plus that of everything farther out: pExact - P(X = min(b, c)), for b = c
   * 1 - P(X = b) / 2. Closer to its nominal level than pExact, slightly too small in places. 1 without a discordant pair.
   */
  pMid: number
  /** The large-sample forms, without and with the correction for continuity; null without a discordant pair. */
  chiSquare: { value: number; p: number } | null
  chiSquareCorrected: { value: number; p: number } | null
  /** Fewer than 6 discordant pairs: 2 x 0.5^5 = 0.0625, so the exact p cannot fall below 0.05 whatever they show. */
  neverSignificant: boolean
}

const FEWEST_DISCORDANT = 6

/**
 * Do two configurations get the same questions right equally often? b questions that A alone gets right, c that B alone
 * gets right; the questions on which both agree play no part.
 *
 * chi-square (b-c)² / (b+c), corrected max(0, |b-c| - 1)² / (b+c), each with one degree of freedom. Assumes independent
 * questions. Source: McNemar 1947; mid-p as in Fagerland, Lydersen and Laake 2013; reference rows 23 and 24.
 */
export function mcnemar(b: number, c: number): Mcnemar {
  if (![b, c].every((count) => Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`discordant pairs are whole numbers from 0, got b ${b}, c ${c}`)
  }
  const trials = b + c
  const fewer = Math.min(b, c)
  const pExact = Math.min(1, 2 * binomialCdf(fewer, trials, 0.5))
  const pSeen = binomialPmf(fewer, trials, 0.5)
  const test = (distance: number) => {
    const value = (distance * distance) / trials
    return { value, p: chiSquareSf(value, 1) }
  }
  return {
    b,
    c,
    pExact,
    pMid: trials === 0 ? 1 : b === c ? 1 - pSeen / 2 : pExact - pSeen,
    chiSquare: trials === 0 ? null : test(Math.abs(b - c)),
    chiSquareCorrected: trials === 0 ? null : test(Math.max(0, Math.abs(b - c) - 1)),
    neverSignificant: trials < FEWEST_DISCORDANT,
  }
}
