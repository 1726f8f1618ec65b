import * as zlib from 'node:zlib'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { readParquet } from './parquet.ts'
import { parquetBytes } from './parquet-write.ts'
import { readRows } from './rows.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const rowsOf = async (bytes: Uint8Array) =>
  (await collect(readRows(tempFile('t.parquet', bytes)))).map((row) => row.value)

/** Five rows with one byte of a page's header changed, so that the library unpacks it without end. */
const ENDLESS = Buffer.from(
  [
    'UEFSMRUGFUAVPlwVChUAFQoVAAAEFQAAAAMfHhQCAAAAcTAFBgQxAgEMMDICAAAAcTMCAAAAcTQVBhV4FVRcFRQVABUKFQAVBBUG',
    'AAAFqgIUAzcoAQAAAGECAAAAYjAZCwAxGQsEMgEVISwzAQAAAGECAAAAYjQVBBlcSARyb290FQQAFQwlAhgCaWQlAAA1AhgEbGlz',
    'dBUCFQYANQQYBGxpc3QVAgAVDCUCGAdlbGVtZW50JQAAFgoZHBksJggcFQwZFQAZGAJpZBUCFgoWahZoJgg8NgAoAnE0GAJxMAAZ',
    'HBUGFQAVAgAAACZwHBUMGRUAGTgEbGlzdARsaXN0B2VsZW1lbnQVAhYUFqIBFn4mcDw2ACgCYjQYAWEAGRwVBhUAFQIAAAAWjAIW',
    'CjbmAQAoCWh5cGFycXVldBksHAAAHAAAAM4AAABQQVIx',
  ].join(''),
  'base64',
)

describe('parquet', () => {
  it('reads back the records that were written, nothing as null', async () => {
    const rows = [
      { id: 'a', n: 1, x: 0.5, yes: true, list: ['x', '\ufeffy'], mixed: 1, nested: { k: [1] } },
      { id: '字', n: -2, x: 2, yes: false, list: [], mixed: 'one', nested: null, late: 'z' },
    ]
    expect(await rowsOf(parquetBytes(rows))).toEqual([
      { ...rows[0], mixed: '1', nested: '{"k":[1]}', late: null },
      { ...rows[1], mixed: '"one"' },
    ])
  })

  it('reads back any texts and lists of texts', async () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed())
    const row = fc.record({ a: text, b: fc.array(text), c: fc.option(fc.double({ noNaN: true })) })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        expect(await rowsOf(parquetBytes(rows))).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  it('reads several row groups in order, whole numbers exactly and times as ISO 8601', async () => {
    const n = 2500
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'i', data: Array.from({ length: n }, (_, i) => BigInt(i)), type: 'INT64' },
        { name: 'long', data: Array.from({ length: n }, (_, i) => 9007199254740993n + BigInt(i)), type: 'INT64' },
        { name: 'at', data: Array.from({ length: n }, () => new Date(Date.UTC(2024, 1, 3))), type: 'TIMESTAMP' },
      ],
      rowGroupSize: 1000,
    })
    const rows = await collect(readRows(tempFile('t.parquet', new Uint8Array(buffer))))
    expect(rows.map((row) => row.value.i)).toEqual(Array.from({ length: n }, (_, i) => i))
    expect(rows[2000]?.place.row).toBe(2001)
    expect([rows[0]?.value.long, rows[0]?.value.at]).toEqual(['9007199254740993', '2024-02-03T00:00:00.000Z'])
  })

  it('reads gzip and brotli, and refuses what it cannot unpack with the cure', async () => {
    const columnData = [{ name: 'a', data: Array.from({ length: 100 }, (_, i) => `text ${i % 3}`) }]
    const gzip = parquetWriteBuffer({
      columnData,
      codec: 'GZIP',
      compressors: { GZIP: (input) => zlib.gzipSync(input) },
    })
    const brotli = parquetWriteBuffer({
      columnData,
      codec: 'BROTLI',
      compressors: { BROTLI: (input) => zlib.brotliCompressSync(input) },
    })
    for (const buffer of [gzip, brotli]) expect((await rowsOf(new Uint8Array(buffer)))[4]).toEqual({ a: 'text 1' })
    const lzo = parquetWriteBuffer({ columnData, codec: 'LZO', compressors: { LZO: (input) => input } })
    const error = await refusal(() => rowsOf(new Uint8Array(lzo)))
    expect([error.code, error.message]).toEqual(['unknown_compression', expect.stringContaining('compressed with LZO')])
    expect(error.hint).toContain('snappy')
  })

  it('refuses a page that unpacks to more than it says', async () => {
    const data = Array.from({ length: 4 }, (_, i) => `${i}${'x'.repeat(1000)}`)
    const bomb = zlib.gzipSync(Buffer.alloc(50_000_000))
    const buffer = parquetWriteBuffer({
      columnData: [{ name: 'a', data }],
      codec: 'GZIP',
      compressors: { GZIP: () => bomb },
    })
    expect((await refusal(() => rowsOf(new Uint8Array(buffer)))).code).toBe('invalid_parquet')
  })

  it('refuses files that are cut off anywhere, and files of another kind', async () => {
    const good = parquetBytes(Array.from({ length: 50 }, (_, i) => ({ id: `q${i}`, list: ['a', `b${i}`] })))
    for (let length = 1; length < good.length; length += 1) {
      expect((await refusal(() => rowsOf(good.subarray(0, length)))).code).toBe('invalid_parquet')
    }
    const missing = Buffer.concat([good.subarray(0, 100), good.subarray(-500)])
    for (const other of [Buffer.from('id,a\n1,2\n'), Buffer.alloc(1000), missing]) {
      expect((await refusal(() => rowsOf(other))).code).toBe('invalid_parquet')
    }
  })

  it('gives up on a damaged page that would be unpacked without end', async () => {
    const file = tempFile('t.parquet', ENDLESS)
    const error = await refusal(() => collect(readParquet(file, 1000)))
    expect([error.code, error.message]).toEqual([
      'file_damaged',
      `${file}: cannot be unpacked (nothing was read for 1 s)`,
    ])
  })

  it('can be left after the first row', async () => {
    const file = tempFile('t.parquet', parquetBytes([{ id: 'a' }, { id: 'b' }]))
    for await (const row of readParquet(file)) {
      expect(row.value).toEqual({ id: 'a' })
      break
    }
  })

  it('refuses a row that a jsonl file could not hold either', async () => {
    const data = ['short', 'a'.repeat(129 * 1024 * 1024)]
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'text', data, type: 'STRING' }] }))
    const error = await refusal(() => collect(readRows(tempFile('t.parquet', bytes))))
    expect([error.code, error.message]).toEqual([
      'row_too_large',
      expect.stringMatching(/t\.parquet, row 2: one row of more than 128 MB$/),
    ])
  })
})
