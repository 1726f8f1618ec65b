import { seededRandom } from './random.ts'

/** Which units may exchange their labels with each other: all of one size, their items side by side in `labels`. */
export interface ExchangeGroup {
  /** First item of each unit. */
  starts: readonly number[]
  size: number
}

/**
 * One unit's labels that differ from the most common labels of its group. Only these are moved: where they stand decides the
 * arrangement, and all other units carry the common labels.
 */
export interface Moved {
  group: number
  /** Equal labels have equal numbers within a group; they are side by side in the list. */
  pattern: number
  /** Places within the unit that differ, and +1 where good takes the place of bad there, -1 for the reverse. */
  offsets: Uint32Array
  signs: Int8Array
}

export interface Arrangements {
  groups: readonly ExchangeGroup[]
  moved: readonly Moved[]
  /** The labels of every item when each unit carries the common labels of its group. */
  common: Uint8Array
  /** How many different arrangements there are; Infinity beyond 1e300. */
  count: number
}

/** Sorts out which labels move, and counts the arrangements: the product over groups of multinomial coefficients. */
export function arrangementsOf(groups: readonly ExchangeGroup[], labels: Uint8Array): Arrangements {
  const common = Uint8Array.from(labels)
  const moved: Moved[] = []
  let count = 1
  groups.forEach(({ starts, size }, group) => {
    const patterns = new Map<string, number>()
    for (const start of starts) {
      const key = labels.subarray(start, start + size).join('')
      patterns.set(key, (patterns.get(key) ?? 0) + 1)
    }
    const [first, ...others] = [...patterns].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    if (first === undefined) return
    const usual = first[0]
    for (const start of starts) for (let k = 0; k < size; k++) common[start + k] = usual[k] === '1' ? 1 : 0
    let free = starts.length
    others.forEach(([key, times], pattern) => {
      for (let one = 0; one < times; one++) moved.push({ group, pattern, ...difference(usual, key) })
      count *= binomialCoefficient(free, times)
      free -= times
    })
  })
  return { groups, moved, common, count }
}

function difference(usual: string, key: string): { offsets: Uint32Array; signs: Int8Array } {
  const places = [...key].flatMap((label, k) => (label === usual[k] ? [] : [k]))
  return { offsets: Uint32Array.from(places), signs: Int8Array.from(places, (k) => (key[k] === '1' ? 1 : -1)) }
}

function binomialCoefficient(n: number, k: number): number {
  let value = 1
  for (let i = 1; i <= Math.min(k, n - k); i++) value = Math.round((value * (n - Math.min(k, n - k) + i)) / i)
  return value > 1e300 ? Number.POSITIVE_INFINITY : value
}

/** Calls `visit` with the unit that each moved one stands on, once for every different arrangement. */
export function* everyArrangement({ groups, moved }: Arrangements): Generator<Uint32Array> {
  const at = new Uint32Array(moved.length)
  const taken = groups.map(({ starts }) => new Uint8Array(starts.length))
  function* place(j: number): Generator<Uint32Array> {
    const one = moved[j]
    if (one === undefined) {
      yield at
      return
    }
    const before = moved[j - 1]
    const alike = before !== undefined && before.group === one.group && before.pattern === one.pattern
    const used = taken[one.group] as Uint8Array
    for (let unit = alike ? (at[j - 1] as number) + 1 : 0; unit < used.length; unit++) {
      if (used[unit] === 1) continue
      used[unit] = 1
      at[j] = unit
      yield* place(j + 1)
      used[unit] = 0
    }
  }
  yield* place(0)
}

/** A function that draws the next random arrangement, all equally likely: a partial shuffle of the units of each group. */
export function randomArrangements({ groups, moved }: Arrangements, seed: number): () => Uint32Array {
  const integer = quickIntegers(seed)
  const at = new Uint32Array(moved.length)
  const decks = groups.map(({ starts }) => Uint32Array.from(starts, (_, unit) => unit))
  return () => {
    let group = -1
    let deck = new Uint32Array(0)
    let dealt = 0
    for (let j = 0; j < moved.length; j++) {
      const next = (moved[j] as Moved).group
      if (next !== group) {
        group = next
        deck = decks[group] as Uint32Array<ArrayBuffer>
        dealt = 0
      }
      const chosen = dealt + integer(deck.length - dealt)
      const unit = deck[chosen] as number
      deck[chosen] = deck[dealt] as number
      deck[dealt] = unit
      at[j] = unit
      dealt += 1
    }
    return at
  }
}

const BITS_21 = 2 ** 21
const BUFFER = 4096

/**
 * Uniform integers over 0 .. n-1 for an n that changes with every draw, from a buffer of 21-bit ones: multiplication with
 * rejection as in `seededRandom`, whose remainder for each new n takes longer than all the rest here.
 */
function quickIntegers(seed: number): (n: number) => number {
  const random = seededRandom(seed)
  const buffer = new Uint32Array(BUFFER)
  let next = BUFFER
  return (n) => {
    if (n > BITS_21) return random.integer(n)
    for (;;) {
      if (next === BUFFER) {
        random.fill(buffer, BITS_21)
        next = 0
      }
      const product = (buffer[next++] as number) * n
      const whole = Math.floor(product / BITS_21)
      const rest = product - whole * BITS_21
      if (rest >= n || rest >= BITS_21 % n) return whole
    }
  }
}
