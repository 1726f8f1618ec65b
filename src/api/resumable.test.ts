import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { evaluate } from './evaluate.ts'
import { report } from './report.ts'
import { type RunOptions, run } from './run.ts'

const CASES = [1, 2].map((n) => JSON.stringify({ id: `c${n}`, user_input: `question ${n}`, reference: `answer ${n}` }))
const answers = (text: string) =>
  [1, 2].map((n) => JSON.stringify({ id: `c${n}`, user_input: `question ${n}`, response: `${text} ${n}` })).join('\n')
const config = (file: string) =>
  `name: study\ntest_set: cases.jsonl\nsystem: {recorded: ${file}}\nmetrics: [exact_match]\n`

/** A folder with two configuration files that share the store. */
function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-resumable-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const files = {
    'cases.jsonl': CASES.join('\n'),
    'quick.jsonl': answers('answer'),
    'slow.jsonl': answers('slow'),
    'ragstone.yaml': config('quick.jsonl'),
    'slow.yaml': config('slow.jsonl'),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  return cwd
}

async function refused(options: RunOptions) {
  const error = await run(options).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  return error
}

describe('resuming', () => {
  it('refuses a run of another configuration file and leaves it as it was', async () => {
    const cwd = folder()
    const made = await run({ cwd, config: 'slow.yaml' })
    const { id } = made.report.run
    expect(made.report.run.config_file).toBe('slow.yaml')
    const error = await refused({ cwd, resume: id })
    expect([error.code, error.message]).toEqual([
      'other_config',
      `run ${id} (study) was made with slow.yaml, not with ragstone.yaml`,
    ])
    expect(error.hint).toBe(`go on with: ragstone run --resume ${id} --config slow.yaml`)
    expect((await report({ cwd, run: id })).run).toEqual(made.report.run)
    expect((await run({ cwd, config: 'slow.yaml', resume: id })).report.run.id).toBe(id)
  })

  it('takes latest for the newest run of this file that was collected from a system', async () => {
    const cwd = folder()
    const own = (await run({ cwd })).report.run.id
    await run({ cwd, config: 'slow.yaml' })
    const scored = await evaluate({ cwd, file: 'quick.jsonl', metrics: ['refusal'] })
    expect((await run({ cwd, resume: 'latest' })).report.run.id).toBe(own)
    expect((await report({ cwd })).run.id).toBe(scored.report.run.id)
  })

  it('names what there is when no run of this file can be resumed', async () => {
    const cwd = folder()
    const slow = (await run({ cwd, config: 'slow.yaml' })).report.run.id
    const scored = (await evaluate({ cwd, file: 'quick.jsonl', metrics: ['refusal'] })).report.run.id
    const error = await refused({ cwd, resume: 'latest' })
    expect(error.code).toBe('nothing_to_resume')
    expect(error.message).toContain('no run of ragstone.yaml in ')
    expect(error.hint).toContain(
      `${scored} (quick.jsonl, of the answers in quick.jsonl), ${slow} (study, of slow.yaml)`,
    )
    expect((await refused({ cwd, resume: scored })).code).toBe('no_system_to_ask')
  })

  it('makes a run larger, and refuses to make it smaller, which would hide answers or count those that are not expected', async () => {
    const cwd = folder()
    const { id } = (await run({ cwd, repeats: 2 })).report.run
    const error = await refused({ cwd, resume: id, repeats: 1 })
    expect([error.code, error.message]).toEqual([
      'smaller_run',
      `run ${id} has 2 repeats already; --repeats 1 cannot make it smaller`,
    ])
    expect((await refused({ cwd, resume: id, limit: 1 })).message).toBe(
      `run ${id} has 2 test cases already; --limit 1 cannot make it smaller`,
    )
    expect((await report({ cwd, run: id })).run).toMatchObject({ repeats: 2, test_cases: 2, selection: {} })
    const { report: larger } = await run({ cwd, resume: id, repeats: 3, limit: 2 })
    expect(larger.progress).toMatchObject([{ collected: 6, expected: 6 }])
  })
})
