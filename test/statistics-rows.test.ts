import { describe } from 'vitest'
import { NDKA, POOR, S100B, WFNS } from '../src/stats/test-support/bleeding.ts'
import { FOUR_RATERS } from '../src/stats/test-support/four-raters.ts'
import { SHROUT_FLEISS } from '../src/stats/test-support/shrout-fleiss.ts'
import * as stats from '../src/stats.ts'
import { ends, type Row, testRows } from './support/rows.ts'

const X1 = [19, 22, 16, 29, 24]
const Y1 = [20, 11, 17, 12]
const X3 = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const Y3 = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const SCORES = [...X3, ...Y3]
const LABELS = [...X3.map(() => 1), ...Y3.map(() => 0)]
const CLUSTERS = [1, 1, 2, 3, 4, 5, 1, 2, 2, 3, 4, 6, 6]
const SAS = [
  [0, 4, 1],
  [0, 8, 0],
  [0, 1, 5],
]
const PARADOX = [
  [118, 5],
  [2, 0],
]
const FLEISS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
]

function permutationP(): unknown[] {
  const metrics = [{ scores: Float64Array.from(SCORES) }]
  const labels = Uint8Array.from(LABELS)
  const clusters = Uint32Array.from(SCORES, (_, item) => item)
  const steps = stats.labelPermutation({
    ...{ metrics, labels, clusters, scheme: 'between_clusters', replicates: 99, seed: 1 },
  })
  for (;;) {
    const { done, value } = steps.next()
    if (done) return [value.exact, value.replicates, ...value.p]
  }
}

/** The outcome of 113 patients against a score; poor outcomes score higher. */
function bleeding(score: ArrayLike<number>) {
  const of = (outcome: number) => Array.from(score).filter((_, patient) => POOR[patient] === outcome)
  const result = stats.delong(of(1), of(0))
  return result.low === null ? [result.reason] : [result.value, result.plain.low, result.plain.high]
}

function paired(a: ArrayLike<number>, b: ArrayLike<number>) {
  const { z, p } = stats.pairedAuroc({ a, b, labels: POOR })
  return [z, p]
}

function square(value: number | null | undefined): number {
  return (value ?? Number.NaN) ** 2
}

function se(result: object): unknown {
  return 'se' in result ? result.se : undefined
}

function icc(): unknown[] {
  const result = stats.twoWayIcc(SHROUT_FLEISS)
  if (!('oneWay' in result)) return []
  const { oneWay, twoWayRandom, twoWayMixed, bms, wms, jms, ems } = result
  return [oneWay.value, twoWayRandom.value, twoWayMixed.value, bms, wms, jms, ems]
}

const SEPARATION: Row[] = [
  {
    ...{ row: 1, name: 'Mann-Whitney', expected: [17, 0.1111111111, 0.1113468865, 0.086410733] },
    numbers() {
      const { u, pExact, pNormal, pNormalCorrected } = stats.mannWhitney(X1, Y1)
      return [u.value, pExact.value, pNormalCorrected.value, pNormal.value]
    },
  },
  {
    ...{ row: 2, name: 'area and DeLong', expected: [0.85, 0.138443731, 0.0191666667, 0.4028526881, 0.9794231071] },
    numbers() {
      const result = stats.delong(X1, Y1)
      return [result.value, se(result), square(Number(se(result))), ...ends(result)]
    },
  },
  {
    ...{ row: 3, name: 'area with ties, its intervals and tests' },
    expected: [36, 0.8571428571, 0.1091522337, 0.6432084102, 1.0710773041, 0.5111551867, 0.9717743033],
    numbers() {
      const result = stats.delong(X3, Y3)
      const plain = 'plain' in result ? ends(result.plain) : []
      return [stats.mannWhitney(X3, Y3).u.value, result.value, se(result), ...plain, ...ends(result)]
    },
  },
  {
    ...{ row: 3, name: 'Hanley-McNeil error, normal p, exact permutation p' },
    expected: [0.1131864322, 0.0362089013, true, 1716, 59 / 1716],
    numbers: () => [
      stats.hanleyMcNeil(6 / 7, 6, 7),
      stats.mannWhitney(X3, Y3).pNormalCorrected.value,
      ...permutationP(),
    ],
  },
  {
    ...{ row: 4, name: 'gap, Welch, effect sizes, point-biserial' },
    expected: [
      ...[0.3142857143, 2.7910033269, 10.9491156243, 0.0176251768, 0.0662994048, 0.5622720238],
      ...[1.5227656849, 1.4165262185, 0.6365013186, 0.0193324167],
    ],
    numbers() {
      const { difference, t, df, p, low, high, cohenD, hedgesG } = stats.gap(X3, Y3)
      const correlation = stats.pointBiserial(SCORES, LABELS)
      return [difference, t, df, p, low, high, cohenD, hedgesG, correlation.value, correlation.p]
    },
  },
  {
    ...{ row: 5, name: 'threshold', expected: [0.6, 5 / 6, 6 / 7, 0.6904761905] },
    numbers() {
      const best = stats.youden(X3, Y3)
      return best.threshold === null ? [] : [best.lowestGood, best.sensitivity, best.specificity, best.j]
    },
  },
  {
    ...{ row: 6, name: 'clustered area', expected: [0.0080631913, 0.0119142101] },
    numbers() {
      const variance = (clusters: number[]) => {
        return square(Number(se(stats.clusteredAuroc({ scores: SCORES, labels: LABELS, clusters }))))
      }
      return [variance(CLUSTERS), variance(SCORES.map((_, item) => item))]
    },
  },
  {
    ...{ row: 7, name: 'fallback at an area of 1', expected: [0.7073312009, 0.8512710037, 0.5312311703, 0.9656704876] },
    numbers: () => [
      stats.newcombeAuroc(1, 6, 7).low,
      stats.newcombeAuroc(1, 8, 40).low,
      ...ends(stats.newcombeAuroc(6 / 7, 6, 7)),
    ],
  },
  {
    ...{ row: 8, name: 'DeLong, published (ndka)', within: 1e-12 },
    expected: [0.611957994579946, 0.501244999271703, 0.722670989888189],
    numbers: () => bleeding(NDKA),
  },
  {
    ...{ row: 9, name: 'DeLong, published (s100b; wfns)' },
    expected: [0.7313685637, 0.6301182118, 0.8326189156, 0.8236788618, 0.7485348878, 0.8988228358],
    numbers: () => [...bleeding(S100B), ...bleeding(WFNS)],
  },
  {
    ...{ row: 10, name: 'DeLong paired, published', within: 1e-12 },
    expected: [
      ...[2.20898359144091, 0.0271757822291882, 2.79777591868904, 0.00514557970691098],
      ...[-1.39077002573558, 0.164295175223054],
    ],
    numbers: () => [...paired(WFNS, S100B), ...paired(WFNS, NDKA), ...paired(NDKA, S100B)],
  },
  {
    ...{ row: 11, name: 'point-biserial', expected: [0.8660254037844386, 0.011724811003954652], within: 1e-13 },
    numbers() {
      const { value, p } = stats.pointBiserial([0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1, 1])
      return [value, p]
    },
  },
]

const AGREEMENT: Row[] = [
  {
    ...{ row: 12, name: "Cohen's kappa" },
    expected: [0.4841628959, 0.1380135783, 0.2136612531, 0.7546645388, 0.1483982818, 3.2625909799],
    numbers() {
      const kappa = stats.cohenKappa(SAS)
      return 'z' in kappa ? [kappa.value, kappa.se, kappa.low, kappa.high, kappa.se0, kappa.z] : []
    },
  },
  {
    ...{ row: 13, name: 'weighted kappa', expected: [0.4701195219, 0.1457460451, 0.4501607717, 0.1922326634] },
    numbers() {
      const [linear, quadratic] = (['linear', 'quadratic'] as const).map((weights) => stats.weightedKappa(SAS, weights))
      return [linear, quadratic].flatMap((kappa) => (kappa === undefined ? [] : [kappa.value, se(kappa)]))
    },
  },
  {
    ...{ row: 14, name: 'the paradox of kappa' },
    expected: [0.944, -0.0233918129, 0.9407763376, 0.0230569643, 0.8951401466, 0.9864125286, 0.888],
    numbers() {
      const kappa = stats.cohenKappa(PARADOX)
      const ac1 = stats.gwetAc1(PARADOX)
      return [kappa.po, kappa.value, ac1.value, se(ac1), ...ends(ac1), stats.pabak(PARADOX).value]
    },
  },
  {
    ...{ row: 15, name: 'kappa and AC1' },
    expected: [0.6995192308, 0.7007481297, 0.3181818182, 0.808, 0.4, 0.4059405941],
    numbers: () =>
      [
        [40, 9, 6, 45],
        [80, 10, 5, 5],
        [20, 5, 10, 15],
      ].flatMap(([a = 0, b = 0, c = 0, d = 0]) => {
        const table = [
          [a, b],
          [c, d],
        ]
        return [stats.cohenKappa(table).value, stats.gwetAc1(table).value]
      }),
  },
  {
    ...{ row: 16, name: 'four raters with gaps' },
    expected: [
      ...[0.7434210526, 0.8153875038, 0.8491071429, 0.7974027747],
      ...[0.7754440681, 0.8181818182, 0.1903211806, 0.7611692754, 0.7628174413],
    ],
    numbers() {
      const alpha = (['nominal', 'ordinal', 'interval', 'ratio'] as const).map(
        (level) => stats.krippendorffAlpha(FOUR_RATERS, level).value,
      )
      const { value, po, pe } = stats.gwetAc1Ratings(FOUR_RATERS)
      const fleiss = stats.fleissKappa(stats.ratingCounts(FOUR_RATERS).counts)
      // The figure of Conger's kappa is that of Gwet's print of the data, in which the third rater gave item 12 its only rating.
      const conger = stats.congerKappa([...FOUR_RATERS.slice(0, 11), [null, null, 3, null]])
      return [...alpha, value, po, pe, fleiss.value, conger.value]
    },
  },
  {
    ...{ row: 17, name: "Fleiss' kappa", expected: [0.2099307044] },
    numbers: () => [stats.fleissKappa(FLEISS).value],
  },
  {
    ...{ row: 17, name: "Fleiss' kappa and the free-marginal one", expected: [0.161905, 0.214286], within: 5e-7 },
    numbers: () => {
      const counts = [
        [7, 1],
        [3, 5],
      ]
      return [stats.fleissKappa(counts).value, stats.freeMarginalKappa(counts).value]
    },
  },
  {
    ...{ row: 18, name: 'intraclass correlations', within: 5e-8 },
    expected: [0.1657417684, 0.2897637795, 0.7148407148, 11.2416667, 6.2638889, 32.4861111, 1.0194444],
    numbers: icc,
  },
]

describe('reference rows 1 to 11: does the score separate right from wrong', () => testRows(SEPARATION))
describe('reference rows 12 to 18: agreement', () => testRows(AGREEMENT))
