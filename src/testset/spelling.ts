import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import type { TestCase } from '../core/test-case.ts'
import { type Field, meaningOf } from '../files/field-names.ts'
import { readRows } from '../files/rows.ts'
import { plainCase } from './write.ts'

/** How a file calls its fields. */
export interface Spelling {
  /** The file's name of each field that it has; absent fields go under our own name. */
  names: ReadonlyMap<Field, string>
  /** What the user said about names (`test_set_fields`). */
  fields: Readonly<Record<string, string>>
}

/** How many rows are looked at. */
const ROWS = 100

/** Finds out how a file calls its fields, by its first rows and by `fields`. */
export async function findSpelling(
  file: string,
  empty: boolean,
  fields: Readonly<Record<string, string>> = {},
): Promise<Spelling> {
  const names = new Map<Field, string>()
  let rows = 0
  if (!empty) {
    for await (const { value } of readRows(file)) {
      for (const name of Object.keys(value)) {
        const meaning = meaningOf(name)
        if (meaning.kind === 'field' && !names.has(meaning.field)) names.set(meaning.field, name)
      }
      rows += 1
      if (rows >= ROWS) break
    }
  }
  for (const [field, path] of Object.entries(fields)) {
    const meaning = meaningOf(field)
    if (meaning.kind === 'field') names.set(meaning.field, path)
  }
  return { names, fields }
}

/** A case as a row of the file, under the file's names. */
export function spelledRow(file: string, testCase: TestCase, spelling: Spelling): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plainCase(testCase)).map(([field, value]) => {
      const name = spelling.names.get(field as Field) ?? field
      if (Object.hasOwn(spelling.fields, field) && /[[\]*|.]/.test(name)) {
        throw new RagstoneError(
          'not_appendable',
          `${shownPath(file)}: ${field} stands at "${name}", where nothing can be added`,
          {
            hint: 'add the case by hand',
          },
        )
      }
      const single = name === 'expected_source' && Array.isArray(value) && value.length === 1
      return [name, single ? value[0] : value]
    }),
  )
}
