import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { evaluate } from './evaluate.ts'
import { listRuns, report } from './report.ts'
import { run } from './run.ts'

/** A folder with a run of two configurations, one right and one wrong. */
async function folderWithRun(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-report-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const rows = ['base', 'big'].map((configuration) =>
    JSON.stringify({
      id: 'c1',
      user_input: 'When?',
      reference: 'nine',
      configuration,
      response: configuration === 'big' ? 'nine' : 'ten',
    }),
  )
  writeFileSync(join(cwd, 'answers.jsonl'), rows.join('\n'))
  writeFileSync(join(cwd, 'cases.jsonl'), JSON.stringify({ id: 'c1', user_input: 'When?', reference: 'nine' }))
  writeFileSync(
    join(cwd, 'ragstone.yaml'),
    `name: study
test_set: cases.jsonl
system: {recorded: answers.jsonl}
configurations: {base: {}, big: {}}
metrics: [exact_match]
gates: ["exact_match >= 0.5 on base", "exact_match >= 0.5"]
`,
  )
  await run({ cwd, note: 'first' })
  return cwd
}

describe('a report of some configurations', () => {
  it('holds these alone, and no gate of the others', async () => {
    const cwd = await folderWithRun()
    const whole = await report({ cwd })
    expect(whole.gates.map(({ state }) => state)).toEqual(['failed', 'failed'])
    const part = await report({ cwd, only: ['big'] })
    expect(part.run.configurations.map(({ name }) => name)).toEqual(['big'])
    expect(part.summaries).toEqual(whole.summaries.filter(({ configuration }) => configuration === 'big'))
    expect(part.progress.map(({ configuration }) => configuration)).toEqual(['big'])
    expect(part.gates).toMatchObject([{ gate: 'exact_match >= 0.5', state: 'passed', value: 1 }])
    expect((await report({ cwd, only: ['base', 'big'] })).summaries).toEqual(whole.summaries)
  })

  it('refuses a configuration that the run does not have with the nearest one', async () => {
    const cwd = await folderWithRun()
    const error = await report({ cwd, only: ['bse'] }).catch((thrown: unknown) => thrown)
    if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
    expect([error.code, error.hint]).toEqual(['unknown_configuration', 'did you mean "base"?'])
  })
})

describe('the list of runs', () => {
  it('names the stored runs, newest first, with what they are', async () => {
    const cwd = await folderWithRun()
    await evaluate({ cwd, file: 'answers.jsonl', metrics: ['refusal'] })
    expect(await listRuns({ cwd })).toMatchObject([
      { name: 'answers.jsonl', configurations: ['base', 'big'], test_cases: 1, kind: 'file' },
      { name: 'study', configurations: ['base', 'big'], kind: 'system', config_file: 'ragstone.yaml', note: 'first' },
    ])
  })
})
