/** How much of a text is looked at: its beginning, without white space, and the end of that. */
const BEGINNING = 400
const WINDOW = 300
const END = 48
/** Shorter texts may well repeat themselves. */
const SHORTEST = 24
const FEW_CHARACTERS = 16
const LITTLE_VARIETY = 0.4
const MOST_REPLACED = 0.3

const SLOTS = 256
const MOST_ROUNDS = 2 ** 30
/** The round in which a unit of a slot was last seen. */
const lastSeen = new Int32Array(SLOTS)
let round = 0

/** Whether fewer than {@link LITTLE_VARIETY} of the runs of three characters are different. Text has nearly 1. */
function repeats(text: string): boolean {
  const most = LITTLE_VARIETY * (text.length - 2)
  const runs = new Set<string>()
  for (let at = 0; at + 3 <= text.length; at++) {
    runs.add(text.slice(at, at + 3))
    if (runs.size >= most) return false
  }
  return true
}

/**
 * Whether the last {@link END} visible units surely hold {@link FEW_CHARACTERS} different ones: the cheap test that spares
 * ordinary text the rest. It errs only on the side of no: units that share a slot count once, units that may be
 * invisible or half a character use up the window without being counted.
 */
function surelyVaried(text: string): boolean {
  round = round < MOST_ROUNDS ? round + 1 : 1
  if (round === 1) lastSeen.fill(0)
  let different = 0
  let left = END
  for (let at = text.length - 1; at >= 0 && left > 0; at--) {
    const unit = text.charCodeAt(at)
    if (unit === 0x20) continue
    left -= 1
    if (unit < 0x20 || (unit > 0x7e && unit < 0x3001) || (unit > 0x9fff && unit < 0xff01)) continue
    const slot = unit & (SLOTS - 1)
    if (lastSeen[slot] === round) continue
    lastSeen[slot] = round
    different += 1
    if (different >= FEW_CHARACTERS) return true
  }
  return false
}

/** Whether a text is noise: blank, mostly replacement characters, or the same few characters over and over. */
export function isNoise(text: string): boolean {
  const replaced = text.includes('\ufffd')
  if (!replaced && text.length < SHORTEST) return !/\S/.test(text)
  if (!replaced && text.length <= WINDOW && surelyVaried(text)) return false
  const seen = text.slice(0, BEGINNING).replace(/\s/g, '').slice(0, WINDOW)
  if (seen === '') return true
  if (replaced && seen.split('\ufffd').length - 1 > MOST_REPLACED * seen.length) return true
  if (seen.length < SHORTEST) return false
  const end = seen.slice(-END)
  return new Set(end).size < FEW_CHARACTERS && repeats(end) && repeats(seen)
}
