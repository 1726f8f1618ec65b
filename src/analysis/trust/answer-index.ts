import type { ResponseName } from '../../core/response-key.ts'
import { type CaseIndex, createCaseIndex } from '../case-index.ts'

/** Gives every response of a run a place, so that a score costs some bytes instead of three texts. */
export interface AnswerIndex {
  /** The place of a response; a new one gets the next. */
  placeOf(key: ResponseName): number
  /** The same, undefined for one that has no place. */
  find(key: ResponseName): number | undefined
  keyOf(place: number): ResponseName
  readonly size: number
  /** Compares two places by configuration, then test case, then repeat: an order that no reading order can change. */
  order(): (a: number, b: number) => number
}

/** Where the places of one configuration and repeat stand, by number of the test case; 0 is none. */
interface Slot {
  configuration: string
  repeat: number
  places: Uint32Array
}

export function createAnswerIndex(cases: CaseIndex = createCaseIndex()): AnswerIndex {
  const slots = new Map<string, Map<number, Slot>>()
  const slotAt: Slot[] = []
  const caseAt: number[] = []
  const slotOf = ({ configuration, repeat }: ResponseName): Slot => {
    const repeats = slots.get(configuration) ?? new Map<number, Slot>()
    slots.set(configuration, repeats)
    const slot = repeats.get(repeat) ?? { configuration, repeat, places: new Uint32Array(64) }
    repeats.set(repeat, slot)
    return slot
  }
  return {
    placeOf(key) {
      const slot = slotOf(key)
      const number = cases.indexOf(key.test_case_id)
      if (number >= slot.places.length) {
        const bigger = new Uint32Array(Math.max(number + 1, slot.places.length * 2))
        bigger.set(slot.places)
        slot.places = bigger
      }
      const known = slot.places[number] ?? 0
      if (known > 0) return known - 1
      slotAt.push(slot)
      slot.places[number] = caseAt.push(number)
      return caseAt.length - 1
    },
    find(key) {
      const slot = slots.get(key.configuration)?.get(key.repeat)
      const place = slot?.places[cases.indexOf(key.test_case_id)] ?? 0
      return place === 0 ? undefined : place - 1
    },
    keyOf(place) {
      const { configuration = '', repeat = 1 } = slotAt[place] ?? {}
      return { configuration, test_case_id: cases.idOf(caseAt[place] ?? -1), repeat }
    },
    get size() {
      return caseAt.length
    },
    order() {
      const ranks = cases.ranks()
      const names = [...slots.keys()].sort()
      const rankOf = new Map(names.map((name, rank) => [name, rank]))
      const configuration = slotAt.map((slot) => rankOf.get(slot.configuration) ?? 0)
      const rank = caseAt.map((number) => ranks[number] ?? 0)
      return (a, b) =>
        (configuration[a] ?? 0) - (configuration[b] ?? 0) ||
        (rank[a] ?? 0) - (rank[b] ?? 0) ||
        (slotAt[a]?.repeat ?? 0) - (slotAt[b]?.repeat ?? 0)
    },
  }
}
