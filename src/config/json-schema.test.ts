import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configJsonSchema } from './json-schema.ts'

/** JSON Schema as far as the configuration's one uses it; an unknown keyword is an error, so that none goes unchecked. */
const KNOWN = new Set([
  '$schema',
  'title',
  'description',
  'examples',
  'default',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'anyOf',
  'enum',
  'minLength',
  'pattern',
  'minItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
])

type Node = Record<string, unknown>

function* nodes(node: Node, path = ''): Generator<[string, Node]> {
  yield [path, node]
  for (const [key, inner] of Object.entries((node.properties as Record<string, Node>) ?? {}))
    yield* nodes(inner, `${path}.${key}`)
  for (const option of (node.anyOf as Node[]) ?? []) yield* nodes(option, path)
  for (const key of ['items', 'additionalProperties'] as const) {
    if (typeof node[key] === 'object') yield* nodes(node[key] as Node, `${path}[]`)
  }
}

const schema = configJsonSchema() as Node
const published = z.fromJSONSchema(schema as never)
const accepts = (yaml: string) => published.safeParse(parse(yaml)).success

describe('the published JSON Schema', () => {
  it('accepts the example of the interface', () => {
    expect(
      accepts(`
name: handbook-assistant
test_set: test_set.yaml
system: {command: [python3, rag.py], concurrency: 2, timeout_s: 60}
configurations:
  base:    {top_k: 3, prompt: plain}
  top_k_6: {extends: base, top_k: 6}
metrics:
  - hit_rate@3
  - context_precision: {chunks_per_call: 4}
  - name: tone
    criteria: {friendly: "0-10: warm, no blame"}
judge: {provider: ollama, model: "qwen2.5:7b-instruct", language: auto}
embeddings: {provider: ollama, model: "bge-m3"}
repeats: 1
gates: ["hit_rate@3 >= 0.90"]
budget: {calls: 2000, cost_usd: 5}
store: .ragstone/ragstone.db
`),
    ).toBe(true)
  })

  it.each([
    'nam: x',
    'system: {module: a, concurency: 2}',
    'system: {http: {url: a, header: {}}}',
    'system: {comand: [a]}',
    'budget: {call: 1}',
    'metrics: [{module: a, metrik: b}]',
  ])('refuses an unknown key: %s', (yaml) => {
    expect(accepts(yaml)).toBe(false)
  })

  it.each(['repeats: 0', 'system: {module: a, concurrency: two}', 'configurations: {"a|b": {}}', 'metrics: mrr'])(
    'refuses a wrong value: %s',
    (yaml) => {
      expect(accepts(yaml)).toBe(false)
    },
  )

  it('needs nothing: every key of the top has a default or may be absent', () => {
    expect(accepts('{}')).toBe(true)
  })

  it('has a title and a description for every key', () => {
    for (const [path, node] of nodes(schema)) {
      for (const [key, inner] of Object.entries((node.properties as Record<string, Node>) ?? {})) {
        expect(inner.title, `${path}.${key}`).toBeTypeOf('string')
        expect(inner.description, `${path}.${key}`).toBeTypeOf('string')
      }
    }
  })

  it('uses only what every editor understands', () => {
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#')
    for (const [path, node] of nodes(schema)) {
      expect(
        Object.keys(node).filter((keyword) => !KNOWN.has(keyword)),
        path,
      ).toEqual([])
    }
  })

  it('names metrics by examples and not by a closed list', () => {
    const metric = [...nodes(schema)].find(([path, node]) => path === '.metrics[]' && node.type === 'string')?.[1]
    expect(metric?.examples).toContain('hit_rate@3')
    expect(metric?.enum).toBeUndefined()
  })
})
