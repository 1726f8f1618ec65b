import { z } from 'zod'
import {
  type Config,
  configSchema,
  METRIC_ENTRY_SCHEMAS,
  type MetricEntry,
  SYSTEM_KINDS,
  SYSTEM_SCHEMAS,
  type SystemConfig,
} from '../core/config.ts'
import { nearest } from '../core/nearest.ts'
import { isMap, type KeyPath } from './key-path.ts'
import { type Problem, problemAt } from './problem.ts'
import { issueProblems } from './sentences.ts'
import type { Source } from './source.ts'

/** Checks every key of a configuration and fills in defaults. `source` holds the values as written, for messages. */
export function validate(value: unknown, source: Source): { config: Config } | { problems: Problem[] } {
  if (!isMap(value)) {
    const empty = value === null || value === undefined
    const text = empty ? 'the file is empty' : 'the file must be a map of keys, such as `test_set: test_set.yaml`'
    return { problems: [{ code: 'config_invalid', text, hint: '`ragstone init` writes a configuration that works' }] }
  }
  const problems: Problem[] = []
  const top = parse(topSchema(), value, [], source, problems)
  const system = value.system === undefined ? undefined : parseSystem(value.system, source, problems)
  const metrics = Array.isArray(value.metrics)
    ? value.metrics.map((entry, index) => parseMetric(entry, ['metrics', index], source, problems))
    : []
  if (problems.length > 0 || top === undefined) return { problems }
  const { system: _system, ...rest } = top
  const config = { ...rest, metrics: metrics.filter((entry) => entry !== undefined) }
  return { config: system === undefined ? config : { ...config, system } }
}

/** The configuration's schema with its unions left open: each is checked by itself, so that messages are precise. */
function topSchema() {
  return configSchema.extend({ system: z.unknown().optional(), metrics: z.array(z.unknown()).default([]) })
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  path: KeyPath,
  source: Source,
  problems: Problem[],
): T | undefined {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  problems.push(...issueProblems(result.error.issues, { schema, path, source }))
  return undefined
}

function parseSystem(system: unknown, source: Source, problems: Problem[]): SystemConfig | undefined {
  const path = ['system']
  const fail = (text: string, hint: string) => {
    problems.push(problemAt(source, path, 'key', { code: 'config_invalid', text, hint }))
    return undefined
  }
  if (!isMap(system))
    return fail(
      `system must be a map with one of ${SYSTEM_KINDS.join(', ')}`,
      'for example {command: [python3, rag.py]}',
    )
  const [kind, second] = SYSTEM_KINDS.filter((name) => Object.hasOwn(system, name))
  if (kind === undefined) {
    const meant = Object.keys(system).flatMap((key) => nearest(key, SYSTEM_KINDS) ?? [])[0]
    return fail(
      `system has none of ${SYSTEM_KINDS.join(', ')}; it needs exactly one`,
      meant === undefined ? 'for example `command: [python3, rag.py]`' : `did you mean "${meant}"?`,
    )
  }
  if (second !== undefined) {
    const given = SYSTEM_KINDS.filter((name) => Object.hasOwn(system, name))
    return fail(
      `system has ${given.join(' and ')}; it needs exactly one of ${SYSTEM_KINDS.join(', ')}`,
      'remove all but one',
    )
  }
  return parse<SystemConfig>(SYSTEM_SCHEMAS[kind], system, path, source, problems)
}

function parseMetric(entry: unknown, path: KeyPath, source: Source, problems: Problem[]): MetricEntry | undefined {
  if (typeof entry === 'string') return parse<MetricEntry>(METRIC_ENTRY_SCHEMAS.name, entry, path, source, problems)
  const fail = (text: string, hint?: string) => {
    problems.push(problemAt(source, path, 'value', { code: 'config_invalid', text, hint }))
    return undefined
  }
  const at = `metrics[${String(path.at(-1))}]`
  if (!isMap(entry)) return fail(`${at} must be the name of a metric, or a map of its name to options`)
  if (Object.hasOwn(entry, 'module'))
    return parse<MetricEntry>(METRIC_ENTRY_SCHEMAS.module, entry, path, source, problems)
  if (Object.hasOwn(entry, 'name') || Object.hasOwn(entry, 'criteria')) {
    return parse<MetricEntry>(METRIC_ENTRY_SCHEMAS.criteria, entry, path, source, problems)
  }
  const [name, second] = Object.keys(entry)
  if (name === undefined) return fail(`${at} is empty`)
  if (second !== undefined) {
    const names = Object.keys(entry)
    return fail(
      `${at} names ${names.length} metrics (${names.slice(0, 5).join(', ')}); each needs a line of its own`,
      `write \`- ${second}\` on a new line; options are indented below the metric`,
    )
  }
  if (entry[name] === null) return fail(`${at}.${name} has no options`, `write \`- ${name}\` without the colon`)
  return parse<MetricEntry>(METRIC_ENTRY_SCHEMAS.options, entry, path, source, problems)
}
