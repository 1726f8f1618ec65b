import { spawnSync } from 'node:child_process'
import type { System, SystemReply } from '../system.ts'

/** The Python of this machine, undefined where there is none. */
export const PYTHON: string | undefined = ['python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import json'], { timeout: 20_000 }).status === 0,
)

export interface AskOptions {
  id?: string
  signal?: AbortSignal
  configuration?: string
  settings?: Record<string, unknown>
  repeat?: number
}

/** Asks a system one question in the way the pipeline does. */
export function ask(system: System, userInput: string, options: AskOptions = {}): Promise<SystemReply> {
  const { id = userInput, configuration = 'base', settings = {}, repeat = 1 } = options
  const request = {
    id: `${id}|${configuration}|${repeat}`,
    user_input: userInput,
    configuration: { name: configuration, settings },
    repeat,
  }
  return system.ask(request, { signal: options.signal ?? new AbortController().signal, test_case_id: id })
}

/** A process that is gone gives false. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until a condition holds, at most five seconds. */
export async function eventually(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5000
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not become true within 5 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
