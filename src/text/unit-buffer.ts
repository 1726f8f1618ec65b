/** Where a text is put together unit by unit, up to {@link MOST_UNITS} at a time; free again once it is read. */
export const MOST_UNITS = 8192
export const units = new Uint16Array(MOST_UNITS)

const bytes = Buffer.from(units.buffer)
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** The string of the first units. Node makes it in one go, where the machine has its byte order. */
export function readUnits(count: number): string {
  return littleEndian ? bytes.toString('utf16le', 0, count * 2) : String.fromCharCode(...units.subarray(0, count))
}
