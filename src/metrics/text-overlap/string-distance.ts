import { distance as levenshtein } from 'fastest-levenshtein'

export const DISTANCE_MEASURES = ['levenshtein', 'hamming', 'jaro', 'jaro_winkler'] as const
export type DistanceMeasure = (typeof DISTANCE_MEASURES)[number]

/** Pairs of characters above which texts are not compared, since it would take more than a few seconds. */
export const MAX_PAIRS: Readonly<Record<DistanceMeasure, number>> = {
  levenshtein: 4e10,
  hamming: Infinity,
  jaro: 2e9,
  jaro_winkler: 2e9,
}

/**
 * How alike two texts are, from 0 (nothing in common) to 1 (equal), in Unicode code points, nothing folded:
 * - `levenshtein`: 1 - edits / length of the longer text;
 * - `hamming`: 1 - places that differ / length of the longer text, the shorter one padded;
 * - `jaro`, `jaro_winkler` (prefix weight 0.1, only above 0.7): Winkler 1990.
 * Two empty texts are equal. Same numbers as rapidfuzz.
 */
export function similarity(a: string, b: string, measure: DistanceMeasure): number {
  if (a === b) return 1
  const [left, right] = inUnits(a, b)
  if (left.length === 0 || right.length === 0) return 0
  const longest = Math.max(left.length, right.length)
  switch (measure) {
    case 'levenshtein':
      return (longest - levenshtein(left, right)) / longest
    case 'hamming':
      return (longest - hamming(left, right)) / longest
    case 'jaro':
      return jaro(left, right)
    case 'jaro_winkler':
      return jaroWinkler(left, right)
  }
}

/** Texts in which one UTF-16 unit stands for one code point: code points beyond 16 bits get units that neither text uses. */
function inUnits(a: string, b: string): [string, string] {
  if (!/[\ud800-\udfff]/.test(a) && !/[\ud800-\udfff]/.test(b)) return [a, b]
  const used = new Set(a + b)
  const units = new Map<string, string>()
  let next = 0xe000
  const replace = (character: string): string => {
    let unit = units.get(character)
    if (unit === undefined) {
      while (used.has(String.fromCharCode(next))) next = (next + 1) & 0xffff
      unit = String.fromCharCode(next)
      next = (next + 1) & 0xffff
      units.set(character, unit)
    }
    return unit
  }
  const astral = /[\u{10000}-\u{10ffff}]/gu
  return [a.replace(astral, replace), b.replace(astral, replace)]
}

function hamming(a: string, b: string): number {
  const shortest = Math.min(a.length, b.length)
  let differing = Math.abs(a.length - b.length)
  for (let at = 0; at < shortest; at += 1) if (a.charCodeAt(at) !== b.charCodeAt(at)) differing += 1
  return differing
}

function jaro(a: string, b: string): number {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Uint8Array(b.length)
  const matched: number[] = []
  for (let at = 0; at < a.length; at += 1) {
    const unit = a.charCodeAt(at)
    const end = Math.min(b.length, at + window + 1)
    for (let other = Math.max(0, at - window); other < end; other += 1) {
      if (taken[other] === 1 || b.charCodeAt(other) !== unit) continue
      taken[other] = 1
      matched.push(unit)
      break
    }
  }
  const m = matched.length
  if (m === 0) return 0
  let transposed = 0
  let next = 0
  for (let other = 0; other < b.length; other += 1) {
    if (taken[other] !== 1) continue
    if (b.charCodeAt(other) !== matched[next]) transposed += 1
    next += 1
  }
  return (m / a.length + m / b.length + (m - Math.floor(transposed / 2)) / m) / 3
}

function jaroWinkler(a: string, b: string): number {
  const plain = jaro(a, b)
  if (plain <= 0.7) return plain
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix += 1
  return plain + prefix * 0.1 * (1 - plain)
}
