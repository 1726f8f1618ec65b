import type { NaOutcome } from '../core/score.ts'

/** `reference is missing`, `expected_sources or relevance is missing`, `usage.total_tokens is missing, and ...`. */
const AT_THE_START = /^([a-z][\w.]*(?:(?:,? or |, )[a-z][\w.]*)*) (?:is|are|holds?|marks?)\b/
/** `no entry of retrieved_contexts has a source or an id to compare`. */
const ENTRIES = /^no entry of ([a-z][\w.]*) /

/** The field that an outcome of `missing_field` names in its detail; undefined for another reason, or where none is named. */
export function missingFieldOf({ reason, detail }: NaOutcome): string | undefined {
  if (reason !== 'missing_field') return undefined
  return (AT_THE_START.exec(detail) ?? ENTRIES.exec(detail))?.[1]
}
