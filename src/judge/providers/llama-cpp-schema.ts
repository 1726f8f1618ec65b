import { ProviderError } from '../provider.ts'

type Schema = Readonly<Record<string, unknown>>

const PLAIN_TYPES = ['string', 'number', 'integer', 'boolean', 'null']
const ANY = { oneOf: [{ type: PLAIN_TYPES }, { type: 'object', additionalProperties: true }, { type: 'array' }] }
/** Wider ranges of whole numbers are not enforced. */
const MOST_VALUES = 200

/**
 * The part of a JSON Schema that `node-llama-cpp` turns into a grammar. What is left out (patterns, bounds of fractions) is
 * checked when the reply is read; what cannot be said at all is a ProviderError of kind `unsupported`.
 */
export function grammarSchema(schema: unknown): object {
  if (schema === undefined || schema === true) return ANY
  if (typeof schema !== 'object' || schema === null) throw unsupported('a part that is no object')
  const { $defs, definitions, ...own } = schema as Schema
  const defs = ($defs ?? definitions) as Schema | undefined
  return defs === undefined ? plainSchema(own) : { $defs: mapped(defs), ...plainSchema(own) }
}

function plainSchema(schema: Schema): object {
  if (schema.$ref !== undefined) return reference(String(schema.$ref))
  if (Array.isArray(schema.allOf)) {
    if (schema.allOf.length !== 1) throw unsupported('allOf of several members')
    const { allOf, ...rest } = schema
    return grammarSchema({ ...rest, ...allOf[0] })
  }
  const choice = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choice)) return { oneOf: choice.map(grammarSchema) }
  if (schema.const !== undefined) return { const: schema.const }
  if (Array.isArray(schema.enum)) return { enum: schema.enum }
  if (Array.isArray(schema.type)) return { oneOf: schema.type.map((type) => plainSchema({ ...schema, type })) }
  return typed(schema)
}

function typed(schema: Schema): object {
  const type = schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined)
  switch (type) {
    case undefined:
      return ANY
    case 'object':
      return objectSchema(schema)
    case 'array':
      return arraySchema(schema)
    case 'integer':
      return integerSchema(schema)
    case 'string':
      return { type, ...picked(schema, ['minLength', 'maxLength']) }
    default:
      if (PLAIN_TYPES.includes(String(type))) return { type }
      throw unsupported(`the type ${String(type)}`)
  }
}

function objectSchema({ properties, additionalProperties }: Schema): object {
  const more = typeof additionalProperties === 'object' ? grammarSchema(additionalProperties) : additionalProperties
  return {
    type: 'object',
    ...(properties !== undefined && { properties: mapped(properties as Schema) }),
    additionalProperties: properties === undefined ? (more ?? true) : typeof more === 'object' ? more : false,
  }
}

function arraySchema(schema: Schema): object {
  return {
    type: 'array',
    ...(schema.items !== undefined && { items: grammarSchema(schema.items) }),
    ...(Array.isArray(schema.prefixItems) && { prefixItems: schema.prefixItems.map(grammarSchema) }),
    ...picked(schema, ['minItems', 'maxItems']),
  }
}

function integerSchema(schema: Schema): object {
  const least = bound(schema.minimum, schema.exclusiveMinimum, 1)
  const most = bound(schema.maximum, schema.exclusiveMaximum, -1)
  if (least === undefined || most === undefined || most < least || most - least > MOST_VALUES)
    return { type: 'integer' }
  return { enum: Array.from({ length: most - least + 1 }, (_, index) => least + index) }
}

function bound(inclusive: unknown, exclusive: unknown, step: number): number | undefined {
  if (typeof inclusive === 'number') return inclusive
  return typeof exclusive === 'number' ? exclusive + step : undefined
}

function reference(target: string): object {
  if (!/^#\/(\$defs|definitions)\/[^/]+$/.test(target)) throw unsupported(`the reference ${target}`)
  return { $ref: target.replace('#/definitions/', '#/$defs/') }
}

function mapped(schemas: Schema): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, grammarSchema(schema)]))
}

function picked(schema: Schema, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (typeof schema[name] === 'number' ? [[name, schema[name]]] : [])))
}

function unsupported(what: string): ProviderError {
  return new ProviderError('unsupported', `llama-cpp makes no grammar of a JSON Schema with ${what}`)
}
