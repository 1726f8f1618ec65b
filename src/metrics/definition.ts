import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import { ALWAYS_PRESENT, type OptionalField } from '../core/sample.ts'
import { DIRECTIONS } from '../core/score.ts'
import type { AnyMetric } from './metric.ts'

/** The fields that a metric may name in `needs`. The type makes a forgotten one a compile error. */
const FIELDS: Record<OptionalField, true> = {
  reference: true,
  reference_contexts: true,
  reference_context_ids: true,
  expected_sources: true,
  relevance: true,
  rubrics: true,
  response: true,
  retrieved_contexts: true,
  latency_ms: true,
  usage: true,
  error: true,
}
const OPTIONAL_FIELDS = Object.keys(FIELDS) as OptionalField[]

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isOneOf =
  (names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && names.includes(value)
const isListOf =
  (names: readonly string[]) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isOneOf(names))

/** Each part of a definition with what it must be, in words and as a check. `undefined` passes where the part is optional. */
const PARTS: Record<string, { must: string; optional?: true; check: (value: unknown) => boolean }> = {
  name: {
    must: 'a name of small letters, digits and underscores',
    check: (value) => typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value),
  },
  version: {
    must: 'a whole number from 1',
    check: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1,
  },
  stage: { must: 'retrieval, generation or cost', check: isOneOf(['retrieval', 'generation', 'cost']) },
  summary: { must: 'one sentence', check: isText },
  uses: { must: 'a list of judge and embeddings, or []', check: isListOf(['judge', 'embeddings']) },
  direction: { must: DIRECTIONS.join(', '), check: isOneOf(DIRECTIONS) },
  range: { must: '[lowest, highest]', check: isRange },
  scale: { must: 'binary, ratio or number', check: isOneOf(['binary', 'ratio', 'number']) },
  unit: { must: 'a text', optional: true, check: isText },
  needs: { must: 'a list of field names', check: isListOfFields },
  needsAny: {
    must: 'a list of lists of field names',
    optional: true,
    check: (value) => Array.isArray(value) && value.every((group) => isListOfFields(group) && group.length > 0),
  },
  reads: { must: 'a list of field names', optional: true, check: isListOfFields },
  options: {
    must: 'a zod schema',
    optional: true,
    check: (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === 'function',
  },
  naiveCalls: { must: 'a function', optional: true, check: (value) => typeof value === 'function' },
  score: { must: 'a function', check: (value) => typeof value === 'function' },
}

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [low, high] = value as unknown[]
  return typeof low === 'number' && typeof high === 'number' && low < high
}

function isListOfFields(value: unknown): value is string[] {
  return isListOf(OPTIONAL_FIELDS)(value)
}

/**
 * Refuses a metric's definition that lacks a part or has a wrong one: a RagstoneError `bad_metric_definition` that names
 * `place` (where the metric comes from) and the part. Type checks catch most of this, but modules may be plain JavaScript.
 */
export function checkDefinition(value: object, place: string): asserts value is AnyMetric {
  const parts = value as Record<string, unknown>
  for (const [part, { must, optional, check }] of Object.entries(PARTS)) {
    const given = parts[part]
    if (given === undefined && optional === true) continue
    if (check(given)) continue
    const wrong = given === undefined ? `has no ${part}` : `has a wrong ${part}`
    throw new RagstoneError('bad_metric_definition', `${place} ${wrong}; it must be ${must}`, {
      hint: fieldHint(part, given) ?? 'make metrics with defineMetric of ragstone/metrics',
    })
  }
}

function fieldHint(part: string, given: unknown): string | undefined {
  if (!['needs', 'needsAny', 'reads'].includes(part) || !Array.isArray(given)) return undefined
  const wrong = given.flat().find((name) => !OPTIONAL_FIELDS.includes(name as OptionalField))
  if (typeof wrong !== 'string') return undefined
  if ((ALWAYS_PRESENT as readonly string[]).includes(wrong)) return `"${wrong}" is always present; do not list it`
  return `"${wrong}" is no field; ${suggest(wrong, OPTIONAL_FIELDS)}`
}
