import { compareText } from '../../core/compare-text.ts'
import { hashText } from '../../core/hash.ts'
import { type ResponseName, responseKey } from '../../core/response-key.ts'
import { seededRandom } from '../../stats/random.ts'

/** A response that a person may be asked about; `text` is its text, or a hash of it. */
export interface PooledAnswer {
  key: ResponseName
  text: string
}

/** Responses to one question with the same text. A person is asked about them once. */
export interface AnswerGroup {
  /** Question and text, and so the same whatever other responses there are. */
  id: string
  members: ResponseName[]
}

/**
 * Responses to one test case with byte-equal texts in one group, ordered by their keys, so that the groups are the same in
 * whatever order the responses come. With `each` every response is a group.
 *
 * Drawing groups at random is a random sample of clusters of responses: each group is equally likely to be drawn, and with it
 * each of its responses. Within a configuration that was asked once it is a simple random sample, as each of its responses
 * lies in a group of its own.
 */
export function answerGroups(answers: readonly PooledAnswer[], options: { each: boolean }): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>()
  for (const { key, text } of [...answers].sort((a, b) => compareKeys(a.key, b.key))) {
    const id = options.each ? responseKey(key) : JSON.stringify([key.test_case_id, text])
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { id, members: [key] })
    else group.members.push(key)
  }
  return [...groups.values()]
}

const TWO_32 = 2 ** 32

/**
 * The groups in a random order that depends on the seed and on what they are. Each group has a random number of its own and
 * the smaller comes first, so that a group that joins later takes a random place among the others, which keep their order:
 * the first part of the order stays a random sample when the run grows, as soon as the newcomers within it are graded too.
 */
export function randomOrder(groups: readonly AnswerGroup[], seed: number): AnswerGroup[] {
  const drawn = groups.map((group) => {
    const own = Number.parseInt(hashText(JSON.stringify([seed, group.id])).slice(0, 8), 16)
    return { group, draw: seededRandom(own).integer(TWO_32) }
  })
  return drawn.sort((a, b) => a.draw - b.draw || compareText(a.group.id, b.group.id)).map(({ group }) => group)
}

/**
 * The groups whose score (0 to 1) is nearest to the middle first, those without a score last. Of several scores in a group the
 * nearest counts; ties stay in the order given.
 */
export function uncertainFirst(groups: readonly AnswerGroup[], scores: ReadonlyMap<string, number>): AnswerGroup[] {
  const measured = groups.map((group) => {
    const known = group.members.flatMap((key) => scores.get(responseKey(key)) ?? [])
    const distance = known.length === 0 ? 1 : Math.min(...known.map((score) => Math.abs(score - 0.5)))
    return { group, distance }
  })
  return measured.sort((a, b) => a.distance - b.distance).map(({ group }) => group)
}

/** Questions before configurations: answers to one question stand together where nothing else orders them. */
function compareKeys(a: ResponseName, b: ResponseName): number {
  return (
    compareText(a.test_case_id, b.test_case_id) || compareText(a.configuration, b.configuration) || a.repeat - b.repeat
  )
}
