import { type NaOutcome, na, type Outcome, scored } from '../../core/score.ts'
import { isBlank } from '../../text/normalize.ts'
import type { RuleRecorder } from '../metric.ts'

/** Longest response or reference, in UTF-16 units, that metrics read; a longer one would take too long. */
const MAX_TEXT = 200_000

/**
 * What every comparison of a response with its reference has in common. A blank reference is NA `missing_field`;
 * identical texts are exactly 1 in every language (rule `identical_texts`); a blank response is 0 (rule
 * `blank_response`); texts of more than {@link MAX_TEXT} units are NA `context_truncated`; all others go to `compare`. For
 * RAGAS's own number only the length is looked at.
 */
export function compareTexts(
  { response, reference }: { response: string; reference: string },
  context: RuleRecorder,
  compare: () => Outcome,
  compat?: 'ragas',
): Outcome {
  if (compat === 'ragas') return tooLong(response, reference) ?? compare()
  const problem = notComparable({ response, reference })
  if (problem !== undefined) return problem
  if (response === reference) {
    context.rule('identical_texts')
    return scored(1)
  }
  if (isBlank(response)) {
    context.rule('blank_response')
    return scored(0)
  }
  return compare()
}

/** NA for a blank reference or texts that are too long to compare. */
export function notComparable({ response, reference }: { response: string; reference: string }): NaOutcome | undefined {
  return tooLong(response, reference) ?? (isBlank(reference) ? na('missing_field', 'reference is blank') : undefined)
}

/** NA for texts that are too long to compare. */
export function tooLong(...texts: readonly string[]): NaOutcome | undefined {
  const long = texts.find((text) => text.length > MAX_TEXT)
  if (long === undefined) return undefined
  return na('context_truncated', `a text of ${long.length} characters is too long to read; the limit is ${MAX_TEXT}`)
}

/** Most retrieved text, in UTF-16 units over all chunks, that metrics read word by word. */
const MAX_RETRIEVED = 20_000_000

/** NA when so much was retrieved that reading it would take minutes. */
export function tooMuchRetrieved(chunks: readonly { text: string }[]): NaOutcome | undefined {
  const length = chunks.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= MAX_RETRIEVED) return undefined
  return na('context_truncated', `${length} characters were retrieved, too many to read; the limit is ${MAX_RETRIEVED}`)
}
