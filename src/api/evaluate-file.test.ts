import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError, type RagstoneError } from '../core/errors.ts'
import { terminalReport } from '../report/terminal.ts'
import { evaluateFile } from './evaluate-file.ts'
import type { EvaluateOptions } from './evaluate-options.ts'

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Scores `a.csv` or `a.jsonl` of a folder; returns the names of the metrics and the notes. */
async function evaluated(files: Record<string, string>, options: EvaluateOptions = {}) {
  const notes: string[] = []
  const file = Object.keys(files).find((name) => name.startsWith('a.')) ?? ''
  const cwd = folderWith(files)
  const { report } = await evaluateFile({ ...options, file, cwd, log: (line) => notes.push(line) })
  return { metrics: report.run.metrics.map(({ metric }) => metric), notes, report }
}

async function refused(files: Record<string, string>, options: EvaluateOptions = {}): Promise<RagstoneError> {
  const file = Object.keys(files).find((name) => name.startsWith('a.')) ?? ''
  const cwd = folderWith(files)
  const error: unknown = await evaluateFile({ ...options, file, cwd }).catch((one: unknown) => one)
  expect(existsSync(join(cwd, '.ragstone'))).toBe(false)
  if (isRagstoneError(error)) return error
  throw new Error('nothing was refused', { cause: error })
}

const RAGAS = `question,answer,contexts,ground_truth,faithfulness,answer_relevancy
Is there a lift?,"Yes, in hall B.","[""Yes, in hall B.""]",In hall B.,0.9,0.8
Is there a gym?,I don't know.,"[""Stairs.""]",,0.1,0.2
`
const project = (metrics: string) => ({ 'ragstone.yaml': `test_set: t.yaml\nmetrics: [${metrics}]\n` })

describe('notes on a file of answers', () => {
  it('tell as what columns were read, which were not used, and how to mark unanswerable rows', async () => {
    const { metrics, notes } = await evaluated({ 'a.csv': RAGAS })
    expect(metrics).toEqual(['refusal', 'k_precision', 'token_f1', 'rouge_l'])
    expect(notes.slice(0, 2)).toEqual([
      'read: question -> user_input, answer -> response, contexts -> retrieved_contexts, ground_truth -> reference',
      'not used: faithfulness, answer_relevancy',
    ])
    expect(notes).toHaveLength(3)
    expect(notes[2]).toMatch(/no row says whether it is answerable.*1 of 2 have no reference.*"answerable"/)
  })

  it('say nothing of answerable rows without the metric refusal, or where a row or its place for a source tells', async () => {
    const mention = (notes: string[]) => notes.some((one) => one.includes('answerable'))
    expect(mention((await evaluated({ 'a.csv': RAGAS }, { metrics: ['token_f1'] })).notes)).toBe(false)
    const row = { user_input: 'q?', response: 'r' }
    const lines = (more: object) => ({ 'a.jsonl': `${JSON.stringify({ ...row, ...more })}\n` })
    expect((await evaluated(lines({ answerable: true }))).notes).toEqual([])
    expect((await evaluated(lines({ expected_sources: ['a.md'] }))).notes).toEqual([])
    expect(mention((await evaluated(lines({}))).notes)).toBe(true)
  })

  it('know columns behind paths, and one that is read twice', async () => {
    const row = JSON.stringify({ q: { text: 'When?' }, kind: 'x', other: 1 })
    const fields = { user_input: 'q.text', response: 'kind', 'tags.type': 'kind' }
    const { notes } = await evaluated({ 'a.jsonl': row }, { fields, metrics: ['string_presence'] })
    expect(notes).toEqual(['read: q.text -> user_input, kind -> response, kind -> tags.type', 'not used: other'])
  })

  it('citation_presence is chosen only where a response holds a citation marker', async () => {
    const cited = RAGAS.replace('in hall B."', 'in hall B [1]."')
    expect((await evaluated({ 'a.csv': cited })).metrics).toContain('citation_presence')
  })
})

describe('misnamed columns', () => {
  const misnamed = RAGAS.replace('answer,', 'anwser,').replace(/,faithfulness.*|,0\..*/g, '')

  it('are refused alike inside and outside a project, with the name that was meant', async () => {
    for (const files of [{}, project('refusal, k_precision')]) {
      const error = await refused({ 'a.csv': misnamed, ...files })
      expect(error.code).toBe('missing_column')
      expect(error.message).toMatch(
        /a\.csv: no column for response; the columns are question, anwser, contexts, ground_truth; did you mean answer\?$/,
      )
      expect(error.hint).toContain('--field response=anwser')
    }
    const { notes } = await evaluated({ 'a.csv': misnamed }, { fields: { response: 'anwser' } })
    expect(notes[0]).toContain('anwser -> response')
  })

  it('are refused for the question too, and listed where no name is near', async () => {
    const question = await refused({ 'a.csv': RAGAS.replace('question', 'quesiton') }, { metrics: ['refusal'] })
    expect(question.message).toMatch(/no column for user_input; .*; did you mean question\?$/)
    expect(question.hint).toContain('--field user_input=quesiton')
    const other = await refused({ 'a.csv': 'question,bot says\nq?,r\n' })
    expect(other.message).toMatch(/no column for response; the columns are question, bot says$/)
    expect(other.hint).toMatch(/--field response=COLUMN; .*response, .*answer/)
  })

  it('leave a file that only retrieves legal for named metrics of retrieval', async () => {
    const file = {
      'a.jsonl': '{"question":"q?","contexts":[{"text":"t","source":"a.md"}],"expected_sources":["a.md"]}\n',
    }
    expect((await evaluated(file, { metrics: ['hit_rate@3'] })).report.summaries[0]).toMatchObject({ value: 1 })
    expect((await evaluated({ ...file, ...project('mrr') })).metrics).toEqual(['mrr'])
    expect((await refused(file)).hint).toContain('--metric hit_rate@3')
    expect((await refused(file, { metrics: ['hit_rate@3', 'refusal'] })).code).toBe('missing_column')
  })

  it('are not suspected where responses come late or errors stand in their place', async () => {
    const row = (n: number, more: object) => JSON.stringify({ id: `q${n}`, user_input: `q${n}?`, ...more })
    const rows = Array.from({ length: 150 }, (_, n) => row(n, n < 149 ? {} : { response: 'r' }))
    expect(
      (await evaluated({ 'a.jsonl': rows.join('\n') }, { metrics: ['refusal'] })).report.summaries[0],
    ).toMatchObject({
      n_scored: 1,
    })
    const failed = row(1, { error: 'timeout' })
    expect((await evaluated({ 'a.jsonl': failed }, { metrics: ['refusal'] })).metrics).toEqual(['refusal'])
  })
})

describe('a project around a file of answers', () => {
  const note = (notes: string[]) => notes.filter((one) => one.includes('ragstone.yaml'))

  it('is named where its metrics and gates are used, and only there', async () => {
    const gated = { 'ragstone.yaml': 'test_set: t.yaml\nmetrics: [refusal]\ngates: ["refusal >= 0.1"]\n' }
    const { notes, report } = await evaluated({ 'a.csv': RAGAS, ...gated })
    expect(note(notes)).toEqual(['metrics and gates are those of ragstone.yaml; others: --metric NAME'])
    expect(report.gates).toHaveLength(1)
    const own = await evaluated({ 'a.csv': RAGAS, ...gated }, { metrics: ['token_f1'] })
    expect([note(own.notes), own.report.gates]).toEqual([[], []])
    expect(note((await evaluated({ 'a.csv': RAGAS })).notes)).toEqual([])
    expect(note((await evaluated({ 'a.csv': RAGAS, ...project('refusal') })).notes)).toEqual([
      'metrics are those of ragstone.yaml; others: --metric NAME',
    ])
  })
})

it('advises to go on with a file only where that would change anything', async () => {
  const rows = [
    { user_input: 'a?', response: 'r', configuration: 'one' },
    { user_input: 'b?', response: 'r', configuration: 'two', repeat: 3 },
  ]
  const { report } = await evaluated({ 'a.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
  expect(report.progress.map(({ collected, expected }) => [collected, expected])).toEqual([
    [1, 6],
    [1, 6],
  ])
  expect(terminalReport(report)).not.toContain('--resume')
  const stopped = { ...report, progress: report.progress.map((one) => ({ ...one, not_evaluated: 1 })) }
  expect(terminalReport(stopped)).toContain('evaluate a.jsonl --resume')
})
