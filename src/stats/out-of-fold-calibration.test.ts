import { describe, expect, it } from 'vitest'
import { brierScore } from './brier.ts'
import { clusterFolds } from './cluster-folds.ts'
import { isotonic } from './isotonic.ts'
import { outOfFoldCalibration } from './out-of-fold-calibration.ts'
import { platt } from './platt.ts'
import { seededRandom } from './random.ts'

/** Items of two a question whose chance of being good is `truth(score)`. */
function sample(n: number, truth: (score: number) => number, seed: number) {
  const random = seededRandom(seed)
  const scores: number[] = []
  const labels: number[] = []
  const clusters: number[] = []
  for (let i = 0; i < n; i++) {
    const score = random.integer(101) / 100
    scores.push(score)
    labels.push(random.integer(1000) < 1000 * truth(score) ? 1 : 0)
    clusters.push(Math.floor(i / 2))
  }
  return { scores, labels, clusters }
}

function known(result: ReturnType<typeof outOfFoldCalibration>) {
  if (result.folds === null) throw new Error(result.reason)
  return result
}

describe('outOfFoldCalibration', () => {
  it('gives every item the probability of curves fitted without its fold', () => {
    const { scores, labels, clusters } = sample(120, (score) => score, 1)
    const result = known(outOfFoldCalibration({ scores, labels, clusters }, { seed: 4, folds: 3 }))
    const fold = clusterFolds({ labels, clusters, folds: 3, seed: 4 })
    for (const i of [0, 17, 119]) {
      const others = labels.map((_, j) => j).filter((j) => fold[j] !== fold[i])
      const x = others.map((j) => scores[j] ?? 0)
      const y = others.map((j) => labels[j] ?? 0)
      expect(result.probabilities.platt[i]).toBeCloseTo(platt(x, y).probability?.(scores[i] ?? 0) ?? -1, 13)
      expect(result.probabilities.isotonic[i]).toBe(isotonic(x, y).at?.(scores[i] ?? 0))
    }
    expect(result.platt).toEqual(brierScore(result.probabilities.platt, labels))
    expect(result.before).toEqual(brierScore(scores, labels))
    expect(result.folds).toBe(3)
  })

  it('mends a score that is far too sure, and by either curve', () => {
    const input = sample(600, (score) => 0.4 + 0.3 * score, 2)
    const result = known(outOfFoldCalibration(input, { seed: 1 }))
    expect(result.platt.value).toBeLessThan((result.before.value ?? 0) - 0.02)
    expect(result.isotonic.value).toBeLessThan((result.before.value ?? 0) - 0.02)
  })

  it('finds nothing in a score that says nothing: no better than the share of good items', () => {
    const result = known(
      outOfFoldCalibration(
        sample(400, () => 0.6, 3),
        { seed: 1 },
      ),
    )
    expect(result.platt.value).toBeGreaterThan((result.baseRate.value ?? 1) - 0.005)
    expect(result.isotonic.value).toBeGreaterThan((result.baseRate.value ?? 1) - 0.005)
  })

  it('gives the same digits for the same seed, in any order of the items', () => {
    const input = sample(200, (score) => score, 5)
    const result = known(outOfFoldCalibration(input, { seed: 9 }))
    expect(outOfFoldCalibration(input, { seed: 9 })).toEqual(result)
    const { scores, labels, clusters } = input
    const turned = { scores: [...scores].reverse(), labels: [...labels].reverse(), clusters: [...clusters].reverse() }
    const again = known(outOfFoldCalibration(turned, { seed: 9 }))
    expect([...again.probabilities.platt].reverse()).toEqual([...result.probabilities.platt])
    expect([...again.probabilities.isotonic].reverse()).toEqual([...result.probabilities.isotonic])
  })

  it('calibrates scores on any scale, but has no Brier score for them as they are', () => {
    const input = sample(200, (score) => score, 6)
    const marks = { ...input, scores: input.scores.map((score) => 1 + 4 * score) }
    const result = known(outOfFoldCalibration(marks, { seed: 1 }))
    expect(result.before).toEqual({ value: null, reason: 'scores outside 0 .. 1 are no probabilities' })
    const plain = known(outOfFoldCalibration(input, { seed: 1 }))
    expect(result.platt.value).toBeCloseTo(plain.platt.value ?? 0, 10)
  })

  it('is undefined, with the reason, where there is too little to learn from', () => {
    const few = sample(60, (score) => (score > 0.9 ? 0 : 1), 7)
    const bad = few.labels.filter((label) => label === 0).length
    expect(outOfFoldCalibration(few, { seed: 1 })).toEqual({
      folds: null,
      reason: `${bad} bad items are too few to calibrate: 20 are needed`,
    })
    const whole = { ...sample(100, (score) => score, 8), clusters: Array<number>(100).fill(3) }
    expect(outOfFoldCalibration(whole, { seed: 1 })).toEqual({
      folds: null,
      reason: 'one cluster cannot be split into folds',
    })
    const equal = { ...sample(100, () => 0.5, 9), scores: Array<number>(100).fill(0.5) }
    expect(outOfFoldCalibration(equal, { seed: 1 })).toMatchObject({
      folds: null,
      reason: 'outside of one fold: all scores are equal',
    })
  })
})
