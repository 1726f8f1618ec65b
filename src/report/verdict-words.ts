import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'

/** A verdict in words, with its probability where there is one; a class of another metric as it is. */
export function verdictWords(verdict: string, probability: number | undefined, text: Messages): string {
  const names: Readonly<Record<string, string>> = text.verdicts
  const name = Object.hasOwn(names, verdict) ? (names[verdict] ?? verdict) : verdict
  return probability === undefined ? name : `${name}${text.clause}${text.probabilityOf(formatRate(probability))}`
}
