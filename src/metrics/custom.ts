import { RagstoneError } from '../core/errors.ts'
import { checkDefinition } from './definition.ts'
import type { AnyMetric } from './metric.ts'
import { builtInMetrics } from './registry.ts'

/**
 * The metrics among the exports of a user's module: every export made by defineMetric, also in a list or record that is
 * the default export. Other exports are passed over. Refused with a RagstoneError: a metric with a missing or wrong part
 * (`bad_metric_definition`, naming the export), a name that a built-in metric or another export has (`metric_name_taken`),
 * a module without any metric (`no_metrics`). `place` says where the module is.
 */
export function readCustomMetrics(exports: Readonly<Record<string, unknown>>, place: string): AnyMetric[] {
  const metrics = new Map<string, { metric: AnyMetric; export: string }>()
  for (const [name, value] of candidates(exports)) {
    checkDefinition(value, `${place}: the export "${name}"`)
    const before = metrics.get(value.name)
    if (before?.metric === value) continue
    const taken = Object.hasOwn(builtInMetrics, value.name)
      ? 'a built-in metric'
      : before && `the export "${before.export}"`
    if (taken !== undefined) {
      const message = `${place}: the export "${name}" is named "${value.name}", as ${taken} is`
      throw new RagstoneError('metric_name_taken', message, { hint: 'give it a name of its own' })
    }
    metrics.set(value.name, { metric: value, export: name })
  }
  if (metrics.size === 0) {
    throw new RagstoneError('no_metrics', `${place} exports no metric`, {
      hint: 'export const tone = defineMetric({...}), with defineMetric from ragstone/metrics',
    })
  }
  return [...metrics.values()].map(({ metric }) => metric)
}

/** Exports that look like metrics, with the name by which the user knows them. */
function candidates(exports: Readonly<Record<string, unknown>>): [string, object][] {
  const found: [string, unknown][] = []
  for (const [name, value] of Object.entries(exports)) {
    if (name !== 'default' || looksLikeMetric(value) || typeof value !== 'object' || value === null)
      found.push([name, value])
    else
      for (const [key, inner] of Object.entries(value))
        found.push([Array.isArray(value) ? `default[${key}]` : key, inner])
  }
  return found.filter((entry): entry is [string, object] => looksLikeMetric(entry[1]))
}

/** Has a score function, or at least two of the parts that only a metric has; so a forgotten `score` is named, not passed over. */
function looksLikeMetric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('score' in value && typeof value.score === 'function') return true
  return ['needs', 'range', 'direction', 'scale', 'uses'].filter((part) => part in value).length >= 2
}
