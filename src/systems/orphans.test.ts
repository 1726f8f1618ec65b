import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { eventually, isAlive, PYTHON } from './test-support/ask.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-orphans-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a process that asks a system for its process id, prints it, and then does what `end` says. */
function host(way: string, end: string) {
  const file = join(folder, `${way}.ts`)
  const imported = (path: string) => JSON.stringify(join(root, 'src', 'systems', path))
  const command = JSON.stringify([PYTHON, join(root, 'src', 'systems', 'test-support', 'hostile.py'), way])
  writeFileSync(
    file,
    `import { openSystem } from ${imported('open.ts')}
     import { ask } from ${imported('test-support/ask.ts')}
     const config = { command: ${command}, mode: 'serve', concurrency: 1, timeout_s: 20, max_reply_mb: 16 }
     const system = await openSystem(config, { folder: '.', log: () => {} })
     const { response } = await ask(system, 'q')
     process.stdout.write(response + '\\n', () => { ${end} })`,
  )
  return spawn(process.execPath, [join(root, 'node_modules', 'jiti', 'lib', 'jiti-cli.mjs'), file])
}

async function systemPid(of: ReturnType<typeof spawn>): Promise<number> {
  let printed = ''
  of.stdout?.on('data', (data: Buffer) => {
    printed += data.toString('utf8')
  })
  await eventually(() => printed.includes('\n'))
  return Number(printed)
}

describe.skipIf(PYTHON === undefined || process.platform === 'win32')('the process of a kept-alive command', () => {
  it('is gone when ours exits without closing it, even if it ignores signals', async () => {
    const ours = host('ignores_signals', 'process.exit(0)')
    const pid = await systemPid(ours)
    expect(pid).toBeGreaterThan(0)
    await eventually(() => !isAlive(pid))
  })

  it('ends by itself when ours is killed, because its input ends', async () => {
    const ours = host('own_pid', 'setInterval(() => {}, 1000)')
    const pid = await systemPid(ours)
    expect(isAlive(pid)).toBe(true)
    ours.kill('SIGKILL')
    await eventually(() => !isAlive(pid))
  })
})
