import { describe } from 'vitest'
import * as stats from '../src/stats.ts'
import { ends, type Row, testRows } from './support/rows.ts'

const A28 = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B28 = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]
const CLUSTERS29 = [[1, 1, 0], [1, 0, 0], [1, 1, 1], [0]]
const CLUSTERS30 = [[0.2, 0, 0.1], [0.3, 0.1], [0, 0.2, -0.1], [0.1], [0.05, 0.15]]
const CLUSTERS31 = [[1, 1, 0], [0, 0, 1], [1, 1, 1], [0]]
const COCHRAN = ['111', '111', '010', '110', '000', '111', '111', '110', '001', '010', '111', '111']
const R_BOOT = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]
const P = [
  ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459],
  ...[0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
]

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function meanOf(values: readonly number[]) {
  return (chosen: Uint32Array) => mean(Array.from(chosen, (place) => values[place] as number))
}

function fields(result: object, ...names: string[]): unknown[] {
  return names.map((name) => (result as Record<string, unknown>)[name])
}

/** Jackknife values of mean(z) - mean(y), a list a sample. */
function twoSampleJackknives(): number[][] {
  const y = [10, 27, 31, 40, 46, 50, 52, 104, 146]
  const z = [16, 23, 38, 94, 99, 141, 197]
  const without = (values: readonly number[], out: number) => mean(values.filter((_, place) => place !== out))
  return [z.map((_, out) => without(z, out) - mean(y)), y.map((_, out) => mean(z) - without(y, out))]
}

const SHARES: Row[] = [
  {
    ...{ row: 19, name: 'binomial intervals of 3/10' },
    expected: [0.1077912674, 0.6032218525, 0.0926945939, 0.6058183181, 0.0667395112, 0.6524528501],
    numbers: () => [stats.wilson, stats.jeffreys, stats.clopperPearson].flatMap((method) => ends(method(3, 10))),
  },
  {
    ...{ row: 20, name: 'Wilson' },
    expected: [
      ...[0.2552885199, 0.366209577, 0.0623863995, 0.1604872417, 0, 0.1611251581],
      ...[0.0061132143, 0.1717552188, 0.348499283643951, 0.651500716356049],
    ],
    numbers: () => [
      ...[...ends(stats.wilson(81, 263)), ...ends(stats.wilson(15, 148)), ...ends(stats.wilson(0, 20))],
      ...[...ends(stats.wilson(1, 29)), ...ends(stats.wilson(19, 38))],
    ],
  },
  {
    ...{ row: 21, name: 'bands of k of n' },
    expected: [
      ...[0.0614919447, 0.7923403992, 0.2076596008, 0.9385080553, 0.4385029682, 1, 0.3755346298, 0.9637758914],
      ...[0.5655175352, 1, 0.5291118178, 0.9775825085, 0.7575059933, 1],
    ],
    numbers: () =>
      ['1/3', '2/3', '3/3', '4/5', '5/5', '7/8', '12/12'].flatMap((ratio) => {
        const [k = 0, n = 0] = ratio.split('/').map(Number)
        return ends(stats.ratioResolution(k, n))
      }),
  },
  {
    ...{ row: 22, name: 'Jeffreys', expected: [0.3713735994, 0.977487234, 0.546280679, 0.9861617662] },
    numbers: () => [...ends(stats.jeffreys(4, 5)), ...ends(stats.jeffreys(7, 8))],
  },
]

const PAIRS: Row[] = [
  {
    ...{ row: 23, name: 'McNemar exact and mid-p' },
    expected: [4.4344492638e-6, 0.3786876627, 0.0020602657, 0.0654296875, 0.03125, 0.0385742188],
    numbers: () => [
      ...[stats.mcnemar(121, 59), stats.mcnemar(70, 59), stats.mcnemar(30, 60)].map(({ pExact }) => pExact),
      ...[stats.mcnemar(9, 2).pExact, stats.mcnemar(6, 0).pExact, stats.mcnemar(9, 2).pMid],
    ],
  },
  {
    ...{ row: 24, name: 'McNemar chi-square', within: 5e-6 },
    expected: [20.67222, 5.450095e-6, 21.35556, 16.8177966102, 17.3559322034],
    numbers() {
      const [first, second] = [stats.mcnemar(121, 59), stats.mcnemar(86, 150)]
      const { chiSquareCorrected } = first
      return [
        ...[chiSquareCorrected?.value, chiSquareCorrected?.p, first.chiSquare?.value],
        ...[second.chiSquareCorrected?.value, second.chiSquare?.value],
      ]
    },
  },
  {
    ...{ row: 25, name: 'Bonett-Price', expected: [0.0882352941, 0.0108810298, 0.1655895584, 0.03515625] },
    numbers() {
      const result = stats.bonettPrice(12, 3, 100)
      return [...fields(result, 'centre'), ...ends(result), stats.mcnemar(12, 3).pExact]
    },
  },
  {
    ...{ row: 26, name: "Cochran's Q", expected: [2.8, 0.2465969639] },
    numbers: () => fields(stats.cochranQ(COCHRAN.map((marks) => [...marks].map(Number))), 'value', 'p'),
  },
  {
    ...{ row: 27, name: 'Wilcoxon exact', expected: [24, 0.041259765625] },
    numbers: () => fields(stats.wilcoxon([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]), 'w', 'pExact'),
  },
  {
    ...{ row: 28, name: 'paired scores' },
    expected: [0.0625, 0.0532430411, 1.1738623241, 0.2788371382, 0.1096870548, 96 / 256],
    numbers() {
      const flips = stats.signFlip(
        A28.map((score, place) => score - (B28[place] as number)),
        { seed: 1 },
      )
      const paired = stats.pairedDifference(A28, B28)
      return [...fields(paired, 'value', 'se', 't', 'p', 'seUnpaired'), ...fields(flips, 'p')]
    },
  },
  {
    ...{ row: 29, name: 'clustered mean', expected: [0.1632993162, 0.1657307053, 0.1574801575, 0.1818424226] },
    numbers() {
      const miller = stats.millerStandardError(CLUSTERS29)
      const robust = stats.clusterRobust(stats.clusterTotals(CLUSTERS29))
      return [...fields(miller, 'independent', 'clustered'), ...fields(robust, 'seUncorrected', 'se')]
    },
  },
  {
    ...{ row: 30, name: 'clustered difference', expected: [0.1, 0.0257129739, 0.0287479787, 0.0337099931, 0.0625] },
    numbers() {
      const robust = stats.clusterRobust(stats.clusterTotals(CLUSTERS30))
      const naive = stats.millerStandardError(CLUSTERS30).independent
      const { p } = stats.signFlip(CLUSTERS30, { seed: 1 })
      return [...fields(robust, 'value', 'seUncorrected', 'se'), naive, p]
    },
  },
]

const RESAMPLING: Row[] = [
  {
    ...{ row: 31, name: 'cluster bootstrap, all draws', expected: [256, 0.58515625, 0.1661154214, 0.25, 0.9] },
    numbers() {
      const result = stats.clusterBootstrap(stats.clusterTotals(CLUSTERS31), { seed: 1 })
      return [...fields(result, 'replicates', 'mean', 'sd'), ...ends(result)]
    },
  },
  {
    ...{ row: 32, name: 'BCa, all draws' },
    expected: [1503, 195, 3125, 0.0304853211, 0.0135884379, 0.032178575, 0.9810653721, 2.2, 7.6, 2, 7.6],
    numbers() {
      const result = stats.bca(5, meanOf([1, 2, 4, 8, 9]), { seed: 1 })
      const percentile = 'percentile' in result ? ends(result.percentile) : []
      const counts = fields(result, 'below', 'equal', 'replicates', 'z0', 'acceleration', 'lowShare', 'highShare')
      return [...counts, ...ends(result), ...percentile]
    },
  },
  {
    ...{ row: 33, name: 'BCa acceleration of two samples', expected: [0.011008228344026734], within: 1e-15 },
    numbers: () => [stats.acceleration(twoSampleJackknives())],
  },
  {
    ...{ row: 34, name: 'BCa against R, acceleration', expected: [0.0615288696] },
    numbers: () => fields(stats.bca(16, meanOf(R_BOOT), { seed: 1, replicates: 100 }), 'acceleration'),
  },
  {
    // Shares of R's limits from a million draws; half a percent is the tolerance. A fifth of the draws keeps this test short.
    ...{ row: 34, name: 'BCa against R, limits', expected: [1, 1, 1, 1, 1, 1], within: 0.005 },
    numbers() {
      const result = stats.bca(16, meanOf(R_BOOT), { seed: 1, replicates: 200_000 })
      if (!('basic' in result)) return []
      const found = [...ends(result), ...ends(result.percentile), ...ends(result.basic)]
      return [32.31, 91.43, 28.86, 84.21, 23.77, 79.12].map((published, place) => Number(found[place]) / published)
    },
  },
  {
    ...{ row: 35, name: "Holm's adjusted p" },
    expected: [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1],
    numbers: () => stats.holm(P),
  },
  {
    ...{ row: 35, name: "Benjamini and Hochberg's adjusted p, and Benjamini and Yekutieli's first three" },
    expected: [
      ...[0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571429, 0.0638571429, 0.0645, 0.0765, 0.486],
      ...[0.5811818182, 0.714875, 0.7532307692, 0.8132142857, 1, 0.0049773435, 0.009954687, 0.0315231754],
    ],
    numbers: () => [...stats.benjaminiHochberg(P), ...stats.benjaminiYekutieli(P).slice(0, 3)],
  },
]

describe('reference rows 19 to 22: shares', () => testRows(SHARES))
describe('reference rows 23 to 30: two configurations on the same questions', () => testRows(PAIRS))
describe('reference rows 31 to 35: resampling and many tests', () => testRows(RESAMPLING))
