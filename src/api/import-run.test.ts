import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listRuns, report } from './report.ts'
import { folder, folderWithRun, imported, refusedImport } from './test-support/import-folder.ts'

/** As pandas writes the result of ragas, with a column that a person added. */
const RAGAS = `,user_input,retrieved_contexts,response,reference,faithfulness,llm_context_precision_with_reference,noise_sensitivity(mode=relevant),verdict
0,Is there a lift?,"['Yes, in hall B.', ""It's new.""]","Yes, in hall B.",In hall B.,1.0,0.9999999999,0.0,right
1,Is there a gym?,[],"Yes.",,0.5,nan,0.25,wrong
2,Is there a pool?,['No pool.'],No.,,,0.5,0.5,
`

describe('a file with answers and their scores', () => {
  it('becomes a run with these scores, the metrics that need no model, and the verdicts as grades', async () => {
    const cwd = folder()
    const { result, notes } = await imported(cwd, 'ragas.csv', RAGAS, { from: 'ragas' })
    expect(result).toMatchObject({ run_name: 'ragas.csv', created: true, rows: 3, grades: 2 })
    expect(
      result.metrics.map(({ metric, stage, direction, scored, na }) => [metric, stage, direction, scored, na]),
    ).toEqual([
      ['faithfulness', 'generation', 'higher_is_better', 2, 1],
      ['llm_context_precision_with_reference', 'retrieval', 'higher_is_better', 2, 1],
      ['noise_sensitivity(mode=relevant)', 'generation', 'lower_is_better', 3, 0],
    ])
    expect(notes[0]).toMatch(/^taken as scores: faithfulness, llm_context_precision_with_reference, noise_sensitivity/)
    const shown = await report({ cwd })
    expect(shown.run.metrics.map(({ metric, judge }) => [metric, judge])).toEqual([
      ['refusal', undefined],
      ['k_precision', undefined],
      ['token_f1', undefined],
      ['rouge_l', undefined],
      ['faithfulness', 'imported'],
      ['llm_context_precision_with_reference', 'imported'],
      ['noise_sensitivity(mode=relevant)', 'imported'],
    ])
    expect(shown.grades?.totals).toEqual([{ configuration: 'base', right: 1, graded: 2 }])
    expect(shown.run.metrics.at(-1)?.imported).toMatchObject({ from: 'ragas' })
  })

  it('is of the configuration that the option names, where no column does', async () => {
    const cwd = folder()
    await imported(cwd, 'ragas.csv', RAGAS, { configuration: 'rerank' })
    expect((await report({ cwd })).run.configurations.map(({ name }) => name)).toEqual(['rerank'])
  })

  it('is the same run when it is imported again, and a new one when it changed', async () => {
    const cwd = folder()
    const first = await imported(cwd, 'ragas.csv', RAGAS)
    const again = await imported(cwd, 'ragas.csv', RAGAS)
    expect(again.result).toMatchObject({ run_id: first.result.run_id, created: false })
    expect(again.result.metrics.every(({ added, replaced }) => added + replaced === 0)).toBe(true)
    const changed = await imported(cwd, 'ragas.csv', RAGAS.replace('0.5,nan', '0.75,nan'))
    expect(changed.result).toMatchObject({ created: true })
    expect(await listRuns({ cwd })).toHaveLength(2)
  })

  it('brings its own scores in place of a metric of the same name that would be made', async () => {
    const cwd = folder()
    await imported(cwd, 'a.csv', RAGAS.replace('faithfulness', 'token_f1'))
    const { run, summaries } = await report({ cwd })
    expect(run.metrics.find(({ metric }) => metric === 'token_f1')?.judge).toBe('imported')
    expect(summaries.find(({ metric }) => metric === 'token_f1')?.value).toBe(0.75)
  })

  it('leaves nothing, not even a store, when a row is wrong', async () => {
    const cwd = folder()
    const late = await refusedImport(cwd, 'a.csv', RAGAS.replace('0.5,nan', 'error,nan'))
    expect(late.message).toMatch(/a\.csv:3: "faithfulness" is "error"$/)
    expect(late.hint).toContain('--metric COLUMN')
    expect(existsSync(join(cwd, '.ragstone'))).toBe(false)
    const twice = await refusedImport(cwd, 'a.csv', RAGAS.replace('1,Is there a gym?', '1,Is there a lift?'))
    expect(twice.code).toBe('duplicate_answer')
    expect((await listRuns({ cwd }).catch(() => [])).length).toBe(0)
  })

  it('is scores of a stored run where that is named', async () => {
    const cwd = folder()
    await imported(cwd, 'ragas.csv', RAGAS)
    const more = RAGAS.replace('faithfulness', 'tone')
    const { result } = await imported(cwd, 'more.csv', more, { run: 'latest', metrics: ['tone'] })
    expect(result).toMatchObject({ created: false, run_name: 'ragas.csv', metrics: [{ metric: 'tone', added: 3 }] })
  })

  it('may be separated by semicolons, with a byte order mark and lines of another system', async () => {
    const cwd = folder()
    const text = '\ufeffquestion;answer;faithfulness\r\nWhen?;At nine.;0.5\r\nWho?;Ann.;TRUE\r\n'
    expect((await imported(cwd, 'a.csv', text)).result.metrics).toMatchObject([
      { metric: 'faithfulness', scored: 2, scale: 'ratio' },
    ])
  })
})

describe('columns of a file with a response a row', () => {
  it('are scores where they hold numbers that mean nothing else; others are told and can be named', async () => {
    const cwd = await folderWithRun([{ id: 'c1', user_input: 'When?', response: 'At nine.' }])
    const text = 'id,tone,ok,human_score,latency_s,prompt_tokens,page,remark,empty\nc1,0.5,True,4,3,812,7,fine,\n'
    const { result, notes } = await imported(cwd, 's.csv', text)
    expect(result.metrics.map(({ metric, scale }) => [metric, scale])).toEqual([
      ['tone', 'ratio'],
      ['ok', 'binary'],
    ])
    expect(result.not_used).toEqual(['human_score', 'latency_s', 'prompt_tokens', 'page', 'remark', 'empty'])
    expect(notes).toEqual([
      'taken as scores: tone, ok; others with --metric COLUMN',
      'not used: human_score, latency_s, prompt_tokens, page, remark, empty',
    ])
    const named = await imported(cwd, 's.csv', text, {
      metrics: ['prompt_tokens'],
      directions: { '*': 'lower_is_better' },
    })
    expect(named.result.metrics).toMatchObject([
      { metric: 'prompt_tokens', scale: 'number', direction: 'lower_is_better' },
    ])
  })

  it('may stand in an object of scores, and a row without one says nothing of the metric', async () => {
    const cwd = await folderWithRun([
      { id: 'c1', user_input: 'When?', response: 'At nine.' },
      { id: 'c2', user_input: 'Who?', response: 'Ann.' },
    ])
    const rows = [
      { id: 'c1', scores: { tone: 1, 'Answer Length': 3 } },
      { id: 'c2', scores: { tone: null } },
    ]
    const { result } = await imported(cwd, 's.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    expect(result.metrics).toMatchObject([{ metric: 'tone', scored: 1, na: 1 }])
    const { result: other } = await imported(cwd, 's.jsonl', JSON.stringify(rows[0]), {
      metrics: ['scores.Answer Length'],
    })
    expect(other.metrics).toMatchObject([{ metric: 'Answer_Length', scored: 1, na: 0 }])
  })
})

describe('the results of DeepEval', () => {
  const metric = (name: string, score: number | null, more: object = {}) => ({
    name,
    threshold: 0.5,
    success: true,
    score,
    reason: 'because',
    ...more,
  })
  const RESULT = {
    test_results: [
      {
        name: 'test_case_0',
        success: true,
        input: 'When?',
        actual_output: 'At nine.',
        expected_output: 'At nine.',
        context: null,
        retrieval_context: ['It opens at nine.'],
        metrics_data: [metric('Answer Relevancy', 0.5), metric('Correctness [GEval]', 0.9), metric('Hallucination', 0)],
      },
      {
        name: 'test_case_1',
        success: false,
        input: 'Who?',
        actual_output: 'Ann.',
        retrieval_context: ['Ann knows.'],
        metrics_data: [metric('Answer Relevancy', null, { error: 'the judge timed out' }), metric('Hallucination', 1)],
      },
    ],
    confident_link: null,
  }

  it('become a run as its evaluation returns them, with reasons in the steps and errors as NA', async () => {
    const cwd = folder()
    const { result } = await imported(cwd, 'deepeval.json', JSON.stringify(RESULT))
    expect(result.metrics.map(({ metric, direction, scored, na }) => [metric, direction, scored, na])).toEqual([
      ['answer_relevancy', 'higher_is_better', 1, 1],
      ['correctness_geval', 'higher_is_better', 1, 0],
      ['hallucination', 'lower_is_better', 2, 0],
    ])
    const { run, summaries } = await report({ cwd })
    expect(run.metrics.at(-1)?.imported?.from).toBe('deepeval')
    expect(summaries.find(({ metric }) => metric === 'answer_relevancy')?.na).toEqual({ provider_error: 1 })
  })

  it('become a run as its test runner stores them', async () => {
    const cwd = folder()
    const testCases = RESULT.test_results.map(({ input, actual_output, metrics_data }) => ({
      input,
      actualOutput: actual_output,
      metricsData: metrics_data,
    }))
    const { result } = await imported(
      cwd,
      'latest.json',
      JSON.stringify({ testCases, metricsScores: [{ metric: 'x', scores: [1] }] }),
      { metrics: ['Hallucination'] },
    )
    expect(result.metrics).toMatchObject([{ metric: 'hallucination', scored: 2 }])
  })
})
