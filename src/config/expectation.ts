/** The part of JSON Schema that our schemas use. */
export interface SchemaNode {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly SchemaNode[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  items?: SchemaNode
  properties?: Readonly<Record<string, SchemaNode>>
  additionalProperties?: SchemaNode | boolean
  examples?: readonly unknown[]
}

/** The part of a schema that describes the value at a path, or undefined where the schema says nothing. */
export function schemaAt(schema: SchemaNode, path: readonly (string | number)[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema
  for (const part of path) {
    const map: SchemaNode | undefined = node?.anyOf?.find((option) => option.type === 'object') ?? node
    if (typeof part === 'number') node = map?.items
    else
      node =
        map?.properties?.[part] ??
        (typeof map?.additionalProperties === 'object' ? map.additionalProperties : undefined)
  }
  return node
}

/** `a whole number from 1 to 1024`: what a value must be, for the sentence "X must be ...". */
export function expectation(node: SchemaNode): string {
  if (node.enum !== undefined) return `one of ${node.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (node.anyOf !== undefined) return node.anyOf.filter(canBeWritten).map(expectation).join(' or ')
  switch (node.type) {
    case 'integer':
      return `a whole number${limits(node)}`
    case 'number':
      return `a number${limits(node)}`
    case 'string':
      return node.minLength === undefined ? 'a text' : 'a text that is not empty'
    case 'array':
      return `a list${node.minItems === undefined ? '' : ' that is not empty'}${example(node)}`
    case 'object':
      return `a map${typeof node.additionalProperties === 'object' && node.additionalProperties.type === 'string' ? ' of texts' : ''}`
    case 'null':
      return 'nothing'
    default:
      return 'another value'
  }
}

/** Not an object that only code can make. */
function canBeWritten({ type, enum: values, anyOf }: SchemaNode): boolean {
  return type !== undefined || values !== undefined || anyOf !== undefined
}

function limits({ minimum, maximum, exclusiveMinimum }: SchemaNode): string {
  const highest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`
  if (minimum !== undefined && highest !== undefined) return ` from ${minimum} to ${highest}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return highest === undefined ? '' : ` of at most ${highest}`
}

function example(node: SchemaNode): string {
  const [first] = node.examples ?? []
  return Array.isArray(first) && first.every((item) => typeof item === 'string') ? ` such as [${first.join(', ')}]` : ''
}

const SHOWN = 60

/** A value as a message shows it: short, and maps and lists only by kind. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return 'a map'
  const text = JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
}
