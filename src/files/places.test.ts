import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parquetBytes } from './parquet-write.ts'
import { placeText, readRows } from './rows.ts'
import { collect, refusal, tempFolder } from './test-support/temp-file.ts'

/** A file in a folder that is the current one until the test ends. */
function fileHere(name: string, content: string | Uint8Array): string {
  const folder = tempFolder()
  const here = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => here.mockRestore())
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('errors about files in the current folder', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['a.csv', 'a,b\n1\n', ':2: '],
    ['a.csv', 'a,,b\n1,2,3\n', ':1: '],
    ['a.csv', 'a\n"1\n', ':2: '],
    ['a.csv', '', ': '],
    ['a.csv', Buffer.from([0xff, 0xfe, 0x61, 0]), ': '],
    ['a.csv', Buffer.from([0x61, 0x0a, 0xff, 0x0a]), ':2: '],
    ['a.jsonl', '{"a":1}\n{"a"\n', ':2: '],
    ['a.jsonl', '[1]\n', ':1: '],
    ['a.json', '{"a":\n', ':'],
    ['a.json', '{"a":1}', ': '],
    ['a.yaml', 'a: [\n', ':'],
    ['a.parquet', 'PAR1', ': '],
    ['a.txt', 'a', ': '],
  ])('name %s holding %j without the way to it', async (name, content, after) => {
    const file = fileHere(name, content)
    const { message } = await refusal(() => collect(readRows(file)))
    expect(message.startsWith(`${name}${after}`), message).toBe(true)
  })

  it('name a missing file, its folder and a folder in place of a file so', async () => {
    const file = fileHere('cases.csv', 'a\n1\n')
    const missing = await refusal(() => collect(readRows(join(file, '..', 'other.jsonl'))))
    expect(missing.message).toBe('other.jsonl: no such file')
    const nowhere = await refusal(() => collect(readRows(join(file, '..', 'sets', 'a.csv'))))
    expect(nowhere.message).toBe(`${join('sets', 'a.csv')}: no such file`)
    expect(nowhere.hint).toBe('the folder sets does not exist')
  })

  it('name a row without a line so', async () => {
    const file = fileHere('a.parquet', parquetBytes([{ a: 'x' }]))
    const places = (await collect(readRows(file))).map(({ place }) => placeText(place))
    expect(places).toEqual(['a.parquet, row 1'])
  })
})
