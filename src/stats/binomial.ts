import { deviance, stirlingError } from './stirling.ts'

/**
 * P(X = k) of a binomial count X of n independent trials of probability p; 0 for a k outside 0 .. n.
 *
 * n! / (k! (n-k)!) p^k (1-p)^(n-k), to about 1e-15 relative for any n. Source: Loader 2000, "Fast and accurate computation
 * of binomial probabilities" (deviances and the error of Stirling's formula, so that nothing large cancels).
 */
export function binomialPmf(k: number, n: number, p: number): number {
  requireTrials(k, n, p)
  if (k < 0 || k > n) return 0
  if (p === 0 || p === 1) return k === n * p ? 1 : 0
  if (k === 0) return Math.exp(n * Math.log1p(-p))
  if (k === n) return p < 0.5 ? Math.exp(n * Math.log(p)) : Math.exp(n * Math.log1p(p - 1))
  const rest = n - k
  const stirling = stirlingError(n) - stirlingError(k) - stirlingError(rest)
  const exponent = stirling - deviance(k, n * p) - deviance(rest, n * (1 - p))
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * rest))
}

/** P(X <= k) of a binomial count, 0 .. 1; small values keep their relative precision. */
export function binomialCdf(k: number, n: number, p: number): number {
  requireTrials(k, n, p)
  if (k < 0) return 0
  if (k >= n) return 1
  return k <= n * p ? lowerTail(k, n, p) : Math.max(0, 1 - lowerTail(n - k - 1, n, 1 - p, p))
}

/** P(X > k) of a binomial count, 0 .. 1; small values keep their relative precision. */
export function binomialSf(k: number, n: number, p: number): number {
  requireTrials(k, n, p)
  if (k < 0) return 1
  if (k >= n) return 0
  if (k === 0) return -Math.expm1(n * Math.log1p(-p))
  return k <= n * p ? Math.max(0, 1 - lowerTail(k, n, p)) : lowerTail(n - k - 1, n, 1 - p, p)
}

/** Counts on the other side whose probability exceeds the observed one by less than this are as likely (as in scipy and R). */
const EQUALLY_LIKELY = 1 + 1e-7

/**
 * Exact two-sided binomial test: the probability, under p, of all counts at most as likely as k of n. From 0 to 1; 1 when
 * k = n p, so also for n = 0. For p = 1/2 it is min(1, 2 P(X <= min(k, n-k))), the exact test of McNemar and of signs.
 *
 * Assumes independent trials of equal probability. Source: Clopper and Pearson 1934; the same rule as scipy.stats.binomtest
 * and R's binom.test.
 */
export function binomialTest(k: number, n: number, p = 0.5): number {
  requireTrials(k, n, p)
  if (k < 0 || k > n) throw new RangeError(`a binomial test needs 0 <= k <= n, got ${k} of ${n}`)
  if (k === n * p) return 1
  const bound = binomialPmf(k, n, p) * EQUALLY_LIKELY
  if (k < n * p) {
    const from = lowestWhere(Math.ceil(n * p), n + 1, (i) => binomialPmf(i, n, p) <= bound)
    return Math.min(1, binomialCdf(k, n, p) + binomialSf(from - 1, n, p))
  }
  const over = lowestWhere(0, Math.floor(n * p) + 1, (i) => binomialPmf(i, n, p) > bound)
  return Math.min(1, binomialCdf(over - 1, n, p) + binomialSf(k - 1, n, p))
}

/** The lowest integer of low .. high-1 for which `holds` (false, then true) is true; high when none. */
function lowestWhere(low: number, high: number, holds: (i: number) => boolean): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** P(X <= k) for k at or below about the mean: the terms fall towards 0, each from the one above it. */
function lowerTail(k: number, n: number, p: number, complement = 1 - p): number {
  const top = binomialPmfOf(k, n, p, complement)
  const odds = complement / p
  let term = 1
  let sum = 1
  for (let i = k; i > 0; i--) {
    term *= (i / (n - i + 1)) * odds
    sum += term
    if (term < sum * 1e-17) break
  }
  return Math.min(1, top * sum)
}

/** The pmf when 1 - p is the number given: counting failures must not round the probability twice. */
function binomialPmfOf(k: number, n: number, p: number, complement: number): number {
  return p < complement ? binomialPmf(k, n, p) : binomialPmf(n - k, n, complement)
}

function requireTrials(k: number, n: number, p: number): void {
  if (!(Number.isInteger(k) && Number.isInteger(n) && n >= 0)) {
    throw new RangeError(`a binomial count needs whole numbers, got ${k} of ${n}`)
  }
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies between 0 and 1, got ${p}`)
}
