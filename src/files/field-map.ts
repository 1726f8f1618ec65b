import { RagstoneError } from '../core/errors.ts'
import { nearest, suggest } from '../core/nearest.ts'
import { shownPath } from '../core/shown-path.ts'
import { type Expects, FIELD_NAMES, type Field } from './field-names.ts'
import { type FieldPath, fieldPath } from './paths.ts'
import { placeText, type Row } from './row.ts'

/** What the user said about which field stands where, ready for reading rows. */
export interface FieldMap {
  /** Whether anything was said. */
  given: boolean
  fields: ReadonlyMap<Field, MappedPath>
  tags: readonly { tag: string; path: MappedPath }[]
  /** Notes a row's columns, for the message of {@link FieldMap.finish}. */
  note(row: Row): void
  /** For a field that this row had to have: throws when its path has matched nothing in any row so far. */
  requireMatch(field: Field, row: Row): void
  /** Throws when a path has matched nothing in any row. */
  finish(): void
}

export interface MappedPath extends FieldPath {
  matched: boolean
}

const TAG = /^tags?[.:](.+)$/

/** Where the user writes the mapping. */
const WRITTEN_IN: Readonly<Record<Expects, string>> = {
  test_case: 'test_set_fields',
  response: 'fields',
  both: '--field',
  grade: 'fields',
  score: '--field',
}

/** Reads a mapping such as `{user_input: 'conversation[-1].text', 'tags.type': 'category'}`. */
export function fieldMap(mapping: Readonly<Record<string, string>> = {}, expects: Expects): FieldMap {
  const fields = new Map<Field, MappedPath>()
  const tags: { tag: string; path: MappedPath }[] = []
  for (const [name, source] of Object.entries(mapping)) {
    const tag = TAG.exec(name)?.[1]
    if (tag !== undefined) tags.push({ tag, path: mapped(source) })
    else if (isField(name)) fields.set(name, mapped(source))
    else if (name === 'test_case_id') fields.set('id', mapped(source))
    else {
      throw new RagstoneError('unknown_field', `${WRITTEN_IN[expects]}: there is no field "${name}"`, {
        hint: suggest(name, [...Object.keys(FIELD_NAMES), 'tags.NAME']),
      })
    }
  }
  const first: { row?: Row } = {}
  return {
    given: fields.size + tags.length > 0,
    fields,
    tags,
    note(row) {
      first.row ??= row
    },
    requireMatch(field, row) {
      const path = fields.get(field)
      if (path !== undefined && !path.matched)
        throw unmatched(field, path, row, `${placeText(row.place)}: there is nothing`)
    },
    finish() {
      if (first.row === undefined) return
      for (const [field, path] of fields) if (!path.matched) throw unmatchedInAny(field, path, first.row)
      for (const { tag, path } of tags) if (!path.matched) throw unmatchedInAny(`tags.${tag}`, path, first.row)
    },
  }
}

/** The value at a mapped path; notes whether the path has ever matched. */
export function readMapped(path: MappedPath, value: Record<string, unknown>): unknown {
  const found = path.read(value)
  if (!path.matched && ((found !== null && found !== undefined) || Object.hasOwn(value, path.path))) path.matched = true
  return found ?? null
}

function isField(name: string): name is Field {
  return Object.hasOwn(FIELD_NAMES, name)
}

function mapped(source: string): MappedPath {
  return { ...fieldPath(source), matched: false }
}

function unmatchedInAny(field: string, path: FieldPath, first: Row): RagstoneError {
  return unmatched(field, path, first, `${shownPath(first.place.file)}: no row has anything`)
}

function unmatched(field: string, { path }: FieldPath, row: Row, nothing: string): RagstoneError {
  const columns = Object.keys(row.value)
  const near = nearest(path, columns)
  const listed = `columns of ${row.place.row === 1 ? 'the first' : 'that'} row: ${columns.slice(0, 20).join(', ')}`
  return new RagstoneError('field_path_unmatched', `${nothing} at "${path}", which was given for ${field}`, {
    hint: near === undefined ? listed : `did you mean "${near}"? ${listed}`,
  })
}
