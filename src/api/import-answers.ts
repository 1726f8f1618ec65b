import { RagstoneError } from '../core/errors.ts'
import { hashText } from '../core/hash.ts'
import type { Run } from '../core/run.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { type Place, placeText } from '../files/row.ts'
import type { Store } from '../store/store.ts'
import { isSameText } from './grade-sheet.ts'
import type { KnownResponses } from './import-responses.ts'

/** Answers that are kept whole because they look different, to be compared in full. */
const MOST_KEPT = 1000

/**
 * Watches whether the answers in a file of scores are those of the run: scores of other answers would say nothing about these.
 * Memory: a hash of every answer of the file, and the texts of those that differ at first sight.
 */
export function answerWatch(store: Store, run: Run, responses: KnownResponses) {
  const seen = new Map<number, { hash: string; text: string; place: Place }>()
  return {
    add(index: number, row: CanonicalRow): void {
      if (row.response === undefined || row.response.trim() === '' || seen.has(index)) return
      const text = seen.size < MOST_KEPT ? row.response : ''
      seen.set(index, { hash: hashText(row.response), text, place: row.place })
    },
    /** RagstoneError `other_response` at the first row that shows another answer than the run has. */
    async check(): Promise<void> {
      if (seen.size === 0) return
      let first: { place: Place; id: string; configuration: string } | undefined
      for await (const response of store.responses(run.id)) {
        const index = responses.indexOf(response)
        const shown = index === undefined ? undefined : seen.get(index)
        const stored = response.response ?? ''
        if (shown === undefined || shown.hash === hashText(stored)) continue
        if (shown.text !== '' && isSameText(shown.text, stored)) continue
        if (first !== undefined && first.place.row < shown.place.row) continue
        first = { place: shown.place, id: response.test_case_id, configuration: response.configuration }
      }
      if (first === undefined) return
      throw new RagstoneError(
        'other_response',
        `${placeText(first.place)}: response: run ${run.id} (${run.name}) has another response to "${first.id}" under configuration "${first.configuration}" than the one scored here`,
        {
          hint: 'name the run whose answers were scored: --run RUN; or import the file as a run of its own, without --run',
        },
      )
    },
  }
}
