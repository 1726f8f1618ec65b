import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith, ROOT } from './support/project.ts'

const [npm, npx] = process.platform === 'win32' ? ['npm.cmd', 'npx.cmd'] : ['npm', 'npx']

function call(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  })
}

/** The files and folders of the repository that the README links to. */
function readmeLinks(): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link)
  if (links.length === 0) throw new Error('the README has no links')
  return links
}

// Packing and installing needs the registry and minutes where nothing is cached: it belongs to .ci/run.
describe.skipIf(process.env.CI === undefined)('the package', () => {
  it('installs into an empty folder, and init and run work there', () => {
    const folder = folderWith({})
    const packed = call(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT)
    const [{ filename, files, size }] = JSON.parse(packed.slice(packed.indexOf('[')))
    const names = files.map((file: { path: string }) => file.path)
    expect(names).toContain('schema/ragstone.schema.json')
    // The links of the README lead somewhere in the installed package too, and nothing else comes along.
    expect(names).toEqual(expect.arrayContaining(readmeLinks().map((link) => expect.stringContaining(link))))
    expect(names.filter((name: string) => /^(src|test|scripts|bench)\/|\.ragstone|__pycache__/.test(name))).toEqual([])
    expect(size).toBeLessThan(2 ** 20)

    const project = join(folder, 'project')
    mkdirSync(project)
    call(npm, ['init', '-y'], project)
    call(npm, ['install', '--no-audit', '--no-fund', join(folder, filename)], project)
    call(npx, ['--no-install', 'ragstone', 'init'], project)
    const report = call(npx, ['--no-install', 'ragstone', 'run', '--quiet'], project)
    expect(report).toMatch(/hit_rate@3/)
    const yaml = readFileSync(join(project, 'ragstone.yaml'), 'utf8')
    const schema = /\$schema=(\S+)/.exec(yaml)?.[1] ?? ''
    expect(JSON.parse(readFileSync(join(project, schema), 'utf8'))).toHaveProperty('properties.configurations')
    const types = call(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        "import * as a from 'ragstone'; import * as m from 'ragstone/metrics'; import * as s from 'ragstone/stats'; import * as t from 'ragstone/testing'; console.log([a.run, a.evaluate, m.defineMetric, s.wilson, t.sampleOf].every((f) => typeof f === 'function'))",
      ],
      project,
    )
    expect(types.trim()).toBe('true')
  }, 300_000)
})
