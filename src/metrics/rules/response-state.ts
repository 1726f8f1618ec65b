import { isBlank } from '../../text/normalize.ts'
import type { RefusalState } from '../../text/refusal.ts'
import { refusalOf } from './refusal-phrases.ts'

/**
 * What a response does, decided by rule before a judge is asked: `blank`, or one of the four states of the refusal
 * detector (see `refusal`). `both` answers in part, so metrics go on with it.
 */
export function responseState(
  response: string,
  { refusalPhrases }: { refusalPhrases: readonly string[] },
): RefusalState | 'blank' {
  if (isBlank(response)) return 'blank'
  return refusalOf(response, { refusalPhrases, options: { phrases: [] } }).state
}
