import { readFileSync } from 'node:fs'
import { parquetMetadata } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, it } from 'vitest'
import { groupReader } from './parquet-worker.ts'
import { tempFile } from './test-support/temp-file.ts'

const MEGABYTE = 1024 * 1024

it('hands rows over in parts of bounded size, though one stored text may stand in every row', async () => {
  const n = 60
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: Array.from({ length: n }, (_, i) => `r${i}`), type: 'STRING' },
      { name: 'text', data: Array.from({ length: n }, () => 'a'.repeat(MEGABYTE)), type: 'STRING' },
    ],
    rowGroupSize: n,
  })
  const file = tempFile('t.parquet', new Uint8Array(buffer))
  expect(readFileSync(file).length).toBeLessThan(2 * MEGABYTE)
  const reader = groupReader(file, parquetMetadata(buffer), 60_000)
  const parts: number[] = []
  const ids: unknown[] = []
  for await (const rows of reader.read(0, n)) {
    parts.push(rows.length)
    ids.push(...rows.map(({ id }) => id))
  }
  await reader.close()
  expect(ids).toEqual(Array.from({ length: n }, (_, i) => `r${i}`))
  expect(parts).toEqual([16, 16, 16, 12])
})
