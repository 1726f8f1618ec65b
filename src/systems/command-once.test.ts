import { describe, expect, it } from 'vitest'
import { type CommandSystemConfig, SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask, eventually, isAlive } from './test-support/ask.ts'

/** Runs JavaScript as a program of one case; `request` is what it was asked. */
async function withProgram(
  source: string,
  overrides: Partial<CommandSystemConfig>,
  work: (system: System, log: string[]) => Promise<void>,
): Promise<void> {
  const log: string[] = []
  const program = `const request = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); ${source}`
  const command = [process.execPath, '-e', program]
  const config = SYSTEM_SCHEMAS.command.parse({ command, mode: 'once', timeout_s: 20, ...overrides })
  const system = await openSystem(config, { folder: '.', log: (line) => log.push(line) })
  try {
    await work(system, log)
  } finally {
    await system.close()
  }
}

describe('a command that is started for each case', () => {
  it('may spread its reply over lines', () =>
    withProgram('console.log(JSON.stringify({ response: request.user_input }, null, 2))', {}, async (system, log) => {
      expect((await ask(system, '問')).response).toBe('問')
      expect(log).toEqual([])
    }))

  it('may print logs before its reply, which is the last line of JSON', () =>
    withProgram(
      `console.log('loading'); console.log('{"response":"draft"}'); console.log('{"response":"final"}'); console.error('bye')`,
      {},
      async (system, log) => {
        expect((await ask(system, 'q')).response).toBe('final')
        expect(log.sort()).toEqual([
          'bye',
          'not a reply, on stdout: loading',
          'not a reply, on stdout: {"response":"draft"}',
        ])
      },
    ))

  it.each([
    ['exited', `console.error('no index'); process.exit(2)`, /exit code 2.*stderr: no index/],
    [
      'exited',
      `for (let n = 0; n < 30; n++) console.error('File ' + n + ' ' + 'x'.repeat(90)); console.error('ValueError: boom\\n'); process.exit(1)`,
      /exit code 1\) without a reply; on stderr: ValueError: boom; before it: File 2\d.* \| File 29 x+; it printed/,
    ],
    ['exited', `throw new Error('no key')`, /on stderr: Error: no key; before it: .*throw new Error/],
    ['exited', `console.log('half a'); process.exit(3)`, /exit code 3.*it printed: half a/],
    ['unreadable_reply', '', /without a reply in JSON; it printed nothing/],
    ['unreadable_reply', `console.log('[1]')`, /it printed: \[1\]/],
    ['unreadable_reply', `console.log('{"answer":1}')`, /no response; its keys: answer/],
    ['invalid_text', `process.stdout.write(Buffer.from('{"response":"caf\\xe9"}', 'latin1'))`, /caf\ufffd/],
    [
      'too_large',
      `process.stdout.write('{"response":"' + 'x'.repeat(3e6) + '"}')`,
      /larger than 1 MB.*begins: \{"resp/,
    ],
  ])('fails with %s after %s', (code, source, message) =>
    withProgram(source, { max_reply_mb: 1 }, async (system) => {
      const { response, error } = await ask(system, 'q')
      expect(response).toBeNull()
      expect(error?.code).toBe(code)
      expect(error?.message).toMatch(message)
    }),
  )

  it('is believed when it replies and then fails, with a problem', () =>
    withProgram(`console.log('{"response":"x"}'); process.exitCode = 1`, {}, async (system) => {
      const reply = await ask(system, 'q')
      expect(reply.response).toBe('x')
      expect(reply.problems).toEqual(['the process ended with exit code 1 after its reply'])
    }))

  it('need not read its input', () =>
    withProgram('', { command: [process.execPath, '-e', `console.log('{"response":"deaf"}')`] }, async (system) => {
      expect((await ask(system, 'x'.repeat(1_000_000))).response).toBe('deaf')
    }))

  it('leaves no process behind after a time-out or when it is closed', () =>
    withProgram(
      'console.error(process.pid); setInterval(() => {}, 1000)',
      { timeout_s: 1.5, concurrency: 2 },
      async (system, log) => {
        expect((await ask(system, 'q')).error?.code).toBe('timeout')
        const closed = ask(system, 'r').catch((error: unknown) => String(error))
        await eventually(() => log.length === 2)
        await system.close()
        expect(await closed).toMatch(/was closed/)
        for (const pid of log.map(Number)) await eventually(() => !isAlive(pid))
      },
    ))
})
