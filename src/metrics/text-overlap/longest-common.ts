/**
 * The length of the longest common subsequence of two token lists. Bit-parallel (Hyyrö 2004): each token of the longer
 * list updates 32 places of the shorter one at a time.
 */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const [pattern, text] = a.length <= b.length ? [a, b] : [b, a]
  const words = Math.ceil(pattern.length / 32)
  const places = new Map<string, Uint32Array>()
  pattern.forEach((token, at) => {
    let bits = places.get(token)
    if (bits === undefined) {
      bits = new Uint32Array(words)
      places.set(token, bits)
    }
    bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
  })
  const row = new Uint32Array(words).fill(0xffffffff)
  for (const token of text) {
    const bits = places.get(token)
    if (bits !== undefined) advance(row, bits)
  }
  let matched = 0
  for (let at = 0; at < pattern.length; at += 1) if ((((row[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 0) matched += 1
  return matched
}

/** row = (row + (row & bits)) | (row & ~bits), with the carry taken from word to word. */
function advance(row: Uint32Array, bits: Uint32Array): void {
  let carry = 0
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at] ?? 0
    const both = (value & (bits[at] ?? 0)) >>> 0
    const sum = value + both + carry
    carry = sum > 0xffffffff ? 1 : 0
    row[at] = sum | (value & ~both)
  }
}
