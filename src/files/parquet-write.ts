import { parquetWriteBuffer } from 'hyparquet-writer'

type SchemaElement = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number]

type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'texts' | 'json'

/**
 * Records as the bytes of a parquet file (snappy). Columns are those of all records, in the order in which they first
 * occur, and may be empty anywhere. A column holds texts, numbers, whole numbers, true/false or lists of texts where all
 * its values are of that kind; mixed and nested values are written as JSON text.
 */
export function parquetBytes(rows: readonly Readonly<Record<string, unknown>>[]): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.map((name) => {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined))
    const kind = kindOfAll(values)
    return { name, kind, data: values.map((value) => stored(value, kind)) }
  })
  const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }]
  for (const { name, kind } of columns) schema.push(...schemaOf(name, kind))
  const columnData = columns.map(({ name, data }) => ({ name, data }))
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }))
}

function kindOfAll(values: readonly unknown[]): Kind {
  const kinds = new Set(values.filter((value) => value !== undefined && value !== null).map(kindOfOne))
  const [kind = 'text', ...others] = kinds
  if (others.length === 0) return kind
  return kinds.size === 2 && kinds.has('integer') && kinds.has('number') ? 'number' : 'json'
}

function kindOfOne(value: unknown): Kind {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0) ? 'integer' : 'number'
  }
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? 'texts' : 'json'
}

function stored(value: unknown, kind: Kind): unknown {
  if (value === undefined || value === null) return null
  return kind === 'json' ? JSON.stringify(value) : value
}

function schemaOf(name: string, kind: Kind): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' as const }
  switch (kind) {
    case 'text':
    case 'json':
      return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }]
    case 'boolean':
      return [{ ...optional, type: 'BOOLEAN' }]
    case 'integer':
      return [{ ...optional, type: 'INT32' }]
    case 'number':
      return [{ ...optional, type: 'DOUBLE' }]
    case 'texts':
      return [
        { ...optional, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ]
  }
}
