import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { schemaLine } from './schema-line.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-schema-'))
  folders.push(folder)
  return folder
}

describe('the schema line', () => {
  const withSchema = (folder: string) => {
    mkdirSync(join(folder, 'schema'), { recursive: true })
    writeFileSync(join(folder, 'schema', 'ragstone.schema.json'), '{}')
    return folder
  }
  const target = (folder: string, line: string) => {
    const path = /^# yaml-language-server: \$schema=(\S+)$/.exec(line)?.[1] ?? ''
    return { path, exists: path !== '' && !isAbsolute(path) && existsSync(resolve(folder, path)) }
  }

  it('names the package that the project has installed', () => {
    const folder = emptyFolder()
    withSchema(join(folder, 'node_modules', 'ragstone'))
    expect(schemaLine(folder, undefined)).toBe(
      '# yaml-language-server: $schema=./node_modules/ragstone/schema/ragstone.schema.json',
    )
  })

  it('names one that an enclosing folder has installed', () => {
    const folder = emptyFolder()
    withSchema(join(folder, 'node_modules', 'ragstone'))
    const inner = join(folder, 'packages', 'one')
    mkdirSync(inner, { recursive: true })
    expect(target(inner, schemaLine(inner, undefined))).toEqual({
      path: '../../node_modules/ragstone/schema/ragstone.schema.json',
      exists: true,
    })
  })

  it('else names the package that runs, by a path that is true', () => {
    const folder = emptyFolder()
    const own = withSchema(join(emptyFolder(), 'ragstone'))
    expect(target(folder, schemaLine(folder, own)).exists).toBe(true)
  })

  it('says what to do when that package will be removed again or has no schema', () => {
    const folder = emptyFolder()
    for (const own of [withSchema(join(emptyFolder(), '_npx', 'ragstone')), emptyFolder()]) {
      expect(schemaLine(folder, own)).toContain('npm install --save-dev ragstone')
    }
  })
})
