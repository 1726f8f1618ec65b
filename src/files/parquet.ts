import type { FileHandle } from 'node:fs/promises'
import * as zlib from 'node:zlib'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync } from 'hyparquet'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { rowTooLarge } from './jsonl.ts'
import { openForReading } from './open.ts'
import { groupReader } from './parquet-worker.ts'
import { MAX_ROW_BYTES, type Row, toRow } from './row.ts'

/** Largest group of rows, unpacked; it is held in memory whole. */
const MAX_GROUP_BYTES = 1024 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file of which nothing can be read for so long is taken for damaged. */
const STALL_MS = 60_000

/** The rows of a parquet file, read one row group at a time. */
export async function* readParquet(file: string, stallMs = STALL_MS): AsyncGenerator<Row> {
  const { handle, size } = await openForReading(file)
  try {
    if (size === 0) return
    const buffer = asyncBuffer(handle, size)
    const metadata = await checked(file, () => parquetMetadataAsync(buffer))
    checkMetadata(metadata, file)
    yield* groupRows(file, metadata, stallMs)
  } finally {
    await handle.close()
  }
}

async function* groupRows(file: string, metadata: FileMetaData, stallMs: number): AsyncGenerator<Row> {
  const reader = groupReader(file, metadata, stallMs)
  try {
    let start = 0
    for (const group of metadata.row_groups) {
      const end = start + Number(group.num_rows)
      const parts = reader.read(start, end)
      for (;;) {
        const part = await checked(file, () => parts.next())
        if (part.done === true) break
        for (const value of part.value) {
          start += 1
          const place = { file, row: start }
          if (textSize(value) > MAX_ROW_BYTES) throw rowTooLarge(place)
          yield toRow(plain(value, file), place, false)
        }
      }
      start = end
    }
  } finally {
    await reader.close()
  }
}

/**
 * The file as the reader wants it. It never rejects, since the reader asks ahead and a rejection that nobody waits for
 * would end the process: where nothing can be read there are no bytes, which the reader then stumbles over.
 */
function asyncBuffer(handle: FileHandle, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    async slice(start: number, end = byteLength): Promise<ArrayBuffer> {
      const from = start < 0 ? Math.max(0, byteLength + start) : start
      const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - from) || 0)
      if (bytes.length === 0) return bytes.buffer
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from).catch(() => ({ bytesRead: 0 }))
      return bytes.buffer.slice(0, bytesRead)
    },
  }
}

/** Snappy is built into the library; the others come with Node (zstd from Node 22.15 on). */
const CODECS: ReadonlySet<string> = new Set([
  ...['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI'],
  ...(Reflect.has(zlib, 'zstdDecompressSync') ? ['ZSTD'] : []),
])

function checkMetadata(metadata: FileMetaData, file: string): void {
  for (const group of metadata.row_groups) {
    if (group.total_byte_size > BigInt(MAX_GROUP_BYTES) || group.num_rows > 50_000_000n) {
      throw new RagstoneError(
        'file_too_large',
        `${shownPath(file)}: a row group of more than ${MAX_GROUP_BYTES / 1024 / 1024} MB`,
        {
          hint: 'write it with smaller row groups, or as .jsonl',
        },
      )
    }
    for (const { meta_data } of group.columns) {
      if (meta_data === undefined || CODECS.has(meta_data.codec)) continue
      throw new RagstoneError(
        'unknown_compression',
        `${shownPath(file)}: compressed with ${meta_data.codec}, which cannot be read here`,
        {
          hint: 'write it with snappy compression (pandas and DuckDB do so by default)',
        },
      )
    }
  }
}

async function checked<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isRagstoneError(error)) throw error
    throw new RagstoneError('invalid_parquet', `${shownPath(file)}: cannot be read as parquet (${messageOf(error)})`, {
      hint: 'the file may be cut off or damaged; write it again',
      cause: error,
    })
  }
}

/** Characters in the texts of a value, which are at least as many bytes. */
function textSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + textSize(one), 0)
}

/** Whole numbers of 64 bits become numbers where exact, otherwise texts; times ISO 8601; bytes must be UTF-8. */
function plain(value: unknown, file: string): unknown {
  if (value === undefined) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return bytesAsText(value, file)
  if (ArrayBuffer.isView(value))
    return Array.from(value as unknown as ArrayLike<number | bigint>, (item) => plain(item, file))
  if (Array.isArray(value)) return value.map((item) => plain(item, file))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, file)]))
  }
  return value
}

function bytesAsText(bytes: Uint8Array, file: string): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    throw new RagstoneError('not_utf8', `${shownPath(file)}: a column holds bytes that are not UTF-8 text`, {
      hint: 'leave that column out',
      cause: error,
    })
  }
}
