import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import { FIELD_NAMES, type Field } from './field-names.ts'
import { type FieldPath, fieldPath } from './paths.ts'
import type { Row } from './row.ts'

/** What the user said about which field stands where, ready for reading rows. */
export interface FieldMap {
  /** Whether anything was said. */
  given: boolean
  fields: ReadonlyMap<Field, MappedPath>
  tags: readonly { tag: string; path: MappedPath }[]
  /** Notes a row's columns, for the message of {@link FieldMap.finish}. */
  note(row: Row): void
  /** Throws when a path has matched nothing in any row. */
  finish(): void
}

export interface MappedPath extends FieldPath {
  matched: boolean
}

const TAG = /^tags?[.:](.+)$/

/** Reads a mapping such as `{user_input: 'conversation[-1].text', 'tags.type': 'category'}`. */
export function fieldMap(mapping: Readonly<Record<string, string>> = {}): FieldMap {
  const fields = new Map<Field, MappedPath>()
  const tags: { tag: string; path: MappedPath }[] = []
  for (const [name, source] of Object.entries(mapping)) {
    const tag = TAG.exec(name)?.[1]
    if (tag !== undefined) tags.push({ tag, path: mapped(source) })
    else if (isField(name)) fields.set(name, mapped(source))
    else if (name === 'test_case_id') fields.set('id', mapped(source))
    else {
      throw new RagstoneError('unknown_field', `fields: there is no field "${name}"`, {
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
    finish() {
      if (first.row === undefined) return
      for (const [field, path] of fields) if (!path.matched) throw unmatched(field, path, first.row)
      for (const { tag, path } of tags) if (!path.matched) throw unmatched(`tags.${tag}`, path, first.row)
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

function unmatched(field: string, path: FieldPath, row: Row): RagstoneError {
  const columns = Object.keys(row.value).slice(0, 20).join(', ')
  return new RagstoneError(
    'field_path_unmatched',
    `${row.place.file}: no row has anything at "${path.path}", which was given for ${field}`,
    { hint: `columns of the first row: ${columns}` },
  )
}
