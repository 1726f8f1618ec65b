import { describe, expect, it } from 'vitest'
import { metric } from '../test-support/records.ts'
import { finish, grade, type TrustCase, trustData, trustOf } from './test-support/trust-case.ts'

const graded = (verdicts: readonly boolean[], score: (k: number, right: boolean) => number): TrustCase[] =>
  verdicts.map((right, k) => ({ question: `q${k}`, right, scores: { m: score(k, right) } }))
const alternating = (n: number) => Array.from({ length: n }, (_, k) => k % 2 === 0)
const noise = (k: number) => ((k * 37) % 101) / 101

function lineOf(cases: readonly TrustCase[], options: Parameters<typeof trustOf>[1] = {}) {
  const [line] = trustOf(cases, options).metrics
  if (line === undefined) throw new Error('no line')
  return line
}

describe('what cannot be decided is said in words', () => {
  it('one class only', () => {
    const right = lineOf(graded(Array(20).fill(true), noise))
    expect(right).toMatchObject({
      verdict: 'too_few_grades',
      reason_code: 'no_wrong',
      auc: null,
      p: null,
      needed: null,
    })
    expect(right.reason).toMatch(/wrong/)
    expect(right.mean_right).toBeGreaterThan(0)
    expect(right.mean_wrong).toBeNull()
    const wrong = lineOf(graded(Array(20).fill(false), noise))
    expect(wrong).toMatchObject({ verdict: 'too_few_grades', reason_code: 'no_right' })
  })

  it('all scores NA, counted by reason', () => {
    const cases = alternating(20).map((right, k): TrustCase => {
      const reason = k < 5 ? 'no_context' : 'judge_unreadable'
      return { question: `q${k}`, right, scores: { m: { status: 'na', reason, detail: '' } } }
    })
    const line = lineOf(cases)
    expect(line).toMatchObject({ n: 0, verdict: 'too_few_grades', reason_code: 'no_scores', clusters: 0 })
    expect(line.left_out).toEqual({ na: { no_context: 5, judge_unreadable: 15 }, not_scored: 0, equal_to_reference: 0 })
    expect(line).toMatchObject({ share_at_max: null, distinct_values: 0, gap: null, p: null })
  })

  it('a metric that was never applied', () => {
    const cases = alternating(20).map((right, k): TrustCase => ({ question: `q${k}`, right }))
    const line = lineOf(cases, { given: [metric('m')] })
    expect(line).toMatchObject({ n: 0, reason_code: 'no_scores', left_out: { not_scored: 20 } })
  })

  it('all scores equal', () => {
    const line = lineOf(graded(alternating(20), () => 1))
    expect(line).toMatchObject({ verdict: 'does_not_separate', reason_code: 'all_equal', auc: 0.5, distinct_values: 1 })
    expect(line).toMatchObject({ share_at_max: 1, low: null, threshold: null, needed: null })
    expect(line.p).toBe(1)
  })

  it('three grades', () => {
    const line = lineOf(graded([true, true, false], (k) => k / 3))
    expect(line).toMatchObject({ verdict: 'too_few_grades', reason_code: 'few_of_one_class', n_right: 2, n_wrong: 1 })
    expect(line.reason).toMatch(/2 right and 1 wrong/)
    expect(line.threshold).toBeNull()
  })

  it('no grades at all', () => {
    const report = trustOf([{ question: 'q', scores: { m: 1 } }])
    expect(report).toMatchObject({ n_right: 0, n_wrong: 0, clusters: 0, human: null, pairs: [] })
    expect(report.metrics[0]).toMatchObject({ verdict: 'too_few_grades', reason_code: 'no_scores', n: 0 })
  })

  it('five clusters, however many answers are in them', () => {
    const cases = graded(alternating(60), (k, right) => noise(k) + (right ? 1 : 0)).map((one, k) => {
      return { ...one, tags: { talk: `${k % 5}` } }
    })
    const line = lineOf(cases, { clusterBy: 'talk' })
    expect(line).toMatchObject({ verdict: 'too_few_grades', reason_code: 'few_clusters', clusters: 5 })
  })

  it('so many lines that no p could pass the correction', () => {
    // Five of each class: 252 arrangements, two of which are the most extreme. 2/252 times 7 lines is above .05.
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const cases = alternating(10).map((right, k): TrustCase => {
      return { question: `q${k}`, right, scores: Object.fromEntries(names.map((name) => [name, right ? 1 + k : 0])) }
    })
    const { metrics, family } = trustOf(cases)
    expect(family).toBe(7)
    expect(metrics.every(({ reason_code }) => reason_code === 'p_unreachable')).toBe(true)
    expect(lineOf(cases.map((one) => ({ ...one, scores: { a: one.scores?.a ?? 0 } }))).verdict).toBe('separates')
  })

  it('two grades of one answer that disagree: left out, counted and named', () => {
    const cases: TrustCase[] = [
      ...graded(alternating(20), (k, right) => noise(k) + (right ? 1 : 0)),
      { question: 'split', right: [true, false], scores: { m: 0.5 } },
      { question: 'majority', right: [true, true, false], scores: { m: 0.9 } },
    ]
    const report = trustOf(cases)
    expect(report).toMatchObject({ n_right: 11, n_wrong: 10 })
    expect(report.labels).toMatchObject({
      graded: 21,
      split: [{ configuration: 'base', test_case_id: 'split', repeat: 1 }],
      split_total: 1,
      graders: ['a', 'b', 'c'],
    })
    expect(report.warnings).toContainEqual({ code: 'split_grades', detail: { n: 1 } })
    const alone = trustOf(cases, { graders: ['a'] })
    expect(alone.labels).toMatchObject({ graded: 22, split_total: 0, graders: ['a'] })
    expect(alone.n_right).toBe(12)
  })
})

describe('verdicts', () => {
  it('separates: the interval is above one half and p passes the correction', () => {
    const line = lineOf(graded(alternating(60), (k, right) => noise(k) + (right ? 0.6 : 0)))
    expect(line).toMatchObject({ verdict: 'separates', reason_code: 'separates', needed: null })
    expect(line.low).toBeGreaterThan(0.5)
    expect(line.threshold?.sensitivity.value).toBeGreaterThan(0.5)
  })

  it('does not separate: the interval ends below the bar, which may be moved', () => {
    const cases = graded(alternating(400), (k) => noise(k) + (k % 7) / 100)
    const line = lineOf(cases)
    expect(line).toMatchObject({ verdict: 'does_not_separate', reason_code: 'below_bar' })
    expect(line.reason).toContain('0.7')
    expect(lineOf(cases, { bar: 0.51 }).verdict).toBe('undecided')
  })

  it('does not separate: it is turned round', () => {
    const line = lineOf(graded(alternating(60), (k, right) => noise(k) - (right ? 0.6 : 0)))
    expect(line).toMatchObject({ verdict: 'does_not_separate', reason_code: 'reversed' })
    expect(line.high).toBeLessThan(0.5)
  })

  it('undecided: with how many more grades of which class would settle it', () => {
    const line = lineOf(
      graded([...Array(12).fill(false), ...Array(36).fill(true)], (k, right) => noise(k) + (right ? 0.08 : 0)),
    )
    expect(line.verdict).toBe('undecided')
    const { right, wrong, shows, rarer } = line.needed ?? {}
    expect(shows).toBe('separates')
    expect(right).toBeGreaterThan(0)
    // In the proportion found: three right ones to a wrong one.
    expect((right ?? 0) / (wrong ?? 1)).toBeCloseTo(3, 0)
    expect(rarer).toMatchObject({ class: 'wrong' })
    expect(rarer?.n).toBeLessThan((right ?? 0) + (wrong ?? 0))
  })
})

describe('warnings', () => {
  it('a metric without a score mostly where the answer is wrong', () => {
    const cases = graded(alternating(60), (k, right) => noise(k) + (right ? 0.4 : 0)).map((one, k): TrustCase => {
      const missing = one.right === false && k % 3 === 0
      return missing ? { ...one, scores: { m: { status: 'na', reason: 'judge_unreadable', detail: '' } } } : one
    })
    const { warnings } = trustOf(cases)
    expect(warnings).toContainEqual({ code: 'na_differs', detail: { metric: 'm', share_right: 0, share_wrong: 1 / 3 } })
  })

  it('a configuration without grades, and scores by another judge', () => {
    const metrics = [metric('m')]
    const cases: TrustCase[] = [
      ...graded(alternating(60), noise),
      { question: 'q0', configuration: 'wide', scores: { m: 1 } },
    ]
    const report = trustOf(cases)
    expect(report.warnings).toContainEqual({ code: 'configurations_missing', detail: { graded: 1, configurations: 2 } })
    const data = trustData(cases, metrics)
    const key = { configuration: 'base', test_case_id: 'q1', repeat: 1 }
    data.addScore({ ...key, metric: 'm', metric_version: '0', judge: 'rule', outcome: { status: 'scored', value: 1 } })
    expect(data.others).toBe(1)
  })
})

describe('what the grades are a sample of', () => {
  const cases: TrustCase[] = alternating(20).map((right, k) => ({ question: `q${k}`, scores: { m: right ? 1 : 0 } }))
  const labelsWith = (extra: (k: number) => Parameters<typeof grade>[3] | undefined) => {
    const metrics = [metric('m')]
    const data = trustData(cases, metrics)
    for (const [k, one] of cases.entries()) {
      const given = extra(k)
      if (given !== undefined) data.addGrade(grade(one, k % 2 === 0, 'a', given))
    }
    const known = trustOf(cases, { given: metrics })
    expect(known.labels.graded).toBe(0)
    return finishWith(data).labels
  }
  const finishWith = (data: ReturnType<typeof trustData>) => finish(data, [metric('m')])

  it('is told from how each was chosen', () => {
    expect(labelsWith((k) => (k < 10 ? { sampling: 'random' } : undefined)).sampling).toBe('random')
    expect(labelsWith((k) => (k < 10 ? { sampling: 'chosen' } : undefined)).sampling).toBe('chosen')
    expect(labelsWith((k) => (k < 10 ? { sampling: k < 5 ? 'random' : 'chosen' } : undefined)).sampling).toBe('mixed')
    expect(labelsWith((k) => (k < 10 ? {} : undefined)).sampling).toBe('unknown')
    expect(labelsWith(() => ({ sampling: 'chosen' })).sampling).toBe('all')
  })
})
