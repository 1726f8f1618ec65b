import type { Outcome } from '../../core/score.ts'

/** What was measured of the answers to each question under one configuration; repeats of a question are averaged. */
export interface QuestionColumn {
  add(question: number, outcome: Outcome): void
  addValue(question: number, value: number): void
  /** The mean over the repeats that have a score; NaN where none has. */
  valueAt(question: number): number
  /** The same, NaN also where some repeat has no score: then only bounds can be told. */
  wholeAt(question: number): number
  /** Repeats that have a score. */
  countAt(question: number): number
  /** Answers without a score, by reason. */
  readonly na: Readonly<Record<string, number>>
  /** Answers with a score. */
  readonly scored: number
}

const FIRST_SIZE = 64

export function createQuestionColumn(): QuestionColumn {
  let sums = new Float64Array(FIRST_SIZE)
  let counts = new Uint32Array(FIRST_SIZE)
  let missing = new Uint32Array(FIRST_SIZE)
  const na: Record<string, number> = {}
  let scored = 0
  const reserve = (question: number): void => {
    if (question < sums.length) return
    const length = Math.max(question + 1, sums.length * 2)
    const [oldSums, oldCounts, oldMissing] = [sums, counts, missing]
    sums = new Float64Array(length)
    counts = new Uint32Array(length)
    missing = new Uint32Array(length)
    sums.set(oldSums)
    counts.set(oldCounts)
    missing.set(oldMissing)
  }
  const addValue = (question: number, value: number): void => {
    reserve(question)
    sums[question] = (sums[question] ?? 0) + value
    counts[question] = (counts[question] ?? 0) + 1
    scored += 1
  }
  const valueAt = (question: number): number => {
    const count = counts[question] ?? 0
    return count === 0 ? Number.NaN : (sums[question] ?? 0) / count
  }
  return {
    add(question, outcome) {
      if (outcome.status === 'scored') return addValue(question, outcome.value)
      reserve(question)
      missing[question] = (missing[question] ?? 0) + 1
      na[outcome.reason] = (na[outcome.reason] ?? 0) + 1
    },
    addValue,
    valueAt,
    wholeAt: (question) => ((missing[question] ?? 0) > 0 ? Number.NaN : valueAt(question)),
    countAt: (question) => counts[question] ?? 0,
    na,
    get scored() {
      return scored
    },
  }
}
