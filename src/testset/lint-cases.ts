import type { TestCase } from '../core/test-case.ts'
import { matchKey } from '../text/normalize.ts'
import { refusalState } from '../text/refusal.ts'
import type { Finding } from './finding.ts'
import { shingles, similarPairs } from './shingles.ts'
import { isMostlyCjk, lengthOf } from './text-length.ts'

/** Shorter references can hardly support a statement about the answer: words, and Chinese or Japanese characters. */
const SHORT_WORDS = 4
const SHORT_CHARACTERS = 6
/** From this share of short references on, the measure as a whole is in doubt. */
const MANY_SHORT = 0.2
/** How much two questions must share to be called nearly the same (Jaccard over runs of three characters). */
export const NEARLY_SAME = 0.9
/** How much of a question must stand in a document to be called copied from it. */
const COPIED = 0.7
/** Shorter questions are too short to tell copying from chance; in runs of three characters. */
const SHORTEST_COPY = 10

type Draft = Omit<Finding, 'cases'>

/** Pitfalls of single cases, each with the cases concerned. */
export function lintCases(cases: readonly TestCase[]): Finding[] {
  return [
    ...lintMissing(cases),
    ...lintContradictions(cases),
    ...lintReferences(cases),
    ...lintDuplicates(cases),
    ...lintCopied(cases),
  ]
}

function listed(draft: Draft, cases: readonly TestCase[]): Finding[] {
  return cases.length === 0 ? [] : [{ ...draft, cases: cases.map((one) => one.id) }]
}

function lintMissing(cases: readonly TestCase[]): Finding[] {
  const answerable = cases.filter((one) => one.answerable)
  const noReference = answerable.filter((one) => one.reference === undefined)
  const noSource = answerable.filter(
    ({ expected_sources, reference_context_ids, relevance }) =>
      expected_sources === undefined && reference_context_ids === undefined && relevance === undefined,
  )
  const severity = (missing: number): Draft['severity'] => (missing < answerable.length ? 'warning' : 'note')
  return [
    ...listed(
      {
        code: 'missing_reference',
        severity: severity(noReference.length),
        message: `answerable cases without a reference answer (${noReference.length} of ${answerable.length}): metrics that compare with one leave them out; write it in one or two sentences`,
      },
      noReference,
    ),
    ...listed(
      {
        code: 'missing_expected_source',
        severity: severity(noSource.length),
        message: `answerable cases that do not say where the answer stands (${noSource.length} of ${answerable.length}): retrieval cannot be measured on them; add expected_sources`,
      },
      noSource,
    ),
  ]
}

function lintContradictions(cases: readonly TestCase[]): Finding[] {
  const unanswerable = cases.filter((one) => !one.answerable)
  const withAnswer = unanswerable.filter(
    ({ reference }) => reference !== undefined && refusalState(reference).state !== 'declined',
  )
  const withSource = unanswerable.filter((one) => one.expected_sources !== undefined)
  return [
    ...listed(
      {
        code: 'unanswerable_with_reference',
        severity: 'warning',
        message:
          'unanswerable cases with a reference answer: remove the answer, or write answerable: true and the expected source',
      },
      withAnswer,
    ),
    ...listed(
      {
        code: 'unanswerable_with_source',
        severity: 'warning',
        message: 'unanswerable cases with an expected source: remove the source, or write answerable: true',
      },
      withSource,
    ),
  ]
}

function lintReferences(cases: readonly TestCase[]): Finding[] {
  const withReference = cases.filter((one) => one.answerable && one.reference !== undefined)
  const short = withReference.filter((one) => isShort(one.reference ?? ''))
  const copied = withReference.filter((one) => matchKey(one.reference ?? '') === matchKey(one.user_input))
  return [
    ...listed(
      {
        code: 'short_reference',
        severity: short.length >= MANY_SHORT * withReference.length ? 'warning' : 'note',
        message: `very short references (${short.length} of ${withReference.length}): recall-like metrics then rest on a single word; write the whole answer as a sentence with its key points`,
      },
      short,
    ),
    ...listed(
      {
        code: 'reference_repeats_question',
        severity: 'warning',
        message: 'the reference is the question over again; write the answer',
      },
      copied,
    ),
  ]
}

function isShort(reference: string): boolean {
  return lengthOf(reference) < (isMostlyCjk(reference) ? SHORT_CHARACTERS : SHORT_WORDS)
}

function lintDuplicates(cases: readonly TestCase[]): Finding[] {
  const keys = cases.map((one) => matchKey(one.user_input))
  const pairs = similarPairs(
    cases.map((one) => shingles(one.user_input)),
    NEARLY_SAME,
  )
  const same: string[] = []
  const near: string[] = []
  for (const [first, second] of pairs) {
    const [a, b] = [keys[first] ?? '', keys[second] ?? '']
    const ids = [cases[first]?.id ?? '', cases[second]?.id ?? '']
    if (a === b) same.push(...ids)
    else if (digitsOf(a) === digitsOf(b)) near.push(...ids)
  }
  const findings: Finding[] = []
  const add = (code: string, severity: Draft['severity'], message: string, ids: readonly string[]) => {
    if (ids.length > 0) findings.push({ code, severity, message, cases: [...new Set(ids)] })
  }
  add('duplicate_question', 'warning', 'the same question is asked more than once and counts double; keep one', same)
  add(
    'near_duplicate_question',
    'note',
    'questions that differ in a few letters count almost double; keep one, or make them differ in what is asked',
    near,
  )
  return findings
}

function digitsOf(key: string): string {
  return key.replace(/\D+/g, ' ')
}

function lintCopied(cases: readonly TestCase[]): Finding[] {
  const copied = cases.filter(({ user_input, reference_contexts }) => {
    if (reference_contexts === undefined) return false
    const parts = [...shingles(user_input)]
    if (parts.length < SHORTEST_COPY) return false
    return reference_contexts.some((context) => {
      const key = matchKey(context).replace(/ /g, '')
      return parts.filter((part) => key.includes(part)).length >= COPIED * parts.length
    })
  })
  return listed(
    {
      code: 'question_copies_document',
      severity: 'warning',
      message:
        'questions in the words of the document make retrieval look better than it is; ask as a user would who has not read it',
    },
    copied,
  )
}
