import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFile } from './replace-file.ts'
import { refusal, tempFolder } from './test-support/temp-file.ts'

const write = (content: string) => async (draft: string) => writeFileSync(draft, content)

describe('replaceFile', () => {
  it('replaces the content and keeps the rights', async () => {
    const file = join(tempFolder(), 'a.yaml')
    writeFileSync(file, 'old')
    chmodSync(file, 0o640)
    await replaceFile(file, write('new'))
    expect(readFileSync(file, 'utf8')).toBe('new')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  it.skipIf(process.platform === 'win32')('replaces the target of a link and keeps the link', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'real'))
    writeFileSync(join(folder, 'real', 'a.yaml'), 'old')
    symlinkSync(join('real', 'a.yaml'), join(folder, 'link.yaml'))
    await replaceFile(join(folder, 'link.yaml'), write('new'))
    expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real', 'a.yaml'), 'utf8')).toBe('new')
  })

  it('leaves everything as it was when writing fails or somebody else writes meanwhile', async () => {
    const folder = tempFolder()
    const file = join(folder, 'a.yaml')
    writeFileSync(file, 'old')
    const failing = await refusal(() =>
      replaceFile(file, async (draft) => {
        writeFileSync(draft, 'half')
        throw new Error('disk full')
      }),
    )
    expect([failing.code, failing.message]).toEqual(['file_unwritable', expect.stringContaining('disk full')])
    const changed = await refusal(() =>
      replaceFile(file, async (draft) => {
        writeFileSync(draft, 'new')
        utimesSync(file, 1, 1)
      }),
    )
    expect(changed.code).toBe('file_changed')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })
})
