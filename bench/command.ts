/**
 * What the kept-alive command system costs beside the system's own time: 1,000 cases of 50 ms at concurrency 16 against
 * the ideal, and 2,000 cases without any work, one after the other, against the bare floor (the same program, the same
 * lines, written and read without Ragstone).
 * Run: node --import jiti/register bench/command.ts
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SYSTEM_SCHEMAS } from '../src/core/config.ts'
import { openSystem } from '../src/systems/open.ts'
import type { System } from '../src/systems/system.ts'

const PROGRAM = `
process.stdin.setEncoding('utf8')
let rest = ''
process.stdin.on('data', (part) => {
  const lines = (rest + part).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id, user_input } = JSON.parse(line)
    const reply = JSON.stringify({ id, response: 'x'.repeat(300), retrieved_contexts: Array(5).fill('y'.repeat(800)) })
    const ms = Number(user_input)
    if (ms === 0) process.stdout.write(reply + '\\n')
    else setTimeout(() => process.stdout.write(reply + '\\n'), ms)
  }
})
`
const CASES = 1000
const CONCURRENCY = 16
const SLEEP_MS = 50
const EMPTY_CASES = 2000
const WARM_UP = 300

const folder = await mkdtemp(join(tmpdir(), 'ragstone-bench-'))
try {
  const file = join(folder, 'system.cjs')
  await writeFile(file, PROGRAM)
  const ideal = (Math.ceil(CASES / CONCURRENCY) * SLEEP_MS) / 1000
  const wall = await withSystem(file, CONCURRENCY, (system) => askAll(system, CASES, SLEEP_MS, CONCURRENCY))
  console.log(
    `${CASES} cases of ${SLEEP_MS} ms at concurrency ${CONCURRENCY}: ${wall.toFixed(3)} s, ideal ${ideal.toFixed(3)} s`,
  )
  console.log(`wall / ideal ${(wall / ideal).toFixed(3)} (mark: at most 1.05)`)
  const floor = await bareCases(file, CASES, SLEEP_MS, CONCURRENCY)
  console.log(`the same without Ragstone / ideal ${(floor / ideal).toFixed(3)}`)

  const bare = await bareCases(file, EMPTY_CASES, 0, 1)
  const ours = await withSystem(file, 1, (system) => askAll(system, EMPTY_CASES, 0, 1))
  const each = (seconds: number) => (seconds * 1000) / EMPTY_CASES
  console.log(`a case without work: ${each(ours).toFixed(3)} ms, bare round trip ${each(bare).toFixed(3)} ms`)
  console.log(`overhead a case ${each(ours - bare).toFixed(3)} ms (mark: below 1)`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function withSystem(
  file: string,
  concurrency: number,
  work: (system: System) => Promise<number>,
): Promise<number> {
  const config = SYSTEM_SCHEMAS.command.parse({ command: [process.execPath, file], concurrency })
  const system = await openSystem(config, { folder, log: (line) => console.error(line) })
  try {
    await askAll(system, WARM_UP, 0, concurrency)
    return await work(system)
  } finally {
    await system.close()
  }
}

/** Seconds for all cases, asked as the pipeline does: a new one whenever one is answered. */
async function askAll(system: System, cases: number, sleepMs: number, concurrency: number): Promise<number> {
  const { signal } = new AbortController()
  const configuration = { name: 'base', settings: { top_k: 3 } }
  let next = 0
  const worker = async () => {
    while (next < cases) {
      next += 1
      const id = `case-${next}`
      const request = { id: `${id}|base|1`, user_input: String(sleepMs), configuration, repeat: 1 }
      const reply = await system.ask(request, { signal, test_case_id: id })
      if (reply.error !== undefined) throw new Error(reply.error.message)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (performance.now() - begun) / 1000
}

/** Seconds for the same lines written and read without Ragstone. */
async function bareCases(file: string, cases: number, sleepMs: number, concurrency: number): Promise<number> {
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout }).on('line', (line) => waiting.get(JSON.parse(line).id)?.())
  const roundTrip = (id: string, ms: number) =>
    new Promise<void>((resolve) => {
      waiting.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ id, user_input: String(ms), configuration: {}, repeat: 1 })}\n`)
    })
  for (let n = 0; n < WARM_UP; n += 1) await roundTrip(`warm-${n}`, 0)
  let next = 0
  const worker = async () => {
    while (next < cases) {
      next += 1
      await roundTrip(`case-${next}|base|1`, sleepMs)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - begun) / 1000
  child.stdin.end()
  return seconds
}
