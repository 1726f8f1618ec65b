import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import { evaluate } from './evaluate.ts'
import { importGrades } from './grades.ts'
import { importScores } from './import-scores.ts'
import { report } from './report.ts'
import { hasMeasles, measlesAnswers, measlesGrades, measlesStudy } from './test-support/measles.ts'
import { hasMtrag, MTRAG_RIGHT_ABOVE, mtragAnswers, mtragMarks, mtragScores } from './test-support/mtrag.ts'
import { trust } from './trust.ts'

const lineOf = ({ metrics }: TrustReport, name: string) => {
  const line = metrics.find(({ metric }) => metric === name)
  if (line === undefined) throw new Error(`no line of ${name}`)
  return line
}

describe.skipIf(!hasMtrag)('trust in the published scores of MTRAG', () => {
  let cwd = ''
  let byQuestion: TrustReport
  let byConversation: TrustReport
  let plain: TrustReport

  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'ragstone-trust-'))
    writeFileSync(join(cwd, 'answers.jsonl'), mtragAnswers())
    writeFileSync(join(cwd, 'scores.jsonl'), mtragScores())
    writeFileSync(join(cwd, 'marks.csv'), mtragMarks())
    await evaluate({ cwd, file: 'answers.jsonl', metrics: ['refusal'] })
    await importScores({ cwd, file: 'scores.jsonl', run: 'latest' })
    await importGrades({ cwd, file: 'marks.csv', rightAbove: MTRAG_RIGHT_ABOVE })
    byQuestion = await trust({ cwd, keepReferenceRows: true })
    byConversation = await trust({ cwd, keepReferenceRows: true, clusterBy: 'conversation' })
    plain = await trust({ cwd })
    return () => rmSync(cwd, { recursive: true, force: true })
  }, 60_000)

  // Reference row 44: AUC, DeLong, by question, by conversation, gap, distinct values, share at 1.
  it.each([
    ['ragas_faithfulness', 0.881176562, 0.026298339, 0.034387098, 0.052673275, 0.504229994, 38, 0.516],
    ['radbench_llm', 0.70827173, 0.03744929, 0.040506111, 0.024548252, 0.191571473, 18, 0.298],
    ['bert_kprec', 0.87689674, 0.025775338, 0.027563621, 0.027641959, 0.273254752, 237, 0],
    ['rougeL', 0.724768501, 0.038039599, 0.032966533, 0.048249898, 0.224536905, 162, 0.333],
  ])('has the digits of the table for %s', (metric, auc, delong, question, conversation, gap, distinct, atMaximum) => {
    const line = lineOf(byQuestion, metric)
    expect(line).toMatchObject({ n: 252, n_right: 181, n_wrong: 71, origin: 'imported', distinct_values: distinct })
    expect(line.auc).toBeCloseTo(auc, 9)
    expect(line.se_unclustered).toBeCloseTo(delong, 9)
    expect(line.se).toBeCloseTo(question, 9)
    expect(lineOf(byConversation, metric).se).toBeCloseTo(conversation, 9)
    expect(line.gap).toBeCloseTo(gap, 9)
    expect(line.share_at_max).toBeCloseTo(atMaximum, 3)
  })

  it('counts answers, questions and conversations, and how alike the answers to one question are', () => {
    expect(byQuestion).toMatchObject({ n_right: 181, n_wrong: 71, clusters: 84, reference_rows: 'kept' })
    expect(byConversation).toMatchObject({ clusters: 10, cluster_by: 'conversation' })
    expect(byConversation.warnings.map(({ code }) => code)).toContain('few_clusters')
    expect(byQuestion.labels).toMatchObject({ graded: 252, responses: 252, sampling: 'all', skipped: 0 })
    expect(byQuestion.labels.icc).toBeCloseTo(0.377, 3)
    expect(byQuestion.labels.design_effect).toBeCloseTo(1.75, 2)
    expect(lineOf(byQuestion, 'ragas_faithfulness').icc).toBeCloseTo(0.455, 3)
    expect(lineOf(byQuestion, 'ragas_faithfulness').design_effect).toBeCloseTo(1.91, 2)
  })

  it('leaves out the answers that are the reference itself from ROUGE-L, and from nothing else', () => {
    expect(plain).not.toHaveProperty('reference_rows')
    const line = lineOf(plain, 'rougeL')
    expect(line.left_out.equal_to_reference).toBe(84)
    expect(line.n).toBe(168)
    expect(line.auc).toBeCloseTo(0.764027185, 9)
    expect(lineOf(plain, 'ragas_faithfulness').n).toBe(252)
  })

  it('has the agreement of seven raters of reference row 45', () => {
    expect(plain.human?.graders).toHaveLength(7)
    expect(plain.human?.alpha_marks?.nominal).toBeCloseTo(0.3029608604, 9)
    expect(plain.human?.alpha_marks?.ordinal).toBeCloseTo(0.5128263185, 9)
    expect(plain.human?.alpha_marks?.interval).toBeCloseTo(0.613690647, 9)
  })

  it('has the systems compared by people of reference row 46', () => {
    const pairs = plain.pairs.map(({ a, b, a_only, b_only, p }) => [[a, b].sort().join(' '), a_only + b_only, p])
    expect(pairs).toEqual(
      expect.arrayContaining([
        ['gpt-4o llama-3.1-405b-instruct', 23, expect.closeTo(0.0931396484, 9)],
        ['gpt-4o reference', 14, expect.closeTo(0.0129394531, 9)],
        ['llama-3.1-405b-instruct reference', 27, expect.closeTo(0.0003107488, 9)],
      ]),
    )
  })

  it('says that the judge separates no better than counting shared words', () => {
    const line = lineOf(plain, 'ragas_faithfulness')
    expect(line.verdict).toBe('separates')
    expect(lineOf(plain, 'bert_kprec').verdict).toBe('separates')
    const base = lineOf(plain, 'k_precision')
    expect(base).toMatchObject({ origin: 'rule', against_baseline: null })
    expect(line.against_baseline?.difference).toBeCloseTo((line.auc ?? 0) - (base.auc ?? 0), 1)
    expect(line.p_method).toBe('sampled_permutation')
  })

  it('gives the same verdicts beside the metrics of a report', async () => {
    const { trust: marks } = await report({ cwd })
    expect(marks?.map(({ metric }) => metric).sort()).toEqual(plain.metrics.map(({ metric }) => metric).sort())
    for (const mark of marks ?? []) {
      const { verdict, auc, low, high } = lineOf(plain, mark.metric)
      expect(mark).toEqual({ metric: mark.metric, verdict, auc, low, high })
    }
  }, 20_000)

  it('gives the same digits again, and counts only the grades of who is named', async () => {
    expect(await trust({ cwd })).toEqual(plain)
    const [name = ''] = plain.labels.graders
    const one = await trust({ cwd, graders: [name], metrics: ['bert_kprec'] })
    expect(one.labels.graders).toEqual([name])
    expect(one.human).toBeNull()
    expect(one.metrics.map(({ metric }) => metric).sort()).toEqual(['bert_kprec', 'k_precision'])
  }, 20_000)
})

describe.skipIf(!hasMeasles)('trust in a study of six configurations', () => {
  it('reads its marks as truth and clusters them by question', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'ragstone-trust-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    writeFileSync(join(cwd, 'answers.jsonl'), measlesAnswers())
    writeFileSync(join(cwd, 'grades.csv'), measlesGrades())
    await evaluate({ cwd, file: 'answers.jsonl', metrics: ['k_precision'] })
    await importGrades({ cwd, file: 'grades.csv' })
    const found = await trust({ cwd })
    const [right, wrong] = measlesStudy().expected.right_wrong
    expect(found).toMatchObject({ n_right: right, n_wrong: wrong, clusters: 8 })
    expect(found.labels.sampling).toBe('all')
    expect(found.rates.length).toBeGreaterThan(0)
  })
})
