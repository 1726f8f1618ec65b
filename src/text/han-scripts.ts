import { HAN_PAIRS, SIMPLIFIED_IN_BOTH, TRADITIONAL_IN_BOTH } from './han-pairs.ts'
import { MOST_UNITS, readUnits, units } from './unit-buffer.ts'

const folded = new Uint16Array(65536)
/** 1 = occurs only in Traditional text, 2 = only in Simplified text. */
const exclusive = new Uint8Array(65536)

for (let unit = 0; unit < folded.length; unit++) folded[unit] = unit
for (let at = 0; at < HAN_PAIRS.length; at += 2) {
  const traditional = HAN_PAIRS.charCodeAt(at)
  const simplified = HAN_PAIRS.charCodeAt(at + 1)
  folded[traditional] = simplified
  exclusive[traditional] = 1
  exclusive[simplified] = 2
}
for (const shared of TRADITIONAL_IN_BOTH + SIMPLIFIED_IN_BOTH) exclusive[shared.charCodeAt(0)] = 0

/** The Simplified form of a Traditional UTF-16 unit of the table; any other unit as it is. */
export function foldUnit(unit: number): number {
  return folded[unit] ?? unit
}

/**
 * The text with every Traditional character of the table replaced by its Simplified form, so that both spellings of a
 * word compare equal. Never changes the length; characters outside the table stay. Not a translation: wording that
 * differs by region (資訊, 信息) stays different.
 */
export function foldHan(text: string): string {
  let at = 0
  while (at < text.length && folded[text.charCodeAt(at)] === text.charCodeAt(at)) at += 1
  if (at === text.length) return text
  let out = text.slice(0, at)
  while (at < text.length) {
    const size = Math.min(MOST_UNITS, text.length - at)
    for (let i = 0; i < size; i++) units[i] = foldUnit(text.charCodeAt(at + i))
    out += readUnits(size)
    at += size
  }
  return out
}

/** Whether a UTF-16 code unit is a Han character that only Traditional (`hant`) or only Simplified (`hans`) text uses. */
export function scriptOf(unit: number): 'hant' | 'hans' | undefined {
  const kind = exclusive[unit]
  return kind === 1 ? 'hant' : kind === 2 ? 'hans' : undefined
}
