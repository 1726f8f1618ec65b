import type { ResponseKey } from '../../core/response.ts'
import { seededRandom } from '../../stats/random.ts'

/** One response among those of a run. */
export type AnswerKey = Omit<ResponseKey, 'run_id'>

/** A response that a person may be asked about; `text` is its text, or a hash of it. */
export interface PooledAnswer {
  key: AnswerKey
  text: string
}

/** Responses to one question with the same text. A person is asked about them once. */
export interface AnswerGroup {
  members: AnswerKey[]
}

/**
 * Responses to one test case with byte-equal texts in one group, ordered by their keys, so that the groups are the same in
 * whatever order the responses come. With `each` every response is a group.
 *
 * Drawing groups at random draws the responses of each configuration at random too: a configuration has one response to a
 * question (without repeats), each lies in one group, and all groups are equally likely.
 */
export function answerGroups(answers: readonly PooledAnswer[], options: { each: boolean }): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>()
  for (const { key, text } of [...answers].sort((a, b) => compareKeys(a.key, b.key))) {
    const own = JSON.stringify(options.each ? key : [key.test_case_id, text])
    const group = groups.get(own)
    if (group === undefined) groups.set(own, { members: [key] })
    else group.members.push(key)
  }
  return [...groups.values()]
}

/** The places 0 .. n-1 in an order that depends on the seed alone. Source: Fisher and Yates 1938, Durstenfeld 1964. */
export function shuffledPlaces(n: number, seed: number): number[] {
  const places = Array.from({ length: n }, (_, place) => place)
  const random = seededRandom(seed)
  for (let last = n - 1; last > 0; last--) {
    const other = random.integer(last + 1)
    const kept = places[last] as number
    places[last] = places[other] as number
    places[other] = kept
  }
  return places
}

/** A score from 0 to 1 is the more uncertain, the nearer it is to the middle; groups without one come last. */
export function uncertainFirst(groups: readonly AnswerGroup[], scores: ReadonlyMap<string, number>): number[] {
  const distance = groups.map(({ members }) => {
    const known = members.flatMap((key) => scores.get(keyText(key)) ?? [])
    return known.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...known.map((score) => Math.abs(score - 0.5)))
  })
  return [...groups.keys()].sort((a, b) => {
    const [first = 0, second = 0] = [distance[a], distance[b]]
    return first === second ? a - b : first - second
  })
}

/** A key as text, for maps. */
export function keyText({ configuration, test_case_id, repeat }: AnswerKey): string {
  return JSON.stringify([configuration, test_case_id, repeat])
}

function compareKeys(a: AnswerKey, b: AnswerKey): number {
  return (
    compareText(a.test_case_id, b.test_case_id) || compareText(a.configuration, b.configuration) || a.repeat - b.repeat
  )
}

/** By code units: the same on every machine and in every language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
