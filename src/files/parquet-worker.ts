import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FileMetaData } from 'hyparquet'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'

type Rows = Record<string, unknown>[]

/** Unpacks row groups of one parquet file in a thread of its own. */
export interface GroupReader {
  /** The rows from `start` up to, and without, `end`, in parts that fit into memory whatever they unpack to. */
  read(start: number, end: number): AsyncGenerator<Rows>
  close(): Promise<void>
}

/** An empty part ends the rows. The thread sends the next part when it is asked for. */
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
  let waiting: { resolve: (rows: Rows) => void; reject: (error: unknown) => void } | undefined
  let death: RagstoneError | undefined
  const died = (reason: string) => {
    death ??= damaged(file, reason)
    waiting?.reject(death)
  }
  worker.on('message', (reply: Reply) => {
    if ('message' in reply) waiting?.reject(new Error(reply.message))
    else waiting?.resolve(reply.rows)
  })
  worker.on('error', (error) => died(error.message))
  worker.on('exit', () => died('the thread that read it ended'))

  /** The next part, which `request` asks the thread for. */
  async function part(request: { start: number; end: number } | 'more'): Promise<Rows> {
    if (death !== undefined) throw death
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
      return await new Promise<Rows>((resolve, reject) => {
        waiting = { resolve, reject }
        worker.postMessage(request)
      })
    } finally {
      waiting = undefined
      clearInterval(timer)
    }
  }

  return {
    async *read(start, end) {
      let rows = await part({ start, end })
      while (rows.length > 0) {
        yield rows
        rows = await part('more')
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

/** A part ends with the row that brings it to about this many characters: one text may stand in every row of a group. */
const PART_SIZE = 16 * 1024 * 1024

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
const weight = (value) => typeof value === 'string' ? value.length
  : typeof value !== 'object' || value === null ? 8
  : ArrayBuffer.isView(value) ? value.byteLength
  : Object.values(value).reduce((sum, one) => sum + weight(one), 8)
let rows = []
let at = 0
const sendPart = () => {
  const begin = at
  for (let sum = 0; at < rows.length && at - begin < 1000 && sum < ${PART_SIZE}; at += 1) sum += weight(rows[at])
  parentPort.postMessage({ rows: rows.slice(begin, at) })
  moved()
}
parentPort.on('message', async (request) => {
  try {
    if (request !== 'more') {
      const { parquetReadObjects } = await import(library)
      at = 0
      rows = await parquetReadObjects({
        file: source, metadata, rowStart: request.start, rowEnd: request.end, compressors, onPage: moved, onChunk: moved,
        parsers: { stringFromBytes: (bytes) => (moved(), bytes && decoder.decode(bytes)) },
      })
    }
    sendPart()
  } catch (error) {
    parentPort.postMessage({ message: error instanceof Error ? error.message : String(error) })
  }
})
`
