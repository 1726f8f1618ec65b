import type { Sampling } from '../core/grade.ts'
import type { Usage } from '../core/response.ts'
import { type Columns, readColumns } from './columns.ts'
import { type FieldMap, fieldMap } from './field-map.ts'
import type { Expects } from './field-names.ts'
import { chooseReference, isAnswerable, mergedContexts, mergedTags, pick } from './field-values.ts'
import type { Place, Row } from './row.ts'
import { readRows } from './rows.ts'
import * as values from './values.ts'

export type { Expects } from './field-names.ts'

export interface FieldOptions {
  /**
   * Our names to those of the file: a column, or a JMESPath (`{user_input: 'conversation[-1].text'}`); `tags.NAME` for a
   * tag. A field given here is read from there alone. With any field given, unknown columns are passed over.
   */
  fields?: Readonly<Record<string, string>>
  expects: Expects
}

/** A row under our own names. Absent = the row does not say; `field-names.ts` lists the names that are understood. */
export interface CanonicalRow {
  place: Place
  id?: string
  user_input?: string
  reference?: string
  reference_contexts?: string[]
  reference_context_ids?: string[]
  expected_sources?: string[]
  relevance?: Record<string, number>
  /** False also where the row has a place for the expected source and leaves it empty. */
  answerable?: boolean
  tags?: Record<string, string>
  rubrics?: Record<string, string>
  review?: string
  response?: string
  retrieved_contexts?: values.ReadContexts
  configuration?: string
  repeat?: number
  latency_ms?: number
  usage?: Usage
  /** Why there is no answer, in the words of the file. */
  error?: string
  verdict?: 'right' | 'wrong'
  grader?: string
  note?: string
  /** A person's mark on a scale of its own. */
  mark?: number
  sampling?: Sampling
  /** The place of the row in the order in which responses were drawn, from 1. */
  drawn?: number
  /** Columns that were not read. */
  unknown: string[]
}

/** Reads rows under one set of options. */
export interface FieldReader {
  read(row: Row): CanonicalRow
  /** To be called after the last row: throws when a path of `fields` has matched nothing in any row. */
  finish(): void
}

/**
 * Makes a reader. In a test set (`expects: 'test_case'`) an unknown column is refused with the nearest known name,
 * unless `fields` are given; otherwise unknown columns are kept in `unknown`.
 */
export function fieldReader(options: FieldOptions): FieldReader {
  const map = fieldMap(options.fields, options.expects)
  return {
    read: (row) => readRow(row, map, options.expects),
    finish: () => map.finish(),
  }
}

/** One row under our names; what is not understood is refused by file, line and column. */
export function canonicalRow(row: Row, options: FieldOptions): CanonicalRow {
  return fieldReader(options).read(row)
}

/** All rows of a file under our names, as a stream; at its end, a path that matched nothing in any row is an error. */
export async function* canonicalRows(file: string, options: FieldOptions): AsyncGenerator<CanonicalRow> {
  const reader = fieldReader(options)
  for await (const row of readRows(file)) yield reader.read(row)
  reader.finish()
}

function readRow(row: Row, map: FieldMap, expects: Expects): CanonicalRow {
  map.note(row)
  const columns = readColumns(row, map, expects)
  const result: CanonicalRow = { place: row.place, unknown: columns.unknown }
  assign(result, 'id', pick(columns, 'id', values.readId))
  assign(result, 'user_input', pick(columns, 'user_input', values.readText))
  if (expects === 'test_case' || expects === 'both') {
    if (result.user_input === undefined) map.requireMatch('user_input', row)
    readTestCase(result, columns)
  }
  if (expects !== 'test_case') {
    readResponse(result, columns)
    readGrade(result, columns)
  }
  return result
}

function readTestCase(result: CanonicalRow, columns: Columns): void {
  const sources = pick(columns, 'expected_sources', values.readTexts)
  const answerable = isAnswerable(columns, sources)
  assign(result, 'answerable', answerable)
  assign(result, 'reference', chooseReference(columns, answerable))
  assign(result, 'reference_contexts', pick(columns, 'reference_contexts', values.readTexts))
  assign(result, 'reference_context_ids', pick(columns, 'reference_context_ids', values.readTexts))
  if (sources !== undefined && sources.length > 0) result.expected_sources = sources
  assign(result, 'relevance', pick(columns, 'relevance', values.readRelevance))
  assign(result, 'tags', mergedTags(columns))
  assign(result, 'rubrics', pick(columns, 'rubrics', values.readNamedTexts))
  assign(result, 'review', pick(columns, 'review', values.readText))
}

function readResponse(result: CanonicalRow, columns: Columns): void {
  assign(result, 'retrieved_contexts', mergedContexts(columns))
  assign(result, 'latency_ms', pick(columns, 'latency_ms', values.readDuration))
  assign(result, 'usage', pick(columns, 'usage', values.readUsage))
  assign(result, 'error', pick(columns, 'error', values.readError))
  const response = pick(columns, 'response', values.readResponse)
  if (response !== '' || result.error === undefined) assign(result, 'response', response)
}

function readGrade(result: CanonicalRow, columns: Columns): void {
  assign(result, 'configuration', pick(columns, 'configuration', values.readConfigurationName))
  assign(result, 'repeat', pick(columns, 'repeat', values.readCount))
  assign(result, 'verdict', pick(columns, 'verdict', values.readVerdict))
  assign(result, 'grader', pick(columns, 'grader', values.readText))
  assign(result, 'note', pick(columns, 'note', values.readText))
  assign(result, 'mark', pick(columns, 'mark', values.readMark))
  assign(result, 'sampling', pick(columns, 'sampling', values.readSampling))
  assign(result, 'drawn', pick(columns, 'drawn', values.readCount))
}

function assign<K extends keyof CanonicalRow>(row: CanonicalRow, key: K, value: CanonicalRow[K] | undefined): void {
  if (value !== undefined) row[key] = value
}
