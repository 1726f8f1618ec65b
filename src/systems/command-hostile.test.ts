import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type CommandSystemConfig, SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask, eventually, PYTHON } from './test-support/ask.ts'

const hostile = join(import.meta.dirname, 'test-support', 'hostile.py')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-hostile-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

type Overrides = Partial<CommandSystemConfig> & { secrets?: string[] }

/** Runs a system that misbehaves in one way; `log` fills while it runs. */
async function withHostile(
  way: string,
  overrides: Overrides,
  work: (system: System, log: string[]) => Promise<void>,
): Promise<void> {
  const { secrets = [], ...settings } = overrides
  const log: string[] = []
  const config = SYSTEM_SCHEMAS.command.parse({ command: [PYTHON, hostile, way], timeout_s: 20, ...settings })
  const system = await openSystem(config, { folder, log: (line) => log.push(line), secrets })
  try {
    await work(system, log)
  } finally {
    await system.close()
  }
}

const inLog = (log: string[]) => log.join('\n')

describe.skipIf(PYTHON === undefined)('a kept-alive command that prints what is no reply', () => {
  it('has its prints shown in the log and its answers used', () =>
    withHostile('prints_logs', {}, async (system, log) => {
      const reply = await ask(system, 'q')
      expect(reply).toMatchObject({ response: 'fine' })
      expect(reply.problems).toBeUndefined()
      expect(inLog(log)).toContain('Loading 繁體 index ...')
      expect(inLog(log)).toContain('no id here')
      expect(inLog(log)).toContain('[1, 2, 3]')
      expect(log).toHaveLength(3)
    }))

  it('is believed the first time when it answers twice, and the second answer is logged', () =>
    withHostile('answers_twice', {}, async (system, log) => {
      expect((await ask(system, 'q1')).response).toBe('first')
      expect((await ask(system, 'q2')).response).toBe('first')
      expect(inLog(log)).toMatch(/a second answer to one case.*second/)
    }))

  it('may answer an id that nobody asked', () =>
    withHostile('unknown_id', {}, async (system, log) => {
      expect((await ask(system, 'q')).response).toBe('fine')
      expect(inLog(log)).toMatch(/an id that was not asked.*lost/)
    }))

  it('gets no credit for an answer that came before its question', () =>
    withHostile('early', {}, async (system, log) => {
      expect((await ask(system, 'q')).response).toBe('fine')
      expect((await ask(system, 'early')).response).toBe('fine')
      expect(inLog(log)).toMatch(/an id that was not asked.*too early/)
    }))

  it('may write tens of thousands of lines to stderr, all of them logged, long ones cut', () =>
    withHostile('noisy', {}, async (system, log) => {
      expect((await ask(system, 'q')).response).toBe('fine')
      await eventually(() => log.length >= 50_001)
      expect(log[0]).toBe('line 0')
      expect(log[49_999]).toBe('line 49999')
      expect(log[50_000]?.length).toBeLessThan(3000)
    }))

  it('has no secret in its log or its errors', () =>
    withHostile('echoes_secret', { secrets: ['sk-hidden-value'] }, async (system, log) => {
      const reply = await ask(system, 'sk-hidden-value')
      expect(reply.error).toEqual({ code: 'reported', message: 'bad key ***' })
      await eventually(() => log.length > 0)
      expect(inLog(log)).toBe('using key ***')
    }))
})

describe.skipIf(PYTHON === undefined)('a kept-alive command that hangs', () => {
  it('costs that case its time-out; the others are answered by a new process', () =>
    withHostile('hangs', { timeout_s: 1 }, async (system, log) => {
      expect((await ask(system, 'hang')).error?.code).toBe('timeout')
      expect((await ask(system, 'next')).response).toBe('fine')
      expect(inLog(log)).toMatch(/stopped answering/)
    }))

  it('is asked again after each time-out, however often it hangs', () =>
    withHostile('deaf', { timeout_s: 0.4, concurrency: 2 }, async (system) => {
      const replies = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map((q) => ask(system, q)))
      expect(replies.map((reply) => reply.error?.code)).toEqual(Array(8).fill('timeout'))
    }))

  it('in one case only is not ended while it answers others, and its late answer is not used', () => {
    const command = [PYTHON ?? '', join(import.meta.dirname, 'test-support', 'stub.py')]
    return withHostile('', { command, timeout_s: 1, concurrency: 2 }, async (system, log) => {
      const slow = ask(system, 'sleep:1800:slow')
      for (let n = 0; n < 20; n += 1) {
        expect((await ask(system, `sleep:100:${n}`)).response).toBe(String(n))
      }
      expect((await slow).error?.code).toBe('timeout')
      expect(inLog(log)).toMatch(/an answer after its time-out, not used: .*slow/)
      expect(inLog(log)).not.toMatch(/stopped answering/)
    })
  })
})

describe.skipIf(PYTHON === undefined)('a kept-alive command that dies', () => {
  it('is started again and asked again, unnoticed but in the log', () =>
    withHostile('', { command: [PYTHON ?? '', hostile, 'dies_once', join(folder, 'died')] }, async (system, log) => {
      expect((await ask(system, 'poison')).response).toBe('fine')
      expect(inLog(log)).toMatch(/process ended \(exit code 3\)/)
      expect(inLog(log)).toMatch(/starting the system again \(1 of 3\)/)
    }))

  it('fails only the case that kills it, with exit code and stderr, when many are in flight', () =>
    withHostile('poison', { concurrency: 8 }, async (system) => {
      const questions = ['a', 'b', 'c', 'poison', 'd', 'e', 'f', 'g', 'h', 'i']
      const replies = await Promise.all(questions.map((q) => ask(system, q)))
      const poisoned = replies.splice(3, 1)[0]
      expect(replies.every((reply) => reply.response === 'fine')).toBe(true)
      expect(poisoned).toMatchObject({ response: null, latency_ms: null, error: { code: 'exited' } })
      expect(poisoned?.error?.message).toMatch(/exit code 4.*twice.*stderr: .*poisoned/)
    }))

  it('gives a case its whole time again when it is asked again', () =>
    withHostile(
      '',
      { command: [PYTHON ?? '', hostile, 'dies_late', join(folder, 'late')], timeout_s: 1.5 },
      async (system) => {
        const reply = await ask(system, 'q')
        expect(reply.response).toBe('fine')
        expect(reply.latency_ms).toBeLessThan(1500)
      },
    ))

  it('is given up after the fourth death in a row, with its last words', () =>
    withHostile('dies_always', { concurrency: 2 }, async (system) => {
      const results = await Promise.allSettled(['1', '2', '3', '4', '5'].map((q) => ask(system, q)))
      const rejected = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
      expect(rejected.length).toBeGreaterThan(0)
      for (const error of rejected) {
        expect(error).toMatchObject({ name: 'RagstoneError', code: 'system_died' })
        expect(String(error)).toMatch(/4 times in a row.*no index at data\/index\.bin/)
      }
      await expect(ask(system, '6')).rejects.toMatchObject({ code: 'system_died' })
    }))

  it('may end after every answer', () =>
    withHostile('one_shot', { concurrency: 3 }, async (system) => {
      const replies = await Promise.all(['1', '2', '3', '4', '5', '6'].map((q) => ask(system, q)))
      expect(replies.map((reply) => reply.response)).toEqual(Array(6).fill('fine'))
    }))

  it.skipIf(process.platform === 'win32')('by a signal is told by its name', () =>
    withHostile('killed', {}, async (system) => {
      expect((await ask(system, 'q')).error?.message).toContain('signal SIGKILL')
    }),
  )

  it('in the middle of a line has that part logged', () =>
    withHostile('partial_line', {}, async (system, log) => {
      expect((await ask(system, 'q')).error?.code).toBe('exited')
      expect(inLog(log)).toMatch(/not a reply, on stdout: \{"id": "q\|base\|1", "resp/)
    }))

  it('after a whole reply without a line feed is believed', () =>
    withHostile('no_line_feed', {}, async (system) => {
      expect((await ask(system, 'q')).response).toBe('whole')
    }))

  it('by closing its output but living on is ended and started again', () =>
    withHostile('closes_stdout', {}, async (system, log) => {
      const reply = await ask(system, 'q')
      expect(reply.error?.code).toBe('exited')
      expect(reply.error?.message).toContain('it closed its standard output')
      expect(inLog(log)).toMatch(/starting the system again/)
    }))

  it('by closing its input but living on is ended and started again', () =>
    withHostile('closes_stdin', {}, async (system) => {
      for (const question of ['1', '2', '3']) {
        expect((await ask(system, question)).response).toBe('fine')
        // What is written before the input is closed is lost without a trace; that case would time out.
        await sleep(300)
      }
    }))
})
