import type { Response, ResponseFacts } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { CaseIndex } from './case-index.ts'
import { cutText } from './cut-text.ts'
import { type MarkTable, referenceMetricOf } from './response-marks.ts'
import type { LowAnswer, RunReport } from './run-report.ts'

/** Below this an answer counts as far from its reference. */
const FAR = 0.5
/** Answers that are kept of one configuration. */
const MOST_LISTED = 200
const MOST_TEXT = 500

/** Takes what is known of responses when all their scores are in, then the texts of those that it admitted. */
export interface LowAnswerCollector {
  /** Counts a response and returns whether it is among the lowest so far. Once for each response. */
  admits(facts: ResponseFacts, testCase: TestCase): boolean
  addResponse(response: Response, testCase: TestCase): void
  finish(configurations: readonly string[]): Pick<RunReport, 'low_answers' | 'low_answers_total' | 'low_answers_cases'>
}

/** An admitted response; its texts follow. */
interface Place {
  key: string
  value: number
  caseNumber: number
  repeat: number
  answer?: LowAnswer
}

interface Lowest {
  n: number
  places: Place[]
}

/**
 * The answers of answerable cases that have least in common with the reference, by the first reference metric of the run.
 * Refusals are not among them, nor is a response that ended in an error (it has no score). Keeps no more texts than it lists.
 */
export function createLowAnswerCollector(options: {
  run: Run
  cases: CaseIndex
  marks: MarkTable
}): LowAnswerCollector {
  const { cases, marks } = options
  const metric = referenceMetricOf(options.run)
  const lowest = new Map<string, Lowest>()
  const admitted = new Map<string, Place>()
  const lowCases = new Set<number>()
  return {
    admits(facts, testCase) {
      const { state, likeness } = marks.marksOf(facts)
      if (!testCase.answerable || likeness === null || likeness >= FAR || state === 'declined') return false
      const own = lowest.get(facts.configuration) ?? { n: 0, places: [] }
      lowest.set(facts.configuration, own)
      own.n += 1
      const caseNumber = cases.indexOf(facts.test_case_id)
      lowCases.add(caseNumber)
      const place = { key: responseKey(facts), value: likeness, caseNumber, repeat: facts.repeat }
      const dropped = insert(own.places, place)
      if (dropped === place) return false
      admitted.set(place.key, place)
      if (dropped !== undefined) admitted.delete(dropped.key)
      return true
    },
    addResponse(response, testCase) {
      const place = admitted.get(responseKey(response))
      if (place === undefined || metric === undefined) return
      place.answer = {
        configuration: response.configuration,
        test_case_id: response.test_case_id,
        repeat: response.repeat,
        user_input: cutText(testCase.user_input, MOST_TEXT),
        metric,
        value: place.value,
        reference: cutText(testCase.reference ?? '', MOST_TEXT),
        response: cutText(response.response ?? '', MOST_TEXT),
        retrieval: marks.marksOf(response).retrieval,
      }
    },
    finish(configurations) {
      if (metric === undefined) return { low_answers: [], low_answers_total: [], low_answers_cases: 0 }
      const places = configurations.flatMap((name) => lowest.get(name)?.places ?? [])
      return {
        // The sort is stable: equal values stay in the order of the configurations.
        low_answers: places.sort((a, b) => a.value - b.value).flatMap(({ answer }) => answer ?? []),
        low_answers_total: configurations.map((configuration) => ({
          configuration,
          metric,
          n: lowest.get(configuration)?.n ?? 0,
        })),
        low_answers_cases: lowCases.size,
      }
    },
  }
}

/** Puts a place into an ascending list; returns the one that has no room any more, if any. */
function insert(places: Place[], place: Place): Place | undefined {
  const last = places.at(-1)
  if (places.length >= MOST_LISTED && last !== undefined && compare(place, last) > 0) return place
  let [from, to] = [0, places.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = places[middle]
    if (other !== undefined && compare(other, place) < 0) from = middle + 1
    else to = middle
  }
  places.splice(from, 0, place)
  return places.length > MOST_LISTED ? places.pop() : undefined
}

function compare(a: Place, b: Place): number {
  return a.value - b.value || a.caseNumber - b.caseNumber || a.repeat - b.repeat
}
