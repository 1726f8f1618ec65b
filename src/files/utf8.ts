import { isUtf8 } from 'node:buffer'

/** The byte order mark that some programs put in front of UTF-8. */
export const UTF8_MARK: Buffer = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether bytes at the beginning of a file are UTF-16: by its mark, or by zero bytes in every second place. */
export function looksLikeUtf16(start: Buffer): boolean {
  if (start.length >= 2 && ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff))) {
    return true
  }
  const pairs = Math.min(start.length >> 1, 128)
  if (pairs < 2) return false
  const zeros = [0, 0]
  for (let at = 0; at < pairs * 2; at += 1) {
    if (start[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  }
  return zeros.some((count) => count * 3 > pairs)
}

/** How many of the bytes form whole characters: all but an unfinished character at the end. */
export function completeLength(bytes: Uint8Array): number {
  const length = bytes.length
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0
    if (byte < 0x80) return length
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? length - back : length
    }
  }
  return length
}

/** The position of the first character that is not UTF-8; the length when all is well. */
export function firstInvalid(bytes: Buffer): number {
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    const part = bytes.subarray(0, middle)
    const valid = isUtf8(middle > bytes.length ? bytes : part.subarray(0, completeLength(part)))
    if (valid) good = middle
    else bad = middle
  }
  return bad > bytes.length && isUtf8(bytes) ? bytes.length : completeLength(bytes.subarray(0, good))
}
