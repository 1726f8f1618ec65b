import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'

/**
 * A verdict in words, with its probability where there is one; a class of another metric as it is. A verifier does not tell
 * contradiction apart, so what it does not find mentioned is called not supported.
 */
export function verdictWords(
  verdict: string,
  probability: number | undefined,
  text: Messages,
  byVerifier = false,
): string {
  const names: Readonly<Record<string, string>> = text.verdicts
  const shown = byVerifier && verdict === 'not_mentioned' ? 'not_supported' : verdict
  const name = Object.hasOwn(names, shown) ? (names[shown] ?? shown) : shown
  return probability === undefined ? name : `${name}${text.clause}${text.probabilityOf(formatRate(probability))}`
}
