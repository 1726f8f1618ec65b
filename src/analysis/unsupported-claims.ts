import type { Response } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import { cutText } from './cut-text.ts'
import { claimTexts, judgedItems } from './judged-items.ts'
import type { RunReport, UnsupportedAnswer, UnsupportedClaim } from './run-report.ts'

/** Answers that are kept of one configuration. */
const MOST_LISTED = 200
const MOST_CLAIMS = 20
const MOST_TEXT = 500

/** Takes scores of `faithfulness` with their steps, then the responses of those that it listed. */
export interface UnsupportedCollector {
  addSteps(score: Score): void
  lists(key: string): boolean
  addResponse(response: Response, testCase: TestCase): void
  finish(configurations: readonly string[]): Pick<RunReport, 'unsupported_answers' | 'unsupported_answers_total'>
}

interface Place {
  key: string
  answer: UnsupportedAnswer
}

/** The answers with claims that the retrieved texts do not support, the lowest faithfulness first. Keeps no more than it lists. */
export function createUnsupportedCollector(): UnsupportedCollector {
  const worst = new Map<string, Place[]>()
  const totals = new Map<string, number>()
  const kept = new Map<string, Place>()
  const shorten = (places: readonly Place[]): Place[] => {
    const lowest = places.toSorted((a, b) => a.answer.value - b.answer.value || (a.key < b.key ? -1 : 1))
    for (const { key } of lowest.slice(MOST_LISTED)) kept.delete(key)
    return lowest.slice(0, MOST_LISTED)
  }
  return {
    addSteps(score) {
      const { metric, outcome, configuration, test_case_id, repeat } = score
      if (metric !== 'faithfulness' || outcome.status !== 'scored') return
      const claims = unsupportedClaims(score)
      if (claims.length === 0) return
      totals.set(configuration, (totals.get(configuration) ?? 0) + 1)
      const { value, k = 0, n = claims.length } = outcome
      const named = { configuration, test_case_id, repeat, user_input: test_case_id }
      const place = {
        key: responseKey(score),
        answer: { ...named, metric, value, k, n, claims: claims.slice(0, MOST_CLAIMS) },
      }
      const places = worst.get(configuration) ?? []
      places.push(place)
      kept.set(place.key, place)
      worst.set(configuration, places.length > 2 * MOST_LISTED ? shorten(places) : places)
    },
    lists: (key) => kept.has(key),
    addResponse(response, testCase) {
      const place = kept.get(responseKey(response))
      if (place !== undefined) place.answer.user_input = cutText(testCase.user_input, MOST_TEXT)
    },
    finish(configurations) {
      const answers = configurations.flatMap((name) => shorten(worst.get(name) ?? []).map(({ answer }) => answer))
      return {
        unsupported_answers: answers.sort((a, b) => a.value - b.value),
        unsupported_answers_total: configurations.reduce((sum, name) => sum + (totals.get(name) ?? 0), 0),
      }
    },
  }
}

/** The claims of a faithfulness score that do not count as supported: by probability below .5, else by the word. */
function unsupportedClaims({ steps }: Score): UnsupportedClaim[] {
  const texts = claimTexts(steps)
  return judgedItems(steps).flatMap(({ id, step, verdict, probabilities, reason }) => {
    const probability = probabilities?.supported
    const isSupported = probability === undefined ? verdict === 'supported' : probability >= 0.5
    if (isSupported) return []
    return [
      {
        text: cutText(texts.get(id) ?? id, MOST_TEXT),
        verdict,
        ...(probability === undefined ? {} : { probability }),
        ...(step === 'verifier' ? { verifier: true as const } : {}),
        ...(reason === undefined ? {} : { reason: cutText(reason, MOST_TEXT) }),
      },
    ]
  })
}
