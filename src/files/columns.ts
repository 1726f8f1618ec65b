import { RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import type { Cell } from './cell.ts'
import { type FieldMap, readMapped } from './field-map.ts'
import {
  type Expects,
  type Field,
  GRADE_FIELDS,
  type Meaning,
  meaningOf,
  RESPONSE_FIELDS,
  SCORE_FIELDS,
  TEST_CASE_FIELDS,
  TEST_CASE_NAMES,
} from './field-names.ts'
import { isRecord, type Place, placeText, type Row } from './row.ts'

/** A value with the column that it stands in. */
export interface Found {
  value: unknown
  cell: Cell
  /** `true` for a column that says the opposite (`unanswerable`); `assert` for promptfoo's expectations. */
  form?: 'inverted' | 'assert'
}

/** The values of a row, sorted by field. */
export interface Columns {
  place: Place
  expects: Expects
  fields: Partial<Record<Field, Found[]>>
  tags: { tag: string; value: unknown; cell: Cell }[]
  unknown: string[]
}

const WANTED: Readonly<Record<Expects, ReadonlySet<string>>> = {
  test_case: new Set(TEST_CASE_FIELDS),
  response: new Set(['id', 'user_input', ...RESPONSE_FIELDS]),
  both: new Set([...TEST_CASE_FIELDS, ...RESPONSE_FIELDS]),
  grade: new Set(['id', ...GRADE_FIELDS]),
  score: new Set(SCORE_FIELDS),
}

interface Sorting {
  columns: Columns
  map: FieldMap
  expects: Expects
}

/** Sorts a row's columns by what they mean. */
export function readColumns(row: Row, map: FieldMap, expects: Expects): Columns {
  const { value, place } = row
  const columns: Columns = { place, expects, fields: {}, tags: [], unknown: [] }
  for (const [field, path] of map.fields) {
    addField(columns, field, { value: readMapped(path, value), cell: { place, column: path.path } })
  }
  for (const { tag, path } of map.tags) {
    columns.tags.push({ tag, value: readMapped(path, value), cell: { place, column: path.path } })
  }
  const sorting = { columns, map, expects }
  const names = Object.keys(value)
  const ownId = expects !== 'test_case' && names.includes('test_case_id')
  for (const name of names) {
    const meaning = meaningIn(name, names, sorting)
    const cell = { place, column: name }
    const otherId = ownId && meaning.kind === 'field' && meaning.field === 'id' && name !== 'test_case_id'
    if (meaning.kind === 'vars') addVars(sorting, value[name], cell)
    else sortIn(sorting, otherId ? { kind: 'ignored' } : meaning, value[name], cell)
  }
  return columns
}

function addField(columns: Columns, field: Field, found: Found): void {
  found.cell.meant = { field, expects: columns.expects }
  const list = columns.fields[field]
  if (list === undefined) columns.fields[field] = [found]
  else list.push(found)
}

type Resolved =
  | Exclude<Meaning, { kind: 'special' }>
  | { kind: 'field'; field: Field; form: NonNullable<Found['form']> }
  | { kind: 'vars' }

function sortIn({ columns, map, expects }: Sorting, meaning: Resolved, value: unknown, cell: Cell): void {
  if (meaning.kind === 'field' && WANTED[expects].has(meaning.field) && !map.fields.has(meaning.field)) {
    addField(columns, meaning.field, 'form' in meaning ? { value, cell, form: meaning.form } : { value, cell })
  } else if (meaning.kind === 'tag' && WANTED[expects].has('tags')) {
    columns.tags.push({ tag: meaning.tag, value, cell })
  } else if (isUnknown(meaning) && expects === 'test_case' && !map.given) {
    throw unknownColumn(cell)
  } else {
    columns.unknown.push(cell.column)
  }
}

/** Words of a grade alone are no more understood elsewhere than other names are. */
function isUnknown(meaning: Resolved): boolean {
  return meaning.kind === 'unknown' || (meaning.kind === 'field' && OF_GRADES.includes(meaning.field))
}

const OF_GRADES: readonly Field[] = ['mark', 'sampling', 'drawn']

function unknownColumn({ place, column }: Cell): RagstoneError {
  const near = nearest(column, TEST_CASE_NAMES)
  const others = `to keep it as a tag call it "tags.${column}"; with test_set_fields in ragstone.yaml other columns are passed over`
  return new RagstoneError('unknown_field', `${placeText(place)}: unknown field "${column}"`, {
    hint:
      near === undefined ? `accepted: ${TEST_CASE_FIELDS.join(', ')}; ${others}` : `did you mean "${near}"? ${others}`,
  })
}

/** What a column means beside the other columns of its row. */
function meaningIn(name: string, names: readonly string[], sorting: Sorting): Resolved {
  const meaning = meaningOf(name)
  if (meaning.kind !== 'special') return meaning
  const { expects } = sorting
  switch (meaning.special) {
    case 'vars':
      return { kind: 'vars' }
    case 'unanswerable':
      return { kind: 'field', field: 'answerable', form: 'inverted' }
    case 'assert':
      return hasField(names, ['reference'])
        ? { kind: 'ignored' }
        : { kind: 'field', field: 'reference', form: 'assert' }
    case 'contexts':
      return { kind: 'field', field: names.includes('evolution_type') ? 'reference_contexts' : 'retrieved_contexts' }
    case 'context': {
      const ofReference = isDeepEval(names) || (expects === 'test_case' && !hasField(names, RESPONSE_FIELDS))
      return { kind: 'field', field: ofReference ? 'reference_contexts' : 'retrieved_contexts' }
    }
    case 'answer':
      return answerIn(name, names, sorting)
  }
}

function answerIn(name: string, names: readonly string[], { columns, map, expects }: Sorting): Resolved {
  if (expects !== 'test_case' || hasField(names, ['reference']) || map.fields.has('reference')) {
    return { kind: 'field', field: 'response' }
  }
  throw new RagstoneError(
    'ambiguous_field',
    `${placeText(columns.place)}: "${name}" may be the right answer or what a system answered`,
    { hint: `call it "reference" if it is the right answer, or say so with test_set_fields: {reference: ${name}}` },
  )
}

function isDeepEval(names: readonly string[]): boolean {
  return ['retrieval_context', 'actual_output', 'expected_output'].some((name) => names.includes(name))
}

function hasField(names: readonly string[], fields: readonly Field[]): boolean {
  return names.some((name) => {
    const meaning = meaningOf(name)
    return meaning.kind === 'field' && fields.includes(meaning.field)
  })
}

/** promptfoo's variables: their names are read like columns; a single one is the question. */
function addVars(sorting: Sorting, vars: unknown, cell: Cell): void {
  if (!isRecord(vars)) {
    sortIn(sorting, { kind: 'unknown' }, vars, cell)
    return
  }
  const names = Object.keys(vars)
  for (const name of names) {
    const meaning: Resolved =
      names.length === 1 ? { kind: 'field', field: 'user_input' } : meaningIn(name, names, sorting)
    sortIn(sorting, meaning, vars[name], { ...cell, column: `${cell.column}.${name}` })
  }
}
