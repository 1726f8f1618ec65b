import type { TestCase } from '../core/test-case.ts'
import { lengthOf } from './text-length.ts'

/** Lengths of texts in words, where each Chinese or Japanese character counts as one; null for no texts. */
interface LengthSummary {
  n: number
  min: number | null
  median: number | null
  max: number | null
}

/** What a test set consists of. */
export interface TestSetSummary {
  cases: number
  answerable: number
  unanswerable: number
  /** How many cases have each value of each tag; cases without the tag are under `(none)`. */
  tags: Record<string, Record<string, number>>
  with_reference: number
  with_expected_sources: number
  /** How many cases expect each source. */
  sources: Record<string, number>
  user_input_length: LengthSummary
  reference_length: LengthSummary
}

/** Counts a test set by tag, answerability and source. */
export function summarizeTestSet(cases: readonly TestCase[]): TestSetSummary {
  const unanswerable = cases.filter((one) => !one.answerable).length
  return {
    cases: cases.length,
    answerable: cases.length - unanswerable,
    unanswerable,
    tags: countTags(cases),
    with_reference: cases.filter((one) => one.reference !== undefined).length,
    with_expected_sources: cases.filter((one) => one.expected_sources !== undefined).length,
    sources: sorted(countAll(cases.flatMap((one) => [...new Set(one.expected_sources)]))),
    user_input_length: summarizeLengths(cases.map((one) => one.user_input)),
    reference_length: summarizeLengths(cases.flatMap((one) => one.reference ?? [])),
  }
}

function countTags(cases: readonly TestCase[]): Record<string, Record<string, number>> {
  const names = [...new Set(cases.flatMap((one) => Object.keys(one.tags)))].sort()
  return Object.fromEntries(
    names.map((name) => {
      const values = cases.map((one) => (Object.hasOwn(one.tags, name) ? (one.tags[name] ?? '') : '(none)'))
      return [name, sorted(countAll(values))]
    }),
  )
}

function countAll(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Most frequent first; equal counts by name. */
function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}

function summarizeLengths(texts: readonly string[]): LengthSummary {
  const lengths = texts.map(lengthOf).sort((a, b) => a - b)
  const n = lengths.length
  const [low, high] = [lengths[(n - 1) >> 1], lengths[n >> 1]]
  return {
    n,
    min: lengths[0] ?? null,
    median: low === undefined || high === undefined ? null : (low + high) / 2,
    max: lengths[n - 1] ?? null,
  }
}
