/** What a random ranking of the whole corpus scores on average, each from 0 to 1. */
export interface ChanceLevels {
  /** Recall among the first k: k/N. */
  recall: number
  /** At least one relevant item among the first k. */
  hit: number
  /** Precision among the first k: R/N. */
  precision: number
  /** Average precision over the whole ranking. */
  averagePrecision: number
  /** Average precision counting the first k alone, divided by R as trec_eval's map_cut does. */
  averagePrecisionAtK: number
  /** Normalised discounted gain of the first k, every relevant item having the same gain. */
  ndcg: number
  /** Reciprocal rank of the first relevant item, 0 when it comes after k. */
  mrr: number
}

export type NoChanceLevels = { [level in keyof ChanceLevels]: null } & { reason: string }

/** `corpus` N items of which `relevant` R are to be found, cut after `k`; whole numbers. A k above N counts as N. */
export interface RankingSize {
  corpus: number
  relevant: number
  k: number
}

/**
 * The scores of blind luck: means over all N! rankings of a corpus.
 *
 * recall@k = k/N; hit@k = 1 - C(N-R, k) / C(N, k); precision@k = R/N;
 * AP@k = [H_k + (R-1)(k - H_k)/(N-1)] / N with H_k = 1 + 1/2 + ... + 1/k, and AP the same at k = N;
 * nDCG@k = (R/N) sum_{i<=k} 1/log2(i+1) / sum_{i<=min(k,R)} 1/log2(i+1);
 * MRR@k = sum_{i<=k} (1/i) P(first relevant item at i), P = C(N-i, R-1) / C(N, R).
 * Assumes that every relevant item is one item of the corpus. Undefined where nothing is relevant, and where more is relevant
 * than the corpus holds. Source: expectations under the hypergeometric distribution; reference row 42.
 */
export function chanceLevels({ corpus, relevant, k }: RankingSize): ChanceLevels | NoChanceLevels {
  for (const [name, number, least] of [
    ['corpus', corpus, 0],
    ['relevant', relevant, 0],
    ['k', k, 1],
  ] as const) {
    if (!(Number.isSafeInteger(number) && number >= least)) {
      throw new RangeError(`${name} is a whole number from ${least}, got ${number}`)
    }
  }
  if (corpus === 0) return undefinedLevels('the corpus is empty')
  if (relevant === 0) return undefinedLevels('nothing is relevant')
  if (relevant > corpus) return undefinedLevels('more items are relevant than the corpus holds')
  const last = Math.min(k, corpus)
  let missed = 1
  let mrr = 0
  let gain = 0
  let ideal = 0
  for (let rank = 1; rank <= last; rank++) {
    const left = corpus - rank + 1
    const here = Math.min(1, relevant / left)
    mrr += (missed * here) / rank
    missed *= 1 - here
    gain += 1 / Math.log2(rank + 1)
    if (rank <= relevant) ideal += 1 / Math.log2(rank + 1)
  }
  return {
    recall: last / corpus,
    hit: 1 - missed,
    precision: relevant / corpus,
    averagePrecision: averagePrecision(corpus, relevant, corpus),
    averagePrecisionAtK: averagePrecision(corpus, relevant, last),
    ndcg: ((relevant / corpus) * gain) / ideal,
    mrr,
  }
}

/** Above this many terms the harmonic number is taken from its asymptotic series, which is then exact to the last digit. */
const MOST_TERMS = 1000

function averagePrecision(corpus: number, relevant: number, last: number): number {
  if (corpus === 1) return 1
  const harmonic = harmonicNumber(last)
  return (harmonic + ((relevant - 1) * (last - harmonic)) / (corpus - 1)) / corpus
}

function harmonicNumber(n: number): number {
  if (n > MOST_TERMS) return Math.log(n) + 0.5772156649015329 + 1 / (2 * n) - 1 / (12 * n * n)
  let sum = 0
  for (let i = n; i >= 1; i--) sum += 1 / i
  return sum
}

function undefinedLevels(reason: string): NoChanceLevels {
  return {
    recall: null,
    hit: null,
    precision: null,
    averagePrecision: null,
    averagePrecisionAtK: null,
    ndcg: null,
    mrr: null,
    reason,
  }
}
