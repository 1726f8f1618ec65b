import { createHash } from 'node:crypto'
import { RagstoneError } from '../core/errors.ts'
import { type TestCase, testCaseHash } from '../core/test-case.ts'
import { FIELD_NAMES } from '../files/field-names.ts'
import { type CanonicalRow, fieldReader } from '../files/fields.ts'
import { type Place, placeText, readRows } from '../files/rows.ts'
import { generatedId } from './case-id.ts'

/** A test set in memory. */
export interface TestSet {
  file: string
  cases: TestCase[]
  /** Changes when any case or the order of the cases changes; 16 hexadecimal digits. */
  hash: string
  /** Where each case stands, by id. */
  places: ReadonlyMap<string, Place>
}

export interface LoadOptions {
  /** Our field names to those of the file (`test_set_fields` of the configuration). */
  fields?: Readonly<Record<string, string>>
}

/** Reads a whole test set; nothing is returned when any row is wrong. */
export async function loadTestSet(file: string, options: LoadOptions = {}): Promise<TestSet> {
  const cases: TestCase[] = []
  const places = new Map<string, Place>()
  const hash = createHash('sha256')
  for await (const { testCase, place } of streamTestSet(file, options)) {
    cases.push(testCase)
    places.set(testCase.id, place)
    hash.update(testCaseHash(testCase))
  }
  return { file, cases, hash: hash.digest('hex').slice(0, 16), places }
}

/** The cases of a test set as a stream; only their ids are kept. A doubled id is refused naming both places. */
export async function* streamTestSet(
  file: string,
  options: LoadOptions = {},
): AsyncGenerator<{ testCase: TestCase; place: Place }> {
  const reader = fieldReader({ ...options, expects: 'test_case' })
  const seen = new Map<string, number>()
  for await (const row of readRows(file)) {
    const canonical = reader.read(row)
    const testCase = toTestCase(canonical)
    const { place } = row
    const before = seen.get(testCase.id)
    if (before !== undefined) throw duplicateId(testCase.id, before, place, canonical.id === undefined)
    seen.set(testCase.id, place.line ?? place.row)
    yield { testCase, place }
  }
  reader.finish()
}

function duplicateId(id: string, before: number, place: Place, generated: boolean): RagstoneError {
  const first = placeText(place.line === undefined ? { ...place, row: before } : { ...place, line: before })
  const message = generated
    ? `${placeText(place)}: the same question, also without an id, is at ${first}`
    : `${placeText(place)}: the id "${id}" is already used at ${first}`
  return new RagstoneError('duplicate_id', message, { hint: 'give every case an id of its own' })
}

/** The test case in a row; a row without a question is refused. A missing id is made from the question. */
export function toTestCase(row: CanonicalRow): TestCase {
  const { user_input } = row
  if (user_input === undefined || user_input.trim() === '') {
    throw new RagstoneError('missing_user_input', `${placeText(row.place)}: there is no question`, {
      hint: `names for it: ${FIELD_NAMES.user_input.join(', ')}; others with test_set_fields, or --field when a file of answers is evaluated`,
    })
  }
  const testCase: TestCase = {
    id: row.id ?? generatedId(user_input),
    user_input,
    answerable: row.answerable ?? true,
    tags: row.tags ?? {},
  }
  if (row.reference !== undefined) testCase.reference = row.reference
  if (row.reference_contexts !== undefined) testCase.reference_contexts = row.reference_contexts
  if (row.reference_context_ids !== undefined) testCase.reference_context_ids = row.reference_context_ids
  if (row.expected_sources !== undefined) testCase.expected_sources = row.expected_sources
  if (row.relevance !== undefined) testCase.relevance = row.relevance
  if (row.rubrics !== undefined) testCase.rubrics = row.rubrics
  if (row.review !== undefined) testCase.review = row.review
  return testCase
}
