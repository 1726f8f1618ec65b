import { counted } from '../core/counted.ts'
import { RagstoneError } from '../core/errors.ts'
import { canonicalJson } from '../core/hash.ts'
import { type Cell, isNothing, shown } from './cell.ts'
import type { Columns, Found } from './columns.ts'
import type { Expects, Field } from './field-names.ts'
import { referenceOfAsserts } from './promptfoo.ts'
import { placeText } from './row.ts'
import { readTag, readTags } from './tags.ts'
import * as values from './values.ts'

/** The value of a field; two columns that say different things about it are refused, naming both. */
export function pick<T>(
  columns: Columns,
  field: Field,
  read: (value: unknown, cell: Cell) => T | undefined,
): T | undefined {
  const found = columns.fields[field]
  if (found === undefined) return undefined
  let chosen: { value: T; from: Found } | undefined
  for (const from of found) {
    const value = read(from.value, from.cell)
    if (value === undefined) continue
    if (chosen === undefined) chosen = { value, from }
    else if (canonicalJson(value) !== canonicalJson(chosen.value)) throw conflict(columns, field, chosen.from, from)
  }
  return chosen?.value
}

function conflict(columns: Columns, field: Field, first: Found, second: Found): RagstoneError {
  const [a, b] = [first.cell.column, second.cell.column]
  return new RagstoneError(
    'conflicting_fields',
    `${placeText(columns.place)}: "${a}" and "${b}" both name the ${field} and differ (${shown(first.value)}, ${shown(second.value)})`,
    { hint: `keep one${choice(columns.expects, field, a)}` },
  )
}

/** How the user says which column counts, where that can be said. */
function choice(expects: Expects, field: Field, column: string): string {
  if (expects === 'test_case') return `, or choose with test_set_fields: {${field}: ${column}}`
  if (expects === 'both') return `, or choose with --field ${field}=${column} (evaluate, import)`
  if (expects === 'score') return `, or choose with --field ${field}=${column} (import)`
  return expects === 'response' ? `, or choose with fields: {${field}: ${column}}` : ''
}

const PLURAL = /s$/i

/** What tools write in place of a reference when there is no answer in the documents. */
const NOT_ANSWERABLE = 'NOT_ANSWERABLE'

/** The reference answer; `NOT_ANSWERABLE` stands for none and is allowed on unanswerable cases only. */
export function chooseReference(columns: Columns, answerable: boolean | undefined): string | undefined {
  const found = columns.fields.reference
  if (found === undefined) return undefined
  const forms = new Map(found.map((one) => [one.cell, one.form]))
  const reference = pick(columns, 'reference', (value, cell) => {
    if (forms.get(cell) === 'assert') return referenceOfAsserts(value, cell)
    return PLURAL.test(cell.column) ? values.readTextOrList(value, cell) : values.readText(value, cell)
  })
  if (reference !== NOT_ANSWERABLE) return reference
  if (answerable === false) return undefined
  throw new RagstoneError('bad_value', `${placeText(columns.place)}: the reference is ${NOT_ANSWERABLE}`, {
    hint: 'add answerable: false to the case',
  })
}

/** Whether the documents hold the answer: as the row says, else no where the place for the expected source is empty. */
export function isAnswerable(columns: Columns, sources: readonly string[] | undefined): boolean | undefined {
  const forms = new Map(columns.fields.answerable?.map((one) => [one.cell, one.form]))
  const said = pick(columns, 'answerable', (value, cell) => {
    const yes = values.readYesNo(value, cell)
    return yes !== undefined && forms.get(cell) === 'inverted' ? !yes : yes
  })
  if (said !== undefined) return said
  const empty = columns.fields.expected_sources !== undefined && (sources === undefined || sources.length === 0)
  return empty ? false : undefined
}

/** Tags of all columns together; one name with two values is refused. Undefined for none. */
export function mergedTags(columns: Columns): Record<string, string> | undefined {
  const all = new Map<string, { value: string; column: string }>()
  const put = (name: string, value: string, cell: Cell) => {
    const before = all.get(name)
    if (before !== undefined && before.value !== value) {
      throw new RagstoneError(
        'conflicting_fields',
        `${placeText(cell.place)}: "${before.column}" and "${cell.column}" give the tag "${name}" different values`,
        { hint: 'keep one of them' },
      )
    }
    all.set(name, { value, column: cell.column })
  }
  for (const { value, cell } of columns.fields.tags ?? []) {
    for (const tag of readTags(value, cell)) put(tag.name, tag.value, cell)
  }
  for (const { tag, value, cell } of columns.tags) {
    for (const one of readTag(tag, value, cell)) put(one.name, one.value, cell)
  }
  if (all.size === 0) return undefined
  return Object.fromEntries([...all].map(([name, { value }]) => [name, value]))
}

/** What was retrieved; ids in a list of their own are joined by place, and stand alone (with no text) without contexts. */
export function mergedContexts(columns: Columns): values.ReadContexts | undefined {
  const contexts = pick(columns, 'retrieved_contexts', values.readContexts)
  const ids = pick(columns, 'retrieved_context_ids', values.readTexts)
  if (ids === undefined) return contexts
  if (contexts === undefined) return { chunks: ids.map((id) => ({ id, text: '' })), problems: [] }
  const all = contexts.chunks.length + contexts.problems.length
  if (ids.length !== all) {
    throw new RagstoneError(
      'bad_value',
      `${placeText(columns.place)}: ${counted(ids.length, 'id')} for ${counted(all, 'retrieved context')}`,
      {
        hint: 'give one id for each context, in the same order',
      },
    )
  }
  const chunks = contexts.chunks.map((chunk, index) => {
    const id = ids[(chunk.rank ?? index + 1) - 1]
    return chunk.id !== undefined || isNothing(id) || id === undefined ? chunk : { ...chunk, id }
  })
  return { chunks, problems: contexts.problems }
}
