import { RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { shownPath } from '../core/shown-path.ts'
import { type Columns, readColumns } from './columns.ts'
import { fieldMap } from './field-map.ts'
import { type Field, namesOf } from './field-names.ts'
import type { FieldOptions } from './fields.ts'
import type { Row } from './row.ts'

/** As what the columns of some rows are read. */
export interface ColumnUse {
  /** Every column that is read, or path that the user gave, with a field that it is read as (`tags.NAME` for a tag). */
  read: readonly { column: string; field: string }[]
  /** Columns that are not read, in the order of the file. */
  unused: ReadonlySet<string>
  /** All columns, in the order of the file. */
  all: ReadonlySet<string>
  /** Takes in one more row. */
  add(row: Row): void
}

/** Collects as what the columns of rows are read under these options. */
export function columnUse(options: FieldOptions): ColumnUse {
  const map = fieldMap(options.fields, options.expects)
  const paths = Object.values(options.fields ?? {})
  const read: { column: string; field: string }[] = []
  const unused = new Set<string>()
  const all = new Set<string>()
  const known = new Set<string>()
  return {
    read,
    unused,
    all,
    add(row) {
      const columns = readColumns(row, map, options.expects)
      const names = Object.keys(row.value)
      for (const name of names) all.add(name)
      const found = pairsOf(columns).sort((a, b) => names.indexOf(a.column) - names.indexOf(b.column))
      for (const pair of found) {
        const key = JSON.stringify([pair.column, pair.field])
        if (!known.has(key)) read.push(pair)
        known.add(key)
      }
      for (const column of columns.unknown) if (!paths.some((path) => path.includes(column))) unused.add(column)
    },
  }
}

function pairsOf({ fields, tags }: Columns): { column: string; field: string }[] {
  const ofFields = Object.entries(fields).flatMap(([field, list]) =>
    list.map(({ cell }) => ({ column: cell.column, field })),
  )
  return [...ofFields, ...tags.map(({ tag, cell }) => ({ column: cell.column, field: `tags.${tag}` }))]
}

/** How many columns a message lists. */
const SHOWN = 20

/** Some names as a list; of very many the first. */
export function listedColumns(columns: Iterable<string>): string {
  const all = [...columns]
  const more = all.length - SHOWN
  return more > 0 ? `${all.slice(0, SHOWN).join(', ')} and ${more} more` : all.join(', ')
}

/**
 * The error that no column of a file is read as a field which is needed. The hint gives the flag that names a column; it
 * proposes the column that is called almost like one of the field's names. `otherwise` is one more way out.
 */
export function missingColumn(file: string, field: Field, use: ColumnUse, otherwise?: string): RagstoneError {
  const names = namesOf(field)
  const [meant] = [...use.unused].flatMap((column) => {
    const name = nearest(column, names)
    return name === undefined ? [] : [{ column, name }]
  })
  const base = `${shownPath(file)}: no column for ${field}; the columns are ${listedColumns(use.all)}`
  const understood = `names that are understood: ${names.join(', ')}`
  const hint =
    meant === undefined
      ? `say which it is with --field ${field}=COLUMN; ${understood}`
      : `call it "${meant.name}", or say so with ${fieldFlag(field, meant.column)}`
  return new RagstoneError('missing_column', meant === undefined ? base : `${base}; did you mean ${meant.name}?`, {
    hint: otherwise === undefined ? hint : `${hint}; ${otherwise}`,
  })
}

function fieldFlag(field: string, column: string): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(column) ? `--field ${field}=${column}` : `--field "${field}=${column}"`
}
