import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CommandSystemConfig, SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask, eventually, isAlive, PYTHON } from './test-support/ask.ts'

const hostile = join(import.meta.dirname, 'test-support', 'hostile.py')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-limits-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(overrides: Partial<CommandSystemConfig>, log: string[] = []): Promise<System> {
  return openSystem(SYSTEM_SCHEMAS.command.parse({ timeout_s: 20, ...overrides }), {
    folder,
    log: (line) => log.push(line),
  })
}

async function withSystem(
  command: string[],
  overrides: Partial<CommandSystemConfig>,
  work: (system: System, log: string[]) => Promise<void>,
): Promise<void> {
  const log: string[] = []
  const system = await open({ command, ...overrides }, log)
  try {
    await work(system, log)
  } finally {
    await system.close()
  }
}

const python = (way: string) => [PYTHON ?? '', hostile, way]

describe.skipIf(PYTHON === undefined)('what a kept-alive command writes', () => {
  it('costs one case when it is 300 MB, without holding it in memory', () =>
    withSystem(python('huge'), { concurrency: 2, max_reply_mb: 1 }, async (system) => {
      await ask(system, 'warm')
      const before = process.memoryUsage().rss
      const [huge, next] = await Promise.all([ask(system, 'megabytes 300'), ask(system, 'next')])
      expect(huge?.error?.code).toBe('too_large')
      expect(huge?.error?.message).toMatch(
        /larger than 1 MB.*it begins: \{"id": "megabytes 300\|base\|1", "response": "xxx/,
      )
      expect(huge?.error?.message.length).toBeLessThan(1000)
      expect(next?.response).toBe('fine')
      expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
    }))

  it('is the reply of the only case in flight when it is too large to find its id', () =>
    withSystem(python('huge'), { max_reply_mb: 1 }, async (system) => {
      expect((await ask(system, 'huge without id')).error?.code).toBe('too_large')
      expect((await ask(system, 'next')).response).toBe('fine')
    }))

  it('may be large within the limit', () =>
    withSystem(python('huge'), { max_reply_mb: 60 }, async (system) => {
      expect((await ask(system, 'megabytes 50')).response).toHaveLength(50_000_000)
    }))

  it('is refused when its bytes are not UTF-8, and shown', () =>
    withSystem(python('invalid_utf8'), {}, async (system) => {
      const reply = await ask(system, 'q')
      expect(reply.error?.code).toBe('invalid_text')
      expect(reply.error?.message).toContain('caf\ufffd \ufffd')
    }))

  it('is refused when half of a character is in it, and shown', () =>
    withSystem(python('lone_surrogate'), {}, async (system) => {
      const reply = await ask(system, 'q')
      expect(reply.error?.code).toBe('invalid_text')
      expect(reply.error?.message).toContain('half \ufffd here')
    }))

  it('may come slowly while megabytes of requests wait for it', () =>
    withSystem(python('slow_reader'), { concurrency: 4 }, async (system) => {
      const sizes = [3_000_000, 10, 2_000_000, 10, 1_000_000, 10]
      const replies = await Promise.all(sizes.map((size, n) => ask(system, '長'.repeat(size), { id: `case ${n}` })))
      expect(replies.map((reply) => reply.response)).toEqual(sizes.map(String))
    }))

  it('is UTF-8 without buffering from Python, unless the user said otherwise', () =>
    withSystem(
      python('says_environment'),
      { env: { PYTHONIOENCODING: 'utf-8:replace', OWN: '繁體' } },
      async (system) => {
        process.env.RAGSTONE_TEST_INHERITED = 'yes'
        const reply = await ask(system, 'PYTHONUNBUFFERED PYTHONUTF8 PYTHONIOENCODING OWN RAGSTONE_TEST_INHERITED')
        const environment = JSON.parse(reply.response ?? '')
        expect(environment).toEqual({
          PYTHONUNBUFFERED: '1',
          PYTHONUTF8: '1',
          PYTHONIOENCODING: 'utf-8:replace',
          OWN: '繁體',
          RAGSTONE_TEST_INHERITED: 'yes',
        })
      },
    ))
})

describe('a command that cannot be started', () => {
  it('is named, with what helps', async () => {
    const system = await open({ command: ['python3-of-nobody', 'rag.py'] })
    await expect(ask(system, 'q')).rejects.toMatchObject({
      code: 'system_not_found',
      message: 'the command "python3-of-nobody" was not found',
    })
    await expect(ask(system, 'again')).rejects.toMatchObject({ code: 'system_not_found' })
    await system.close()
  })

  it.each([
    ['serve', ['/nowhere/python3', 'rag.py'], /try "python"/],
    ['once', ['/nowhere/python', 'rag.py'], /try "python3"/],
    ['once', ['python3 rag.py'], /separate entries/],
    ['serve', ['/nowhere/run.cmd'], /shell/],
  ] as const)('in mode %s gives a hint for %j', async (mode, command, hint) => {
    const system = await open({ command: [...command], mode })
    const error = await ask(system, 'q').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'system_not_found', hint: expect.stringMatching(hint) })
    await system.close()
  })

  it.skipIf(process.platform === 'win32')('because it may not be executed says so', async () => {
    const file = join(folder, 'plain.txt')
    writeFileSync(file, 'no program')
    const system = await open({ command: [file] })
    await expect(ask(system, 'q')).rejects.toMatchObject({ message: expect.stringMatching(/may not be executed/) })
    await system.close()
  })

  it('because its folder does not exist says so', async () => {
    const system = await open({ command: [process.execPath, 'x.js'], cwd: 'missing' })
    await expect(ask(system, 'q')).rejects.toMatchObject({ message: expect.stringMatching(/folder.*missing/) })
    await system.close()
  })
})

describe.skipIf(PYTHON === undefined || process.platform === 'win32')('closing a kept-alive command', () => {
  it('leaves no process within two seconds, even one that ignores signals', async () => {
    const system = await open({ command: python('ignores_signals') })
    const pid = Number((await ask(system, 'q')).response)
    expect(isAlive(pid)).toBe(true)
    const begun = performance.now()
    await system.close()
    expect(performance.now() - begun).toBeLessThan(2000)
    await eventually(() => !isAlive(pid))
  })

  it('leaves no process that it started', async () => {
    const system = await open({ command: python('has_child') })
    const pid = Number((await ask(system, 'q')).response)
    expect(isAlive(pid)).toBe(true)
    await system.close()
    await eventually(() => !isAlive(pid))
  })

  it('rejects the cases in flight and all later ones', async () => {
    const system = await open({ command: python('hangs') })
    await ask(system, 'q')
    const asked = ask(system, 'hang').catch((error: unknown) => String(error))
    await system.close()
    expect(await asked).toMatch(/was closed/)
    await expect(ask(system, 'later')).rejects.toThrow(/was closed/)
  })
})
