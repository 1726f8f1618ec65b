import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const ROOT = join(import.meta.dirname, '..', '..')
const CLI = join(ROOT, 'dist', 'cli', 'main.js')

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A folder with these files, removed when the test ends. */
export function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** Starts the built command line. */
export function start(folder: string, args: readonly string[]): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    stdout += data
  })
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    stderr += data
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, finished }
}

/** Runs the built command line to its end. */
export function ragstone(folder: string, ...args: string[]): Promise<Finished> {
  return start(folder, args).finished
}

/** The lines of a file, or none when it is not there. */
export function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/**
 * A system in JavaScript that notes each request in `asked.log` and answers after `delayMs`; `body` computes the reply
 * from `request`.
 */
export function systemScript(body: string, delayMs = 0): string {
  return `import { createInterface } from 'node:readline'
import { appendFileSync } from 'node:fs'
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  appendFileSync('asked.log', request.id + '\\n')
  const reply = ((request) => { ${body} })(request)
  setTimeout(() => process.stdout.write(JSON.stringify({ id: request.id, ...reply }) + '\\n'), ${delayMs})
}
`
}

/** `count` answerable cases c1... with reference a1... from source.md. */
export function casesJsonl(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `c${index + 1}`,
      user_input: `question ${index + 1}`,
      reference: `answer ${index + 1}`,
      expected_sources: ['source.md'],
    }),
  ).join('\n')
}

/** A reply that is right for `casesJsonl`. */
export const RIGHT = `return { response: 'answer ' + request.user_input.slice(9), retrieved_contexts: [{ text: 'answer', source: 'source.md' }] }`
