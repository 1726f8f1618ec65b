import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gradeSchema } from '../core/grade.ts'
import { evaluate } from './evaluate.ts'
import { exportRecords } from './export-records.ts'
import { importGrades } from './grades.ts'
import { importScores } from './import-scores.ts'
import { report } from './report.ts'
import { folder } from './test-support/import-folder.ts'
import { hasMeasles, measlesAnswers, measlesGrades, measlesStudy } from './test-support/measles.ts'
import {
  hasMtrag,
  MTRAG_METRICS,
  MTRAG_RIGHT_ABOVE,
  mtragAnswers,
  mtragMarks,
  mtragScores,
} from './test-support/mtrag.ts'

interface Line {
  metric: string
  configuration: string
  test_case_id: string
  value: number
}

describe.skipIf(!hasMtrag)('252 answers of MTRAG with published scores and the marks of seven people', () => {
  it('come in by evaluate, import and grade, and right answers score as the authors say', {
    timeout: 60_000,
  }, async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'answers.jsonl'), mtragAnswers())
    writeFileSync(join(cwd, 'scores.jsonl'), mtragScores())
    writeFileSync(join(cwd, 'marks.csv'), mtragMarks())
    await evaluate({ cwd, file: 'answers.jsonl', metrics: ['k_precision'] })
    const { rows, metrics } = await importScores({ cwd, file: 'scores.jsonl', from: 'mtrag' })
    expect(rows).toBe(252 * MTRAG_METRICS.length)
    expect(metrics.map(({ metric, scored, na }) => [metric, scored, na])).toEqual(
      MTRAG_METRICS.map((metric) => [metric, 252, 0]),
    )
    expect(await importGrades({ cwd, file: 'marks.csv', rightAbove: MTRAG_RIGHT_ABOVE })).toMatchObject({ grades: 755 })
    const marks = new Map<string, number[]>()
    for await (const line of exportRecords({ cwd, what: 'grades', format: 'jsonl' })) {
      const {
        configuration,
        test_case_id: id,
        mark = 0,
        right_above: bound,
      } = gradeSchema.parse(JSON.parse(String(line)))
      expect(bound).toBe(MTRAG_RIGHT_ABOVE)
      const key = JSON.stringify([configuration, id])
      marks.set(key, [...(marks.get(key) ?? []), mark])
    }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const isRight = (key: string) => mean(marks.get(key) ?? []) > MTRAG_RIGHT_ABOVE
    expect([...marks.keys()].filter(isRight)).toHaveLength(181)
    const values: Record<'right' | 'wrong', number[]> = { right: [], wrong: [] }
    for await (const line of exportRecords({ cwd, what: 'scores', format: 'jsonl' })) {
      const { metric, configuration, test_case_id: id, value } = JSON.parse(String(line)) as Line
      if (metric === 'ragas_faithfulness')
        values[isRight(JSON.stringify([configuration, id])) ? 'right' : 'wrong'].push(value)
    }
    expect(mean(values.right) - mean(values.wrong)).toBeCloseTo(0.504229994, 9)
  })
})

describe.skipIf(!hasMeasles)('the study of six configurations', () => {
  it('gives its grid and totals back from marks that were imported', async () => {
    const cwd = folder()
    const { questions, configurations, expected } = measlesStudy()
    writeFileSync(join(cwd, 'answers.jsonl'), measlesAnswers())
    writeFileSync(join(cwd, 'grades.csv'), measlesGrades())
    await evaluate({ cwd, file: 'answers.jsonl', metrics: ['k_precision'] })
    expect(await importGrades({ cwd, file: 'grades.csv' })).toMatchObject({ grades: 48 })
    const { grades } = await report({ cwd })
    expect(grades?.configurations).toEqual(Object.keys(configurations))
    expect(grades?.rows).toEqual(
      questions.map((id, index) => ({
        test_case_id: id,
        marks: Object.values(configurations).map(({ marks }) => marks[index]),
      })),
    )
    expect(
      Object.fromEntries((grades?.totals ?? []).map(({ configuration, right }) => [configuration, right])),
    ).toEqual(expected.totals)
    const right = (grades?.totals ?? []).reduce((sum, total) => sum + total.right, 0)
    expect([right, 48 - right]).toEqual(expected.right_wrong)
  })
})
