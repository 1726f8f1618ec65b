import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { addCaseCommand } from './add-case.ts'
import type { CommandContext } from './command.ts'
import { createOutput } from './output.ts'

const SET = '- id: a\n  user_input: Is it free?\n'

/** A project; `run` adds a case to it and returns what was written to stdout and stderr. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'ragstone.yaml')
  const set = join(folder, 't.yaml')
  writeFileSync(config, 'test_set: t.yaml\n')
  writeFileSync(set, SET)
  const run = async (question: string, flags: object) => {
    const lines = { data: [] as string[], note: [] as string[], warn: [] as string[] }
    const output: CommandContext['output'] = {
      ...createOutput({ quiet: false, color: false }),
      data: async (text) => void lines.data.push(text),
      note: (line) => void lines.note.push(line),
      warn: (line) => void lines.warn.push(line),
    }
    await addCaseCommand.run(
      [question],
      { color: false, config, ...flags },
      { output, signal: new AbortController().signal },
    )
    return lines
  }
  return { set, run }
}

describe('add-case', () => {
  it('warns of what the case lacks, adds it, and names the next step', async () => {
    const { set, run } = project()
    const { data, note, warn } = await run('Is there a lift?', { id: 'lift' })
    expect(data[0]).toMatch(/^added lift to .*t\.yaml$/)
    expect(warn).toEqual([expect.stringMatching(/^warning nothing_expected: neither a reference answer nor a source/)])
    expect(note).toEqual([expect.stringMatching(/^next: npx ragstone run --config \S*ragstone\.yaml$/)])
    expect(readFileSync(set, 'utf8')).toContain('Is there a lift?')
    const elsewhere = await run('Is there a gym?', { file: set, unanswerable: true, json: true })
    expect([elsewhere.note, elsewhere.warn]).toEqual([[], []])
    expect(JSON.parse(elsewhere.data[0] ?? '')).toMatchObject({ findings: [], test_case: { answerable: false } })
  })

  it('refuses an unanswerable case with a reference, and a question that is there unless forced', async () => {
    const { set, run } = project()
    const codeOf = (question: string, flags: object) =>
      run(question, flags).catch((error: unknown) => (isRagstoneError(error) ? error.code : error))
    expect(await codeOf('Is there a gym?', { unanswerable: true, reference: 'No.' })).toBe('contradiction')
    expect(await codeOf('is it free', { unanswerable: true })).toBe('duplicate_question')
    expect(readFileSync(set, 'utf8')).toBe(SET)
    const { warn } = await run('is it free', { unanswerable: true, force: true })
    expect(warn).toEqual([expect.stringContaining('duplicate_question')])
  })
})
