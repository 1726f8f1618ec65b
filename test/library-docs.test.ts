import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { folderWith, ROOT } from './support/project.ts'

/** The files of docs/library.md: blocks of TypeScript whose first line is a comment with their name. */
function documentedFiles(): Record<string, string> {
  const page = readFileSync(join(ROOT, 'docs', 'library.md'), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n(\/\/ (\S+\.ts)\n[\s\S]*?)^```$/gm)]
  return Object.fromEntries(blocks.map(([, text = '', name = '']) => [name, text]))
}

/** A folder in which `ragstone` is installed, as in a project of a user. */
function projectWith(files: Record<string, string>): string {
  const folder = folderWith({ 'package.json': '{"type": "module"}', ...files })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules', 'ragstone'), 'junction')
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'junction')
  return folder
}

describe('the examples of docs/library.md', () => {
  const files = documentedFiles()
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.ts'))

  it('show a metric of one’s own, a fake judge and a scripted server', () => {
    expect(tests).toHaveLength(3)
    const all = Object.values(files).join('\n')
    for (const name of ['scoreWith', 'fakeJudge', 'startModelServer']) expect(all).toContain(name)
  })

  it('pass as tests in a project of their own', () => {
    const register = pathToFileURL(join(ROOT, 'node_modules', 'jiti', 'lib', 'jiti-register.mjs')).href
    const args = ['--import', register, '--test', '--test-reporter=tap', ...tests]
    // A runner inside a runner would report to the outer one.
    const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
    const output = execFileSync(process.execPath, args, { cwd: projectWith(files), encoding: 'utf8', env })
    expect(output).toMatch(/^# fail 0$/m)
    expect(Number(/^# pass (\d+)$/m.exec(output)?.[1])).toBeGreaterThanOrEqual(6)
  }, 120_000)
})
