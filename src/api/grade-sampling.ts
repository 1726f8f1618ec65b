import { compareResponses, type ResponseName } from '../core/response-key.ts'
import { seededRandom } from '../stats/random.ts'

/** Some of many in random order, the same for the same seed: a longer draw begins with the shorter ones. Fisher and Yates. */
export function drawn<T extends ResponseName>(all: readonly T[], count: number, seed: number): T[] {
  const pool = [...all].sort(compareResponses)
  const random = seededRandom(seed)
  const chosen: T[] = []
  for (let left = pool.length; left > 0 && chosen.length < count; left -= 1) {
    const place = random.integer(left)
    chosen.push(pool[place] as T)
    pool[place] = pool[left - 1] as T
  }
  return chosen
}

/** A row of a sheet that says it was drawn at random. */
export interface DrawnRow {
  /** Its place in the draw, from 1; undefined where the sheet does not tell. */
  drawn: number | undefined
  isFilled: boolean
}

/**
 * Whether the graded rows of a random sample, in the order of the sheet, are still one: the first ones of the draw, without a
 * gap. A person who picks among them (the short ones, the clear ones) makes a choice of it.
 */
export function isStillRandom(rows: readonly DrawnRow[]): boolean {
  const told = rows.some(({ drawn: place }) => place !== undefined)
  if (!told) {
    const firstEmpty = rows.findIndex(({ isFilled }) => !isFilled)
    return firstEmpty === -1 || rows.slice(firstEmpty).every(({ isFilled }) => !isFilled)
  }
  const places = new Set(rows.flatMap(({ drawn: place, isFilled }) => (isFilled && place !== undefined ? [place] : [])))
  const all = rows.every(({ drawn: place, isFilled }) => !isFilled || place !== undefined)
  return all && Math.max(0, ...places) === places.size
}
