import { RagstoneError } from '../core/errors.ts'
import { hashText } from '../core/hash.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { type Place, placeText } from '../files/rows.ts'
import type { SystemRequest } from './system.ts'

/** A longer question is kept as its hash, so that the index stays small. */
const LONGEST_KEY = 64
/** A question that rows of several ids share. */
const AMBIGUOUS = -1

/** What the rows of a file of answers are found by. */
export interface RecordedIndex {
  /** Adds the next row; throws when another row already answers the same. */
  add(row: CanonicalRow): void
  /** The number of the row that answers, counted from 0; `by` says what it was found by. */
  find(request: SystemRequest, testCaseId: string): { row: number; by: 'id' | 'user_input' } | undefined
}

/**
 * An index in which a row with an id is found by it, and otherwise, like a row without an id, by an equal question.
 * A row that names no configuration answers for every one that has no row of its own; without a `repeat` it is the first.
 */
export function recordedIndex(file: string): RecordedIndex {
  const byId = new Map<string, number>()
  const byQuestion = new Map<string, number>()
  /** Line of each row, or its negative number where a format has no lines. */
  const places: number[] = []

  return {
    add(row) {
      const number = places.length
      places.push(row.place.line ?? -row.place.row)
      const place = (of: number) => placeText(placeOf(file, places[of] ?? 0))
      if (row.id !== undefined) {
        const earlier = byId.get(key(row.configuration, row.repeat, row.id))
        if (earlier !== undefined) throw twice(row, place(earlier), place(number))
        byId.set(key(row.configuration, row.repeat, row.id), number)
      }
      const question = row.user_input === undefined ? '' : questionText(row.user_input)
      if (question === '') {
        if (row.id === undefined) throw unnamed(row, place(number))
        return
      }
      const questionKey = key(row.configuration, row.repeat, question)
      const earlier = byQuestion.get(questionKey)
      if (earlier !== undefined && row.id === undefined) throw twice(row, place(Math.max(earlier, 0)), place(number))
      byQuestion.set(questionKey, earlier === undefined ? number : AMBIGUOUS)
    },
    find({ configuration, repeat, user_input }, testCaseId) {
      const id = byId.get(key(configuration.name, repeat, testCaseId)) ?? byId.get(key(undefined, repeat, testCaseId))
      if (id !== undefined) return { row: id, by: 'id' }
      const question = questionText(user_input)
      const row =
        byQuestion.get(key(configuration.name, repeat, question)) ?? byQuestion.get(key(undefined, repeat, question))
      return row === undefined || row === AMBIGUOUS ? undefined : { row, by: 'user_input' }
    },
  }
}

function key(configuration: string | undefined, repeat: number | undefined, name: string): string {
  return JSON.stringify([configuration ?? null, repeat ?? 1, name])
}

function questionText(userInput: string): string {
  const text = userInput.trim()
  return text.length > LONGEST_KEY ? `sha256 ${hashText(text)}` : text
}

function placeOf(file: string, place: number): Place {
  return place < 0 ? { file, row: -place } : { file, line: place, row: 0 }
}

function twice(row: CanonicalRow, first: string, second: string): RagstoneError {
  const what = row.id === undefined ? 'the same user_input' : `the test case "${row.id}"`
  const configuration = row.configuration === undefined ? '' : `, configuration "${row.configuration}"`
  const repeat = row.repeat === undefined ? '' : `, repeat ${row.repeat}`
  return new RagstoneError(
    'duplicate_answer',
    `two answers to ${what}${configuration}${repeat}: ${first} and ${second}`,
    {
      hint: 'remove one, or tell them apart by `configuration` or `repeat`',
    },
  )
}

function unnamed(row: CanonicalRow, place: string): RagstoneError {
  const columns =
    row.unknown.length === 0 ? '' : `; columns that are not understood: ${row.unknown.slice(0, 10).join(', ')}`
  return new RagstoneError(
    'answer_without_case',
    `${place}: the row names neither test_case_id nor user_input${columns}`,
    {
      hint: 'name the column in `fields`, for example fields: {user_input: question}',
    },
  )
}
