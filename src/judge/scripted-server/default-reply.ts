import type { TokenProbability } from '../../core/exchange.ts'
import type { ServedRequest } from './served-request.ts'
import { objectOf } from './wire-format.ts'

type Schema = Readonly<Record<string, unknown>>

const DEPTH_LIMIT = 12
const SCHEMA_STARTS = ['{"$schema"', '{"type":"object"', '{"properties"']

/**
 * A value that satisfies a JSON Schema: of each choice the first, every property present, lists as short as they may be but
 * not empty. A list of objects with an `id` gets one entry for each id that the schema names.
 */
export function valueFor(schema: unknown, root: Schema = objectOf(schema), depth = 0): unknown {
  const here = objectOf(schema)
  if (depth > DEPTH_LIMIT) return null
  const next = (inner: unknown) => valueFor(inner, root, depth + 1)
  if (typeof here.$ref === 'string') return next(resolve(here.$ref, root))
  if (here.const !== undefined) return here.const
  if (here.default !== undefined) return here.default
  if (Array.isArray(here.enum)) return here.enum[0]
  const choice = here.anyOf ?? here.oneOf
  if (Array.isArray(choice)) return next(choice.find((entry) => objectOf(entry).type !== 'null') ?? choice[0])
  if (Array.isArray(here.allOf)) return next(Object.assign({}, here, { allOf: undefined }, ...here.allOf))
  const type = Array.isArray(here.type) ? here.type.find((name) => name !== 'null') : here.type
  if (type === 'object' || here.properties !== undefined) {
    const properties = Object.entries(objectOf(here.properties))
    return Object.fromEntries(properties.map(([name, property]) => [name, next(property)]))
  }
  if (type === 'array' || here.items !== undefined) return listFor(here, root, depth)
  return plainValue(type, here)
}

function resolve(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#/')) return root
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => objectOf(value)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
}

function listFor(schema: Schema, root: Schema, depth: number): unknown[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => valueFor(item, root, depth + 1))
  const least = typeof schema.minItems === 'number' ? schema.minItems : 1
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY
  const item = objectOf(schema.items)
  const id = objectOf(objectOf(item.properties).id)
  const ids = Array.isArray(id.enum) ? id.enum : undefined
  const length = Math.min(most, Math.max(least, ids?.length ?? 1))
  return Array.from({ length }, (_, index) => {
    const value = valueFor(item, root, depth + 1)
    if (Object.keys(id).length === 0 || id.const !== undefined) return value
    const number = id.type === 'integer' || id.type === 'number' ? index + 1 : String(index + 1)
    return { ...objectOf(value), id: ids?.[index] ?? number }
  })
}

function plainValue(type: unknown, schema: Schema): unknown {
  switch (type) {
    case 'integer':
    case 'number': {
      const least = typeof schema.minimum === 'number' ? schema.minimum : 1
      return typeof schema.maximum === 'number' ? Math.min(least, schema.maximum) : least
    }
    case 'boolean':
      return true
    case 'null':
      return null
    default: {
      const text = 'scripted'
      const least = typeof schema.minLength === 'number' ? schema.minLength : 0
      const most = typeof schema.maxLength === 'number' ? schema.maxLength : text.length
      return text.padEnd(least, '.').slice(0, Math.max(least, most))
    }
  }
}

/** The JSON Schema of a request, also when it only stands as text in the prompt; undefined without one. */
export function schemaOf(request: ServedRequest): Schema | undefined {
  if (request.jsonSchema !== undefined) return request.jsonSchema
  for (const message of request.messages) {
    for (const start of SCHEMA_STARTS) {
      const at = message.content.indexOf(start)
      const found = at < 0 ? undefined : parseFrom(message.content, at)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The JSON object that begins at a place of a text. */
function parseFrom(text: string, at: number): Schema | undefined {
  for (let end = text.lastIndexOf('}'); end > at; end = text.lastIndexOf('}', end - 1)) {
    try {
      return objectOf(JSON.parse(text.slice(at, end + 1)))
    } catch {}
  }
  return undefined
}

/** A word in quotation marks, as closed questions name their answers. */
const QUOTED = /["“「『]([^"“”「」『』\n]{1,24})["”」』]/g
/** Usual answers of closed questions that name them without quotation marks. */
const USUAL =
  /\b(?:yes|no|true|false|unknown|unclear|supported|contradicted|useful|useless|relevant|irrelevant|correct|incorrect|right|wrong)\b|是|否|正确|正確|错误|錯誤|未知/gi

/**
 * Probabilities for the answer to a one-word question: .9 for the first word, the rest shared by the others. Without `words`
 * they are those in quotation marks in the last line of the prompt or the first line of its first message, else the usual
 * answers that stand at its end, in its order, else `Yes` and `No`.
 */
export function wordProbabilities(request: ServedRequest, words?: readonly string[]): Record<string, number> {
  const named = words ?? namedWords(request)
  const [first = 'Yes', ...others] = named.length > 1 ? named : ['Yes', 'No']
  const share = others.length === 0 ? 0 : 0.1 / others.length
  return Object.fromEntries([[first, others.length === 0 ? 1 : 0.9], ...others.map((word) => [word, share])])
}

function namedWords({ messages, prompt }: ServedRequest): string[] {
  const last = prompt.trimEnd()
  const lines = [last.slice(last.lastIndexOf('\n') + 1), messages[0]?.content.trimStart().split('\n', 1)[0] ?? '']
  for (const line of lines) {
    const quoted = [...new Set(Array.from(line.matchAll(QUOTED), ([, word]) => word ?? ''))]
    if (quoted.length > 1) return quoted
  }
  return [...new Set(last.slice(-400).match(USUAL) ?? [])]
}

/** Candidates for the first token, likeliest first, from probabilities by word. */
export function candidates(probabilities: Readonly<Record<string, number>>): TokenProbability[] {
  return Object.entries(probabilities)
    .map(([token, probability]) => ({ token, logprob: Math.log(Math.max(probability, 1e-30)) }))
    .sort((a, b) => b.logprob - a.logprob)
}

const DIMENSIONS = 32

/** A vector of length 1 that depends on a text's words alone: texts that share words lie close together. */
export function defaultVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[a-z0-9]+|[^\s\x00-\x7f]/gu) ?? []) {
    let hash = 2166136261
    for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 16777619)
    const at = (hash >>> 0) % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + 1
  }
  const norm = Math.hypot(...vector)
  return norm === 0 ? vector.fill(1 / Math.sqrt(DIMENSIONS)) : vector.map((value) => value / norm)
}
