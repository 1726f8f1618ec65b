import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metric, run } from '../test-support/records.ts'
import { finish, type TrustCase, trustData, trustOf } from './test-support/trust-case.ts'

/** Reference row 3: scores of right and wrong answers, one a question. */
const RIGHT = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const WRONG = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const ROW_3: TrustCase[] = [
  ...RIGHT.map((value, k): TrustCase => ({ question: `x${k}`, right: true, scores: { m: value } })),
  ...WRONG.map((value, k): TrustCase => ({ question: `y${k}`, right: false, scores: { m: value } })),
]
/** Reference row 6: the same in clusters, here a tag. */
const CLUSTERS = { right: [1, 1, 2, 3, 4, 5], wrong: [1, 2, 2, 3, 4, 6, 6] }
const ROW_6 = ROW_3.map((one, k): TrustCase => {
  const cluster = k < 6 ? CLUSTERS.right[k] : CLUSTERS.wrong[k - 6]
  return { ...one, tags: { talk: `t${cluster}` } }
})

describe('what trust says of the scores of reference row 3', () => {
  const report = trustOf(ROW_3)
  const [line] = report.metrics

  it('has the counts, the area with DeLong and the exact permutation p of that row', () => {
    expect(report).toMatchObject({ n_right: 6, n_wrong: 7, clusters: 13, cluster_by: 'question', replicates: null })
    expect(line).toMatchObject({ metric: 'm', n: 13, n_right: 6, n_wrong: 7, form: null, origin: 'rule', clusters: 13 })
    expect(line?.auc).toBeCloseTo(0.8571428571, 10)
    expect(line?.se).toBeCloseTo(0.1091522337, 10)
    expect(line?.se_unclustered).toBeCloseTo(0.1091522337, 10)
    expect(line?.p).toBeCloseTo(59 / 1716, 12)
    expect(line?.p_method).toBe('exact_permutation')
    expect(line?.p_holm).toBeCloseTo(59 / 1716, 12)
  })

  it('has the gap of reference row 4 in units of the score', () => {
    expect(line?.mean_right).toBeCloseTo(0.7, 12)
    expect(line?.gap).toBeCloseTo(0.3142857143, 10)
    expect(line?.gap_low).toBeCloseTo(0.0662994048, 9)
    expect(line?.gap_high).toBeCloseTo(0.5622720238, 9)
    expect(line).toMatchObject({ distinct_values: 9, share_at_max: 0, icc: null })
  })

  it('separates only when the interval that allows for few clusters is above one half too', () => {
    // t with 12 degrees of freedom on the logit scale: .857 holds more than .5 on its lower side or not, as computed here.
    const logit = Math.log(6)
    const half = (2.17881283 * 0.1091522337) / ((6 / 7) * (1 / 7))
    expect(line?.low).toBeCloseTo(1 / (1 + Math.exp(-(logit - half))), 8)
    expect(line?.high).toBeCloseTo(1 / (1 + Math.exp(-(logit + half))), 8)
    expect(line?.verdict).toBe('undecided')
    expect(line?.reason_code).toBe('interval_holds_half')
    expect(line?.reason).toMatch(/0\.4\d+ to 0\.9\d+/)
    expect(line?.needed).toMatchObject({ shows: 'separates' })
  })

  it('refuses a threshold in words', () => {
    expect(line?.threshold).toBeNull()
    expect(line?.threshold_reason).toMatch(/at least 10/)
  })
})

describe('clusters', () => {
  it('by a tag give the standard error of reference row 6', () => {
    const report = trustOf(ROW_6, { clusterBy: 'talk' })
    const [line] = report.metrics
    expect(report).toMatchObject({ clusters: 6, cluster_by: 'talk' })
    expect((line?.se ?? 0) ** 2).toBeCloseTo(0.0080631913, 10)
    expect(line?.se_unclustered).toBeCloseTo(0.1091522337, 10)
    expect(line?.auc).toBeCloseTo(0.8571428571, 10)
    expect(report.warnings.map(({ code }) => code)).toContain('few_clusters')
  })

  it('a test case without the tag is a cluster of its own, and is counted', () => {
    const some = ROW_6.map((one, k) => (k < 2 ? { ...one, tags: {} } : one))
    const report = trustOf(some, { clusterBy: 'talk' })
    expect(report.labels.without_tag).toBe(2)
    expect(report.clusters).toBe(8)
    expect(trustOf(ROW_6, { clusterBy: 'talk' }).labels).not.toHaveProperty('without_tag')
  })

  it('that cannot exchange their grades have a p by the normal form in place of a permutation', () => {
    // Clusters of 1, 2, ... 8 items: none has the size of another.
    const cases = Array.from({ length: 8 }, (_, c) => c).flatMap((c) =>
      Array.from({ length: c + 1 }, (_, k): TrustCase => {
        const right = (c + k) % 2 === 0
        const value = (right ? 0.55 : 0.4) + ((7 * c + 3 * k) % 10) / 20
        return { question: `q${c}-${k}`, right, scores: { m: value }, tags: { size: `${c}` } }
      }),
    )
    const [line] = trustOf(cases, { clusterBy: 'size' }).metrics
    expect(line?.p_method).toBe('wald')
    expect(line?.p_max).toBeNull()
    const { auc, se } = line ?? {}
    if (typeof auc !== 'number' || typeof se !== 'number') throw new Error('no area')
    const t = Math.log(auc / (1 - auc)) / (se / (auc * (1 - auc)))
    // p below .05 exactly where the interval leaves out .5: both use t with 7 degrees of freedom.
    expect((line?.p ?? 1) < 0.05).toBe((line?.low ?? 0) > 0.5)
    expect(line?.p).toBeLessThan(t > 2.364624 ? 0.05 : 1)
  })
})

describe('lines', () => {
  const twice = (verdict: boolean, k: number, p: number, word: number): TrustCase => ({
    question: `q${k}`,
    right: verdict,
    scores: { judged: { status: 'scored', value: p, grading: 'probability', verdict_value: word } },
  })
  const judged = metric('judged', { judge: 'judge-1', scale: 'binary' })

  it('of a judge with both forms are two, with the difference between them on the first', () => {
    const cases = Array.from({ length: 40 }, (_, k) => {
      const right = k % 2 === 0
      const p = (right ? 0.5 : 0.2) + ((k * 7) % 20) / 50
      return twice(right, k, p, p >= 0.5 ? 1 : 0)
    })
    const { metrics, family } = trustOf(cases, { given: [judged] })
    expect(family).toBe(2)
    expect(metrics.map(({ form }) => form).sort()).toEqual(['probability', 'verdict'])
    const by = (form: string) => metrics.find((line) => line.form === form)
    const difference = by('probability')?.against_verdict_form
    expect(difference?.n).toBe(40)
    expect(difference?.difference).toBeCloseTo((by('probability')?.auc ?? 0) - (by('verdict')?.auc ?? 0), 12)
    expect(by('verdict')?.against_verdict_form).toBeNull()
    expect(by('verdict')?.distinct_values).toBe(2)
    expect(by('probability')).toMatchObject({ origin: 'judge', judge_calls: 0 })
  })

  it('read a score made without probabilities alike in both forms, whatever comes first', () => {
    const rule: TrustCase = { question: 'r', right: true, scores: { judged: 1 } }
    const alone: TrustCase = {
      question: 'p',
      right: true,
      scores: { judged: { status: 'scored', value: 0.7, grading: 'probability' } },
    }
    const cases = [rule, alone, twice(false, 1, 0.2, 0), twice(true, 2, 0.9, 1)]
    for (const order of [cases, [...cases].reverse()]) {
      const { metrics } = trustOf(order, { given: [judged] })
      const words = metrics.find(({ form }) => form === 'verdict')
      expect(words).toMatchObject({ n: 3, mean_right: 1, mean_wrong: 0, left_out: { not_scored: 1 } })
      expect(metrics.find(({ form }) => form === 'probability')).toMatchObject({ n: 4 })
    }
  })

  it('turn a metric whose lower scores are better, but show its means as they are', () => {
    const turned = ROW_3.map((one) => ({ ...one, scores: { m: 1 - Number(one.scores?.m) } }))
    const [line] = trustOf(turned, { given: [metric('m', { direction: 'lower_is_better' })] }).metrics
    expect(line?.auc).toBeCloseTo(0.8571428571, 10)
    expect(line?.gap).toBeCloseTo(-0.3142857143, 10)
    expect(line?.direction).toBe('lower_is_better')
  })

  it('stand with the best lower end first and compare with the baseline', () => {
    const cases = Array.from({ length: 60 }, (_, k): TrustCase => {
      const right = k % 3 > 0
      const noise = ((k * 37) % 60) / 60
      const good = (right ? 0.4 : 0) + 0.6 * noise
      return {
        question: `q${k}`,
        right,
        scores: { noise, good, k_precision: 0.8 * good + 0.2 * (((k * 11) % 60) / 60) },
      }
    })
    const { metrics, baseline } = trustOf(cases)
    const lows = metrics.map(({ low }) => low ?? -1)
    expect(lows).toEqual([...lows].sort((a, b) => b - a))
    expect(metrics.map(({ metric: name }) => name)).toEqual(expect.arrayContaining(['good', 'k_precision', 'noise']))
    expect(baseline).toBe('k_precision')
    const line = (name: string) => metrics.find((one) => one.metric === name)
    expect(line('k_precision')?.against_baseline).toBeNull()
    expect(line('noise')?.against_baseline?.difference).toBeCloseTo(
      (line('noise')?.auc ?? 0) - (line('k_precision')?.auc ?? 0),
      12,
    )
    expect(line('good')?.verdict).toBe('separates')
    expect(line('good')?.threshold?.value).toBeGreaterThan(0)
  })

  it('leave out answers that are the reference itself from metrics that read it, and count them', () => {
    const metrics = [metric('rouge_l'), metric('other')]
    const cases = ROW_3.map((one) => ({
      ...one,
      scores: { rouge_l: Number(one.scores?.m), other: Number(one.scores?.m) },
    }))
    const data = trustData(cases, metrics)
    data.addResponse({ configuration: 'base', test_case_id: 'x0', repeat: 1, isReference: true })
    const report = finish(data, metrics, { leavesReference: (one) => one.metric === 'rouge_l' })
    const line = (name: string) => report.metrics.find((one) => one.metric === name)
    expect(line('rouge_l')).toMatchObject({ n: 12, n_right: 5, left_out: { equal_to_reference: 1 } })
    expect(line('other')).toMatchObject({ n: 13, left_out: { equal_to_reference: 0 } })
  })
})

describe('the digits', () => {
  it('do not depend on the order of the records, and are the same for the same seed', () => {
    const cases = Array.from({ length: 60 }, (_, k): TrustCase => {
      const right = (k * 17) % 5 > 1
      return {
        question: `q${k >> 1}`,
        configuration: k % 2 === 0 ? 'base' : 'wide',
        right,
        scores: { m: ((k * 29) % 60) / 60 + (right ? 0.2 : 0), k_precision: ((k * 13) % 60) / 60 },
      }
    })
    const expected = trustOf(cases)
    expect(expected.replicates).toBe(10_000)
    fc.assert(
      fc.property(fc.shuffledSubarray(cases, { minLength: cases.length }), (shuffled) => {
        const report = trustOf(shuffled, { run: run(['base', 'wide'], [metric('m'), metric('k_precision')]) })
        expect(report).toEqual(expected)
      }),
      { numRuns: 5 },
    )
    expect(trustOf(cases, { seed: 2 }).metrics[0]?.p).not.toBe(expected.metrics[0]?.p)
  })
})
