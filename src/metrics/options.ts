import { RagstoneError } from '../core/errors.ts'
import type { AnyMetric } from './metric.ts'

/** The names of a metric's options; undefined when its schema does not tell. */
export function optionNames(definition: AnyMetric): string[] | undefined {
  if (definition.options === undefined) return []
  const { shape } = definition.options as { shape?: unknown }
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : undefined
}

/** The options with defaults filled in. Wrong values are a RagstoneError `bad_metric_option` naming metric and option. */
export function parseOptions(definition: AnyMetric, given: Record<string, unknown>): unknown {
  const schema = definition.options
  if (schema === undefined) return {}
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const place = [definition.name, ...issue.path].join('.')
    return `${place}: ${issue.message}`
  })
  throw new RagstoneError('bad_metric_option', problems[0] ?? `${definition.name}: the options do not fit`, {
    hint: `options of ${definition.name}: ${optionNames(definition)?.join(', ') || 'see its documentation'}`,
    details: problems.slice(1),
  })
}
