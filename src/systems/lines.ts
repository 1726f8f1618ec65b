/** How much of an over-long line is kept, to show it and to look for its id. */
const BEGINNING = 64 * 1024

export interface LineHandlers {
  /** A whole line without its line feed. The bytes are valid only during the call. */
  onLine(line: Buffer): void
  /** A line grew beyond the limit; called once for it, and the rest of the line is dropped as it comes. */
  onTooLarge(beginning: Buffer): void
}

export interface LineReader {
  push(chunk: Buffer): void
  /** Hands over a last line that has no line feed. */
  end(): void
}

/**
 * Cuts a stream of bytes at line feeds. It never holds more than `limit` bytes, and after a line that is too long it
 * finds its place again at the next line feed.
 */
export function lineReader(limit: number, handlers: LineHandlers): LineReader {
  let held: Buffer = Buffer.alloc(0)
  let size = 0
  let dropping = false

  const hold = (part: Buffer): void => {
    if (dropping || part.length === 0) return
    const fits = Math.min(part.length, limit - size)
    held = withRoom(held, size, size + fits, limit)
    part.copy(held, size, 0, fits)
    size += fits
    if (fits === part.length) return
    dropping = true
    handlers.onTooLarge(held.subarray(0, Math.min(size, BEGINNING)))
    held = Buffer.alloc(0)
  }

  const finish = (last: Buffer): void => {
    if (size === 0 && !dropping && last.length <= limit) {
      handlers.onLine(last)
      return
    }
    hold(last)
    if (!dropping) handlers.onLine(held.subarray(0, size))
    size = 0
    dropping = false
  }

  return {
    push(chunk) {
      let start = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
        finish(chunk.subarray(start, at))
        start = at + 1
      }
      hold(chunk.subarray(start))
    },
    end() {
      if (size > 0 || dropping) finish(Buffer.alloc(0))
    },
  }
}

/** The buffer, or a larger one with the same content: doubling keeps the copying linear in the length of the line. */
function withRoom(buffer: Buffer, used: number, needed: number, limit: number): Buffer {
  if (needed <= buffer.length) return buffer
  const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, buffer.length * 2, 4096)))
  buffer.copy(larger, 0, 0, used)
  return larger
}
