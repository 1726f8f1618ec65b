import { describe, expect, it } from 'vitest'
import { clusterFolds } from './cluster-folds.ts'
import { splitByLabel } from './labelled-scores.ts'
import { outOfFoldThreshold } from './out-of-fold-threshold.ts'
import { seededRandom } from './random.ts'
import { hasMtrag, mtragClusters, mtragLabels, mtragRows } from './test-support/mtrag.ts'
import { wilson } from './wilson.ts'
import { youden } from './youden.ts'

/** Three items a cluster; good items score higher by `shift` of 20 steps. */
function made(items: number, shift: number, seed = 1) {
  const random = seededRandom(seed)
  const labels = Array.from({ length: items }, () => (random.integer(10) < 6 ? 1 : 0))
  return {
    labels,
    scores: labels.map((label) => random.integer(20) + shift * label),
    clusters: labels.map((_, item) => Math.floor(item / 3)),
  }
}

function of(result: ReturnType<typeof outOfFoldThreshold>) {
  if (result.threshold === null) throw new Error(result.reason)
  return result
}

describe('outOfFoldThreshold', () => {
  it('judges each fold by the threshold of the others, clusters whole', () => {
    const input = made(90, 8)
    const result = of(outOfFoldThreshold(input, { seed: 5 }))
    const fold = clusterFolds({ ...input, folds: 5, seed: 5 })
    let [passed, stopped] = [0, 0]
    input.labels.forEach((label, item) => {
      const others = input.scores.map((_, i) => i).filter((i) => fold[i] !== fold[item])
      const { good, bad } = splitByLabel(
        others.map((i) => input.scores[i] ?? Number.NaN),
        others.map((i) => input.labels[i] ?? Number.NaN),
      )
      const isCalledGood = (input.scores[item] ?? Number.NaN) >= (youden(good, bad).threshold ?? Number.NaN)
      if (label === 1 && isCalledGood) passed += 1
      if (label === 0 && !isCalledGood) stopped += 1
    })
    const { good, bad } = splitByLabel(input.scores, input.labels)
    expect(result.sensitivity).toEqual(wilson(passed, good.length))
    expect(result.specificity).toEqual(wilson(stopped, bad.length))
    expect(result).toMatchObject({ threshold: youden(good, bad).threshold, folds: 5 })
    expect(result.inSample.j - result.j).toBe(result.optimism)
  })

  it('finds that a sample flatters itself, on the average of many samples', () => {
    let total = 0
    let samples = 0
    for (let seed = 1; seed <= 30; seed++) {
      const result = outOfFoldThreshold(made(60, 7, seed), { seed })
      if (result.threshold === null) continue
      total += result.optimism
      samples += 1
    }
    expect(samples).toBeGreaterThan(10)
    expect(total / samples).toBeGreaterThan(0.02)
  })

  it('gives the same for the same seed, and a loss by cost moves the threshold', () => {
    const input = made(120, 8)
    expect(outOfFoldThreshold(input, { seed: 2 })).toEqual(outOfFoldThreshold(input, { seed: 2 }))
    const strict = of(outOfFoldThreshold(input, { seed: 2, costs: { missedGood: 1, passedBad: 4, prevalence: 0.6 } }))
    const lenient = of(outOfFoldThreshold(input, { seed: 2, costs: { missedGood: 2, passedBad: 1, prevalence: 0.5 } }))
    expect(strict.threshold).toBeGreaterThan(lenient.threshold)
  })

  it('is refused, with the reason, where a threshold would mean nothing', () => {
    const reason = (input: Parameters<typeof outOfFoldThreshold>[0]) => {
      const result = outOfFoldThreshold(input, { seed: 1 })
      return result.threshold === null ? result.reason : 'given'
    }
    expect(reason(made(21, 8))).toBe('a threshold needs at least 10 good and 10 bad items')
    expect(reason(made(90, 0))).toBe('the score may separate no better than chance')
    expect(reason(made(90, -12))).toBe('bad items score higher than good ones')
    expect(reason({ ...made(90, 8), labels: new Uint8Array(90) })).toBe('no good items')
    expect(reason({ ...made(90, 8), scores: new Float64Array(90) })).toBe('all scores are equal')
    expect(reason({ ...made(90, 8), clusters: new Uint8Array(90) })).toBe('one cluster has no spread')
  })
})

describe.skipIf(!hasMtrag)('outOfFoldThreshold on 252 responses with human marks', () => {
  it('allows a threshold for the published faithfulness, questions kept whole', () => {
    const rows = mtragRows()
    const scores = rows.map((row) => row.published_scores.ragas_faithfulness ?? Number.NaN)
    const input = { scores, labels: mtragLabels(rows), clusters: mtragClusters(rows, 'question') }
    const result = of(outOfFoldThreshold(input, { seed: 1 }))
    expect(result.sensitivity.value).toBeGreaterThan(0.7)
    expect(result.specificity.value).toBeGreaterThan(0.7)
    expect(Math.abs(result.optimism)).toBeLessThan(0.1)
  })
})
