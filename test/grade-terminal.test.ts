import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { folderWith, ROOT, ragstone } from './support/project.ts'

const hasTerminal = spawnSync('python3', ['-c', 'import pty, termios']).status === 0

interface Step {
  wait: string
  keys?: string
  signal?: 'SIGTERM'
}

/** What happened in a pseudo-terminal of 40 columns. */
interface Outcome {
  output: string
  code: number
  raw: boolean
  restored: boolean
}

async function grade(cwd: string, args: string[], steps: Step[]): Promise<Outcome> {
  const argv = [process.execPath, join(ROOT, 'dist', 'cli', 'main.js'), 'grade', ...args]
  const job = { argv, cwd, env: { NO_COLOR: '1', TERM: 'xterm' }, columns: 40, steps }
  const script = join(ROOT, 'test', 'support', 'pseudo-terminal.py')
  const { stdout } = await promisify(execFile)('python3', [script, JSON.stringify(job)])
  return JSON.parse(stdout) as Outcome
}

/** A folder with a run of some answers. */
async function graded(): Promise<string> {
  const answers = ['c1', 'c2', 'c3', 'c4'].map((id) => ({
    id,
    user_input: `When does room ${id} open?`,
    reference: 'At nine.',
    configuration: 'base',
    response: `Room ${id} opens at nine.`,
  }))
  const folder = folderWith({ 'answers.jsonl': answers.map((one) => JSON.stringify(one)).join('\n') })
  expect((await ragstone(folder, 'evaluate', 'answers.jsonl', '--metric', 'token_f1')).code).toBe(0)
  return folder
}

async function verdicts(folder: string): Promise<string[]> {
  const { stdout } = await ragstone(folder, 'export', 'grades', '--format', 'jsonl')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict)
}

const ASK = 'Right or wrong?'

describe.skipIf(!hasTerminal)('ragstone grade in a terminal (python3 gives the pseudo-terminal)', () => {
  it('takes keys without Enter, goes on where it stopped, and gives the terminal back', async () => {
    const folder = await graded()
    const first = await grade(
      folder,
      ['--grader', 'ann'],
      [
        { wait: ASK, keys: 'y' },
        { wait: ASK, keys: 'n' },
        { wait: ASK, keys: 'u' },
        { wait: ASK, keys: '\x03' },
      ],
    )
    expect(first).toMatchObject({ code: 0, raw: true, restored: true })
    expect(first.output).toContain('--grader ann')
    expect(await verdicts(folder)).toEqual(['right'])
    const second = await grade(
      folder,
      ['--grader', 'ann'],
      [{ wait: 'You go on after 1 graded answer' }, { wait: ASK, keys: 'ww1' }, { wait: 'q ends', keys: 'q' }],
    )
    expect(second).toMatchObject({ code: 0, restored: true })
    expect(second.output).toContain('ragstone trust')
    expect((await verdicts(folder)).sort()).toEqual(['right', 'right', 'wrong', 'wrong'])
  }, 120_000)

  it('gives the terminal back when it is told to end, and loses nothing', async () => {
    const folder = await graded()
    const outcome = await grade(
      folder,
      [],
      [
        { wait: ASK, keys: 'y' },
        { wait: '1 graded', signal: 'SIGTERM' },
      ],
    )
    expect(outcome).toMatchObject({ code: 130, raw: true, restored: true })
    expect(outcome.output.trimEnd().endsWith('\x1b[?2004l')).toBe(true)
    expect(await verdicts(folder)).toEqual(['right'])
  }, 120_000)
})
