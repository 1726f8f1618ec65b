import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FileMetaData } from 'hyparquet'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'

type Rows = Record<string, unknown>[]

/** Unpacks row groups of one parquet file in a thread of its own. */
export interface GroupReader {
  /** The rows from `start` up to, and without, `end`. */
  read(start: number, end: number): Promise<Rows>
  close(): Promise<void>
}

/** Rows come in parts, so that no single message is huge; an empty part ends them. */
type Reply = { rows: Rows } | { message: string }

/** How often it is looked whether the thread has moved on. */
const LOOK_EVERY_MS = 500

/**
 * Starts the thread. A damaged page can make the library run without end, or until memory is used up: where the thread
 * reads no byte, text or page for `stallMs`, or dies, reading is refused (RagstoneError `file_damaged`). Other
 * errors of the library are thrown as they are.
 */
export function groupReader(file: string, metadata: FileMetaData, stallMs: number): GroupReader {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const library = pathToFileURL(createRequire(import.meta.url).resolve('hyparquet')).href
  const worker = new Worker(SOURCE, { eval: true, workerData: { file, metadata, progress, library }, execArgv: [] })
  let waiting: { rows: Rows; resolve: () => void; reject: (error: unknown) => void } | undefined
  const died = (reason: string) => waiting?.reject(damaged(file, reason))
  worker.on('message', (reply: Reply) => {
    if ('message' in reply) waiting?.reject(new Error(reply.message))
    else if (reply.rows.length === 0) waiting?.resolve()
    else for (const row of reply.rows) waiting?.rows.push(row)
  })
  worker.on('error', (error) => died(error.message))
  worker.on('exit', () => died('the thread that read it ended'))
  return {
    async read(start, end) {
      let seen = Atomics.load(progress, 0)
      let movedAt = performance.now()
      const timer = setInterval(() => {
        const now = Atomics.load(progress, 0)
        if (now !== seen) {
          seen = now
          movedAt = performance.now()
        } else if (performance.now() - movedAt >= stallMs) {
          died(`nothing was read for ${Math.round(stallMs / 1000)} s`)
          void worker.terminate()
        }
      }, LOOK_EVERY_MS)
      try {
        const rows: Rows = []
        await new Promise<void>((resolve, reject) => {
          waiting = { rows, resolve, reject }
          worker.postMessage({ start, end })
        })
        return rows
      } finally {
        waiting = undefined
        clearInterval(timer)
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

function damaged(file: string, reason: string): RagstoneError {
  return new RagstoneError('file_damaged', `${shownPath(file)}: cannot be unpacked (${reason})`, {
    hint: 'a page of it is damaged; write it again',
  })
}

/**
 * The thread, as text: so it needs no file of its own in the package. The file never rejects, since the library asks
 * ahead and a rejection that nobody waits for would end the thread: where nothing can be read there are no bytes, which
 * the library then stumbles over. Snappy is built into it; the other codecs come with Node (zstd from Node 22.15 on).
 */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const { openSync, readSync, fstatSync } = require('node:fs')
const zlib = require('node:zlib')
const { file, metadata, progress, library } = workerData
const moved = () => { Atomics.add(progress, 0, 1) }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const unpack = (name) => typeof zlib[name] !== 'function' ? undefined
  : (input, length) => (moved(), zlib[name](input, { maxOutputLength: Math.max(1, length) }))
const compressors = Object.fromEntries(Object.entries({
  GZIP: unpack('gunzipSync'), BROTLI: unpack('brotliDecompressSync'), ZSTD: unpack('zstdDecompressSync'),
}).filter((entry) => entry[1] !== undefined))
const descriptor = openSync(file, 'r')
const byteLength = fstatSync(descriptor).size
const source = {
  byteLength,
  async slice(start, end = byteLength) {
    moved()
    const from = start < 0 ? Math.max(0, byteLength + start) : start
    const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - from) || 0)
    if (bytes.length === 0) return bytes.buffer
    let count = 0
    try { count = readSync(descriptor, bytes, 0, bytes.length, from) } catch {}
    return bytes.buffer.slice(0, count)
  },
}
parentPort.on('message', async ({ start, end }) => {
  try {
    const { parquetReadObjects } = await import(library)
    const rows = await parquetReadObjects({
      file: source, metadata, rowStart: start, rowEnd: end, compressors, onPage: moved, onChunk: moved,
      parsers: { stringFromBytes: (bytes) => (moved(), bytes && decoder.decode(bytes)) },
    })
    for (let at = 0; at < rows.length; at += 1000) {
      parentPort.postMessage({ rows: rows.slice(at, at + 1000) })
      moved()
    }
    parentPort.postMessage({ rows: [] })
  } catch (error) {
    parentPort.postMessage({ message: error instanceof Error ? error.message : String(error) })
  }
})
`
