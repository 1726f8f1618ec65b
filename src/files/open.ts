import { isUtf8 } from 'node:buffer'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { shownPath } from '../core/shown-path.ts'
import { completeLength, firstInvalid, looksLikeUtf16, UTF8_MARK } from './utf8.ts'

const CHUNK_BYTES = 1024 * 1024

/** Opens a file for reading; what is missing, a folder, a pipe or forbidden is refused in words. */
export async function openForReading(file: string): Promise<{ handle: FileHandle; size: number }> {
  let handle: FileHandle
  try {
    // Opening a pipe waits for its writer, and files are read more than once.
    if ((await stat(file)).isFIFO()) throw pipeError(file)
    handle = await open(file, 'r')
  } catch (error) {
    throw isRagstoneError(error) ? error : await openingError(file, error)
  }
  try {
    const found = await handle.stat()
    if (found.isDirectory()) throw folderError(file)
    return { handle, size: found.size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openingError(file: string, error: unknown): Promise<RagstoneError> {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new RagstoneError('file_not_found', `${shownPath(file)}: no such file`, { hint: await namesNearby(file) })
  }
  if (code === 'EISDIR') return folderError(file)
  return new RagstoneError('file_unreadable', `${shownPath(file)}: cannot be read (${messageOf(error)})`, {
    hint: 'check who may read the file',
    cause: error,
  })
}

function pipeError(file: string): RagstoneError {
  return new RagstoneError('not_a_file', `${shownPath(file)}: is a pipe, and a file is read more than once`, {
    hint: 'write what comes out of it to a file, and name that',
  })
}

function folderError(file: string): RagstoneError {
  return new RagstoneError('not_a_file', `${shownPath(file)}: is a folder, not a file`, {
    hint: 'name a file inside it',
  })
}

async function namesNearby(file: string): Promise<string> {
  const folder = dirname(file)
  const names = await readdir(folder).catch(() => undefined)
  if (names === undefined) return `the folder ${shownPath(folder)} does not exist`
  const best = nearest(basename(file), names)
  if (best !== undefined) return `did you mean "${best}"?`
  const data = names.filter((name) => /\.(ya?ml|jsonl?|ndjson|csv|tsv|parquet)$/i.test(name)).sort()
  if (data.length === 0) return `${shownPath(folder)} holds no yaml, json, jsonl, csv or parquet file`
  return `in ${shownPath(folder)}: ${data.slice(0, 10).join(', ')}${data.length > 10 ? ', ...' : ''}`
}

/** A piece of a text file that begins and ends between characters; `offset` is its place in the file in bytes. */
export interface Piece {
  bytes: Buffer
  offset: number
}

/**
 * The bytes of a UTF-8 file in order, without a byte order mark, checked: UTF-16 and bytes that are not UTF-8 are
 * refused with the cure. Memory use does not depend on the size of the file.
 */
export async function* readPieces(file: string): AsyncGenerator<Piece> {
  const { handle } = await openForReading(file)
  try {
    let rest: Buffer = Buffer.alloc(0)
    let offset = 0
    let line = 1
    for (let first = true; ; first = false) {
      const chunk = await readChunkOf(handle, file)
      let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (first) {
        if (looksLikeUtf16(bytes)) throw utf16Error(file)
        if (bytes.subarray(0, 3).equals(UTF8_MARK)) {
          bytes = bytes.subarray(3)
          offset = 3
        }
      }
      const end = chunk.length === 0 ? bytes.length : completeLength(bytes)
      const whole = bytes.subarray(0, end)
      if (!isUtf8(whole)) throw notUtf8Error(file, whole, offset, line)
      if (whole.length > 0) yield { bytes: whole, offset }
      if (chunk.length === 0) return
      line += lineBreaksIn(whole)
      offset += end
      rest = bytes.subarray(end)
    }
  } finally {
    await handle.close()
  }
}

async function readChunkOf(handle: FileHandle, file: string): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw await openingError(file, error)
  }
}

/** The whole text of a UTF-8 file of at most `maxBytes`; larger ones are refused with `hint`. */
export async function readText(file: string, maxBytes: number, hint: string): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const { bytes } of readPieces(file)) {
    size += bytes.length
    if (size > maxBytes) {
      throw new RagstoneError('file_too_large', `${shownPath(file)}: larger than ${maxBytes / 1024 / 1024} MB`, {
        hint,
      })
    }
    pieces.push(bytes)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function utf16Error(file: string): RagstoneError {
  return new RagstoneError('not_utf8', `${shownPath(file)}: is encoded as UTF-16`, {
    hint: 'save it as UTF-8 (in Excel: "CSV UTF-8")',
  })
}

function notUtf8Error(file: string, bytes: Buffer, offset: number, line: number): RagstoneError {
  const at = firstInvalid(bytes)
  const wrongLine = line + lineBreaksIn(bytes.subarray(0, at))
  return new RagstoneError(
    'not_utf8',
    `${shownPath(file)}:${wrongLine}: not valid UTF-8 at byte ${offset + at} of the file`,
    {
      hint: 'save the file as UTF-8 (in Excel: "CSV UTF-8"; it may be Big5, GBK, Shift_JIS or Windows-1252 now)',
    },
  )
}

function lineBreaksIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
