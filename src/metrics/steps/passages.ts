import { type Chunk, rankOf } from '../../core/chunk.ts'
import { type NaOutcome, na } from '../../core/score.ts'
import type { Item } from '../../judge/judge.ts'
import { isBlank } from '../../text/normalize.ts'

/** Most text, in UTF-16 units, that is put before a judge; far more than any model reads. */
const MOST_TEXT = 4_000_000

/** The retrieved texts that can be read; the id of each is its rank in the list as the system returned it. */
export function passagesOf(chunks: readonly Chunk[]): Item[] {
  return chunks.flatMap((chunk, index) =>
    isBlank(chunk.text) ? [] : [{ id: String(rankOf(chunk, index)), text: chunk.text }],
  )
}

/** NA for more text than any judge reads, before a prompt is made of it. */
export function tooMuchToJudge(...texts: readonly (string | readonly Chunk[])[]): NaOutcome | undefined {
  const length = texts
    .flatMap((text) => (typeof text === 'string' ? [text.length] : text.map((chunk) => chunk.text.length)))
    .reduce((sum, units) => sum + units, 0)
  if (length <= MOST_TEXT) return undefined
  return na('context_truncated', `${length} characters are more than a judge reads; the limit is ${MOST_TEXT}`)
}
