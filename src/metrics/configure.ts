import type { MetricEntry } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import { canonicalJson } from '../core/hash.ts'
import { suggest } from '../core/nearest.ts'
import { checkDefinition } from './definition.ts'
import { type AnyMetric, type ConfiguredMetric, versionWith } from './metric.ts'
import { optionNames, parseOptions } from './options.ts'
import { promptsVersion } from './prompts/version.ts'
import { builtInMetrics, isBuiltIn } from './registry.ts'

/** A metric as it is asked for: `ndcg@10`, a name with options, or a definition made by defineMetric. */
export type MetricRequest = Exclude<MetricEntry, { module: string }> | AnyMetric

export interface ConfigureOptions {
  /** Metrics of the user's own that entries may name. */
  custom?: readonly AnyMetric[]
  /** The configuration's refusal phrases: they are part of the version of the metrics that read them. */
  refusalPhrases?: readonly string[]
}

/**
 * Turns the `metrics` of a configuration into metrics that can score. Refused with a RagstoneError: an unknown name
 * (`unknown_metric`, with the nearest known one), `@k` where a metric has no k or k is no whole number from 1
 * (`bad_metric_k`), an unknown or wrong option (`unknown_metric_option`, `bad_metric_option`), the same name twice
 * (`duplicate_metric`).
 */
export function configureMetrics(
  entries: readonly MetricRequest[],
  options: ConfigureOptions = {},
): ConfiguredMetric[] {
  const known = new Map(Object.entries(builtInMetrics))
  for (const metric of options.custom ?? []) known.set(metric.name, metric)
  const configured = new Map<string, ConfiguredMetric>()
  for (const entry of entries) {
    const metric = configureMetric(readEntry(entry, known), options.refusalPhrases)
    if (configured.has(metric.name)) {
      throw new RagstoneError('duplicate_metric', `the metric "${metric.name}" is listed twice`, {
        hint: 'remove one; the same metric with another k has another name, for example hit_rate@3 and hit_rate@5',
      })
    }
    configured.set(metric.name, metric)
  }
  return [...configured.values()]
}

interface Request {
  definition: AnyMetric
  /** As the user wrote it. */
  written: string
  k: number | undefined
  given: Record<string, unknown>
}

function readEntry(entry: MetricRequest, known: ReadonlyMap<string, AnyMetric>): Request {
  if (isDefinition(entry)) {
    checkDefinition(entry, `metric "${String(entry.name)}"`)
    return { definition: entry, written: entry.name, k: undefined, given: {} }
  }
  if (typeof entry === 'string') return { ...findMetric(entry, known), given: {} }
  const keys = Object.keys(entry)
  const [name = ''] = keys
  if (typeof entry.name === 'string') {
    throw new RagstoneError(
      'unsupported_metric',
      `the metric "${entry.name}" is defined by criteria: such metrics are not part of this version yet`,
      {
        hint: 'write it with defineMetric, which hands it the judge, in a file that `metrics` names: docs/library.md, "A metric that asks a judge"',
      },
    )
  }
  if (keys.length !== 1) {
    throw new RagstoneError('bad_metric', `an entry of metrics names ${keys.length} metrics (${keys.join(', ')})`, {
      hint: 'give each metric an entry of its own: a name, or {name: {option: value}}',
    })
  }
  return { ...findMetric(name, known), given: { ...(entry as Record<string, Record<string, unknown>>)[name] } }
}

function isDefinition(entry: MetricRequest): entry is AnyMetric {
  return typeof entry === 'object' && 'score' in entry && typeof entry.score === 'function'
}

function findMetric(written: string, known: ReadonlyMap<string, AnyMetric>): Omit<Request, 'given'> {
  const at = written.indexOf('@')
  const name = at === -1 ? written : written.slice(0, at)
  const definition = known.get(name)
  if (definition === undefined) {
    throw new RagstoneError('unknown_metric', `unknown metric "${written}"`, { hint: suggest(name, [...known.keys()]) })
  }
  if (at === -1) return { definition, written, k: undefined }
  if (definition.atK !== true) {
    const withK = [...known.values()].filter((metric) => metric.atK === true).map((metric) => metric.name)
    throw new RagstoneError('bad_metric_k', `"${written}": the metric ${name} takes no @k`, {
      hint: `write ${name}; metrics with @k: ${withK.join(', ')}`,
    })
  }
  return { definition, written, k: readK(written, written.slice(at + 1)) }
}

function readK(written: string, text: string): number {
  const k = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(k)) return k
  throw badK(written, text)
}

function badK(written: string, value: unknown): RagstoneError {
  return new RagstoneError('bad_metric_k', `"${written}": k must be a whole number from 1, not "${String(value)}"`, {
    hint: 'for example hit_rate@3',
  })
}

function configureMetric(request: Request, refusalPhrases: readonly string[] | undefined): ConfiguredMetric {
  const { definition, written, k } = request
  const given = { ...request.given }
  if (k !== undefined) {
    if (given.k !== undefined && given.k !== k) {
      throw new RagstoneError('bad_metric_k', `"${written}" is given another k (${String(given.k)}) as an option`, {
        hint: `remove the option k, or write ${definition.name}`,
      })
    }
    given.k = k
  }
  checkNames(definition, given)
  if (definition.atK === true && given.k !== undefined && !isWhole(given.k)) throw badK(definition.name, given.k)
  const options = parseOptions(definition, given)
  const differing = withoutDefaults(definition, given, options)
  return {
    name: given.k === undefined || definition.atK !== true ? definition.name : `${definition.name}@${String(given.k)}`,
    version: versionWith(definition, differing, {
      refusalPhrases,
      prompts: isBuiltIn(definition) && definition.uses.includes('judge') ? promptsVersion() : undefined,
    }),
    definition,
    options,
    given: differing,
  }
}

function isWhole(k: unknown): boolean {
  return typeof k === 'number' && Number.isSafeInteger(k) && k >= 1
}

function checkNames(definition: AnyMetric, given: Record<string, unknown>): void {
  const names = optionNames(definition)
  if (names === undefined) return
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new RagstoneError('unknown_metric_option', `the metric ${definition.name} has no option "${unknown}"`, {
    hint: names.length === 0 ? 'it takes no options' : suggest(unknown, names),
  })
}

/** The given options that change anything: those whose value is not the default. */
function withoutDefaults(
  definition: AnyMetric,
  given: Record<string, unknown>,
  options: unknown,
): Record<string, unknown> {
  const defaults = definition.options?.safeParse({})
  const usual = defaults?.success === true ? (defaults.data as Record<string, unknown>) : {}
  const used = options as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(given)
      .filter((name) => canonicalJson(used[name]) !== canonicalJson(usual[name]))
      .map((name) => [name, used[name]]),
  )
}
