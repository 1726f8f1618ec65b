import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { layOutCompare } from '../report/compare-layout.ts'
import { markdownText } from '../report/markdown.ts'
import { terminalText } from '../report/terminal.ts'
import { type CompareOptions, compare } from './compare.ts'
import { evaluate } from './evaluate.ts'

interface Answer {
  id: string
  configuration: string
  response?: string
  repeat?: number
  user_input?: string
  verdict?: string
  retrieved_contexts?: string[]
  latency_ms?: number
}

/** A folder in which each list of answers became a run: the first is named one, the second two. */
async function folderWith(...lists: Answer[][]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-compare-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
  for (const [place, answers] of lists.entries()) {
    const name = ['one', 'two'][place] ?? 'more'
    const rows = answers.map((row) => ({ user_input: `What of ${row.id}?`, reference: `All of ${row.id}.`, ...row }))
    writeFileSync(join(cwd, `${name}.jsonl`), rows.map((row) => JSON.stringify(row)).join('\n'))
    await evaluate({ cwd, file: `${name}.jsonl`, name, metrics: ['exact_match', 'token_f1'] })
  }
  return cwd
}

const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8']
/** Answers of one configuration, right to the first `right` questions. */
const answers = (configuration: string, right: number, of = ids): Answer[] =>
  of.map((id, place) => ({ id, configuration, response: place < right ? `All of ${id}.` : 'No idea.' }))

async function refused(options: CompareOptions) {
  const error = await compare(options).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  return error
}

describe('compare', () => {
  it('tells of two configurations what each question won or lost, with both answers', async () => {
    const cwd = await folderWith([...answers('base', 1), ...answers('deep', 8)])
    writeFileSync(join(cwd, 's.yaml'), 'base: {k: 3, index: {size: 1}}\ndeep: {extends: base, k: 9}\nunused: {}\n')
    const found = await compare({ cwd, a: 'base', b: 'deep', configurations: 's.yaml' })
    expect(found.changed).toEqual([{ factor: 'k', a: 3, b: 9 }])
    expect(found.questions).toEqual({ a: 8, b: 8, shared: 8, altered: 0 })
    expect(found.identical).toEqual({ answers: 1, of_answers: 8, retrieved: 0, of_retrieved: 0 })
    const [exact] = found.metrics
    expect(exact).toMatchObject({ metric: 'exact_match', won: ids.slice(1), lost: [], tied: ['q1'] })
    expect(exact?.p).toBeCloseTo(0.015625, 12)
    expect(exact?.p_holm).toBeCloseTo(0.03125, 12)
    expect(exact?.better).toBe('b')
    expect(found.answers_by).toBe('exact_match')
    expect(found.answers[0]).toEqual({
      test_case_id: 'q2',
      user_input: 'What of q2?',
      reference: 'All of q2.',
      outcome: 'won',
      a: ['No idea.'],
      b: ['All of q2.'],
    })
    const text = terminalText(layOutCompare(found, { listed: 2 }), 'en')
    expect(text).toContain('k: 3 -> 9')
    expect(text).toMatch(/exact_match +0\.125 +1\.000 +\+0\.875 \[\+0\.\d+, \+1\.000\] +7\/0\/1/)
    expect(text).toContain('and 5 more')
    expect(markdownText(layOutCompare({ ...found, language: 'zh-Hans' }), 'zh-Hans')).toContain('B 更好')
  })

  it('takes grades where both sides have them, and averages five answers against one', async () => {
    const five = [1, 2, 3, 4, 5].map((repeat) => ({
      ...{ id: 'q1', configuration: 'b', response: `try ${repeat}`, repeat },
      verdict: repeat < 5 ? 'right' : 'wrong',
    }))
    const one = { id: 'q1', configuration: 'a', response: 'try 1', verdict: 'right' }
    const found = await compare({ cwd: await folderWith([one, ...five]), a: 'a', b: 'b' })
    expect(found.metrics[0]).toMatchObject({ kind: 'grades', value_a: 1, value_b: 0.8, lost: ['q1'] })
    expect(found.a.repeats).toBe(1)
    expect(found.b.repeats).toBe(5)
    expect(found.answers_by).toBe('grades')
    expect(found.answers[0]?.b).toHaveLength(5)
    expect(terminalText(layOutCompare(found), 'en')).toContain('up to 1 a question in A, 5 in B')
  })

  it('of two runs takes the shared questions alone, and names what else differs', async () => {
    const more = [...ids, 'q9', 'q10']
    const second = answers('base', 10, more).map((row) => (row.id === 'q3' ? { ...row, user_input: 'Why q3?' } : row))
    const cwd = await folderWith(answers('base', 2), second)
    const found = await compare({ cwd, a: 'one', b: 'two' })
    expect(found.questions).toEqual({ a: 8, b: 10, shared: 7, altered: 1 })
    expect(found.metrics[0]?.won).toEqual(['q4', 'q5', 'q6', 'q7', 'q8'])
    expect(found.uncontrolled.map(({ kind }) => kind)).toContain('system')
    expect(await compare({ cwd, a: 'one:base', b: 'two:base' })).toEqual(found)
    const text = terminalText(layOutCompare(found), 'en')
    expect(text).toContain('Different besides the settings')
    expect(text).toContain('fewer than 6')
  })

  it('refuses runs that share few questions, with the share, unless that is wanted', async () => {
    const cwd = await folderWith(answers('base', 1, ids), answers('base', 1, ['q1', 'q2', 'x1', 'x2']))
    const error = await refused({ cwd, a: 'one', b: 'two' })
    expect(error.message).toMatch(/share 2 questions, 25 % of the larger/)
    expect(error.hint).toContain('--allow-few')
    expect((await compare({ cwd, a: 'one', b: 'two', allowFew: true })).questions.shared).toBe(2)
  })

  it('refuses names that mean nothing, or the same, and margins and metrics that make no sense', async () => {
    const cwd = await folderWith([...answers('base', 1), ...answers('deep', 4)], answers('other', 1))
    const run = 'one'
    const code = async (options: Partial<CompareOptions>) =>
      (await refused({ cwd, a: 'base', b: 'deep', ...options })).code
    expect(await code({ run, b: 'base' })).toBe('same_side')
    expect(await code({ run, b: 'deap' })).toBe('unknown_configuration')
    expect(await code({ b: 'nothing' })).toBe('unknown_side')
    expect(await code({ a: 'one', b: 'two' })).toBe('ambiguous_configuration')
    expect(await code({ run, margin: 0 })).toBe('bad_margin')
    expect(await code({ run, metrics: ['faithful'] })).toBe('unknown_metric')
    expect(await code({ run, clusterBy: 'topic' })).toBe('unknown_tag')
    expect((await refused({ cwd, run, a: 'base', b: 'deap' })).hint).toBe('did you mean "deep"?')
  })

  it('refuses settings of other configurations, and circles of bases', async () => {
    const cwd = await folderWith([...answers('base', 1), ...answers('deep', 4)])
    const message = async (text: string) => {
      writeFileSync(join(cwd, 's.yaml'), text)
      return (await refused({ cwd, a: 'base', b: 'deep', configurations: 's.yaml' })).message
    }
    expect(await message('base: {k: 3}')).toContain('has no configuration "deep"')
    expect(await message('base: {extends: deep}\ndeep: {extends: base}')).toContain('circle')
    expect(await message('base: {}\ndeep: {extends: bass}')).toContain('names "bass"')
    expect(await message('base: 3')).toContain('configurations.base: is no map of settings')
  })
})
