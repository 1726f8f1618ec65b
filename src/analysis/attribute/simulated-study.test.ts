import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../stats/random.ts'
import type { Arm } from '../compare/arm.ts'
import { measuredMetric } from '../compare/compared-metric.ts'
import { questionIndex, scoredArm } from '../test-support/arms.ts'
import { metric } from '../test-support/records.ts'
import { attributedPair } from './attributed-pair.ts'
import { readDesign } from './design.ts'
import { outcomeData } from './outcome-data.ts'

const STUDIES = 500
const EFFECT = 0.15

const uniform = (random: Random) => random.integer(1_000_000) / 1_000_000
const bernoulli = (random: Random, p: number) => (uniform(random) < p ? 1 : 0)

/** The one pair of a study whose second configuration changes one setting. */
function pairOf(a: Arm, b: Arm, size: number, of: object, clusters?: Uint32Array) {
  const index = questionIndex(size)
  const design = readDesign([
    { name: 'base', settings: { top_k: 3 } },
    { name: 'deep', settings: { top_k: 9 } },
  ])
  const data = outcomeData({
    ...{ design, base: 0, arms: [a, b], measured: measuredMetric(metric('m', of)), clusters, seed: 1 },
    questions: Uint32Array.from({ length: size }, (_, question) => question),
    idOf: index.idOf,
    tagsOf: () => ({}),
  })
  return attributedPair(data, { a: 0, b: 1, factors: [0] }, index.indexOf)
}

/** In which share of the studies `covers` holds. */
function share(covers: (random: Random) => boolean, studies = STUDIES): number {
  let count = 0
  for (let seed = 1; seed <= studies; seed++) if (covers(seededRandom(seed))) count += 1
  return count / studies
}

const holds = (low: number | null, high: number | null, truth: number) =>
  low !== null && high !== null && low <= truth && truth <= high

/** Questions of unequal difficulty, on which a change raises the chance of a right answer by the effect. */
function answers(random: Random, size: number) {
  const chances = Array.from({ length: size }, () => 0.2 + 0.6 * uniform(random))
  return { a: chances.map((p) => bernoulli(random, p)), b: chances.map((p) => bernoulli(random, p + EFFECT)) }
}

describe(`${STUDIES} simulated studies of a change whose effect is known`, () => {
  it('have intervals that hold it in at least 93 % of them, of right and wrong answers', () => {
    const covered = share((random) => {
      const { a, b } = answers(random, 60)
      const { low, high } = pairOf(scoredArm(a), scoredArm(b), 60, { scale: 'binary' })
      return holds(low, high, EFFECT)
    })
    expect(covered).toBeGreaterThanOrEqual(0.93)
  })

  it('and of scores on questions that come in clusters, where ignoring the clusters would fail', () => {
    const [clusters, each] = [30, 5]
    const size = clusters * each
    const clusterOf = Uint32Array.from({ length: size }, (_, question) => Math.floor(question / each))
    const covered = (own: Uint32Array | undefined, studies: number) =>
      share((random) => {
        const shared = Array.from({ length: clusters }, () => EFFECT + 0.6 * (uniform(random) - 0.5))
        const a = Array.from({ length: size }, () => uniform(random))
        const b = a.map(
          (score, question) => score + (shared[clusterOf[question] ?? 0] ?? 0) + 0.2 * (uniform(random) - 0.5),
        )
        const { low, high } = pairOf(scoredArm(a), scoredArm(b), size, { range: [null, null], scale: 'number' }, own)
        return holds(low, high, EFFECT)
      }, studies)
    expect(covered(clusterOf, STUDIES)).toBeGreaterThanOrEqual(0.93)
    expect(covered(undefined, 100)).toBeLessThan(0.8)
  }, 90_000)

  it('and worst-case bounds that hold it where bad answers are the ones without a score, though the interval does not', () => {
    let naive = 0
    const covered = share((random) => {
      const { a, b } = answers(random, 60)
      const seen = b.map((right) => (right === 0 && bernoulli(random, 0.6) === 1 ? null : right))
      const { low, high, bounds } = pairOf(scoredArm(a), scoredArm(seen), 60, { scale: 'binary' })
      if (holds(low, high, EFFECT)) naive += 1
      const all = b.reduce((sum: number, right, place) => sum + right - (a[place] ?? 0), 0) / 60
      expect(holds((bounds?.low ?? 1) - 1e-12, (bounds?.high ?? -1) + 1e-12, all)).toBe(true)
      return holds(bounds?.interval_low ?? null, bounds?.interval_high ?? null, EFFECT)
    })
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(naive / STUDIES).toBeLessThan(0.8)
  })
})
