import { hashText } from '../core/hash.ts'

/**
 * The id of a case that was written without one: `case-` and ten digits of the hash of its question, so it stays the
 * same when rows are moved or other fields change.
 */
export function generatedId(userInput: string): string {
  return `case-${hashText(userInput).slice(0, 10)}`
}
