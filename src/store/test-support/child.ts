import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What `writer.ts` is told to do. */
export interface WriterTask {
  file: string
  run: string
  /** Test cases `case-FIRST` to `case-LAST`, the last excluded, are asked and scored. */
  first: number
  last: number
  /** Text that tells this writer's responses from another's. */
  mark: string
  /** How many responses are handed over at once. */
  group: number
}

/** A Node process that runs `src/store/test-support/NAME` with one JSON argument. */
export function startChild(name: string, task: object): ChildProcess {
  const root = join(import.meta.dirname, '..', '..', '..')
  const script = join(import.meta.dirname, name)
  return spawn(process.execPath, ['--import', 'jiti/register', script, JSON.stringify(task)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** The lines that a process prints until it ends, and how it ended. */
export async function linesOf(child: ChildProcess): Promise<{ lines: string[]; code: number | null }> {
  const lines: string[] = []
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  if (child.stdout !== null) for await (const line of createInterface({ input: child.stdout })) lines.push(line)
  return { lines, code: await ended }
}

/** Resolves with the next line that a process prints. */
export async function nextLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('the process has no output')
  let text = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.trim()
}
