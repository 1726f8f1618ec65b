import { NA_REASONS, type Outcome } from '../../core/score.ts'
import type { TrustLine } from './trust-line.ts'

/** The scores of one metric by the place of their response; responses without a score have NaN. */
export interface LineColumn {
  add(place: number, outcome: Outcome): void
  /** The score in this form, NaN where there is none. */
  valueAt(place: number, form: TrustLine['form']): number
  /** Why there is no score; undefined when there is one, or when the metric was never applied. */
  naAt(place: number): string | undefined
  hasScores(): boolean
  /** The forms of its scores, the first the one that is the metric's value. */
  forms(): TrustLine['form'][]
}

/** States of a place: nothing was made, a score, a score by probability alone, or NA for the reason of that number less `FIRST_REASON`. */
const NOTHING = 0
const SCORED = 1
const WITHOUT_WORDS = 2
const FIRST_REASON = 3

export function createLineColumn(): LineColumn {
  let states = new Uint8Array(64)
  let values = new Float64Array(64).fill(Number.NaN)
  let words: Float64Array | undefined
  const seen = { probability: false, verdict: false, both: false }
  const reserve = (size: number): void => {
    if (size <= states.length) return
    const length = Math.max(size, states.length * 2)
    const grow = (old: Float64Array) => {
      const bigger = new Float64Array(length).fill(Number.NaN)
      bigger.set(old)
      return bigger
    }
    const bigger = new Uint8Array(length).fill(NOTHING)
    bigger.set(states)
    states = bigger
    values = grow(values)
    if (words !== undefined) words = grow(words)
  }
  return {
    add(place, outcome) {
      reserve(place + 1)
      if (outcome.status === 'na') {
        states[place] = NA_REASONS.indexOf(outcome.reason) + FIRST_REASON
        return
      }
      const { value, grading, verdict_value: word } = outcome
      states[place] = grading === 'probability' && word === undefined ? WITHOUT_WORDS : SCORED
      values[place] = value
      if (grading !== undefined) seen[grading] = true
      if (word === undefined) return
      seen.both = true
      words ??= new Float64Array(values.length).fill(Number.NaN)
      words[place] = word
    },
    valueAt(place, form) {
      const value = values[place] ?? Number.NaN
      if (form !== 'verdict' || words === undefined) return value
      const word = words[place] ?? Number.NaN
      // A score that was made without probabilities, by words or by a rule, reads the same in both forms.
      return Number.isNaN(word) && states[place] === SCORED ? value : word
    },
    naAt(place) {
      const state = states[place] ?? NOTHING
      return state < FIRST_REASON ? undefined : NA_REASONS[state - FIRST_REASON]
    },
    hasScores: () => values.some((value) => !Number.isNaN(value)),
    forms() {
      if (seen.both) return ['probability', 'verdict']
      if (seen.probability) return ['probability']
      return [seen.verdict ? 'verdict' : null]
    },
  }
}
