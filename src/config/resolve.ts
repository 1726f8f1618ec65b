import { isAbsolute, resolve } from 'node:path'
import type { Config } from '../core/config.ts'
import { suggest } from '../core/nearest.ts'
import type { ResolvedConfiguration } from '../core/run.ts'
import { formatKeyPath, valueAt } from './key-path.ts'
import type { OriginOf } from './origins.ts'
import { type Problem, problemAt } from './problem.ts'
import type { Source } from './source.ts'

/** The one configuration of a file that names none. */
const DEFAULT_CONFIGURATION = 'base'

/** An absolute path; a relative one starts at the folder of the configuration file. Addresses stay as they are. */
export function resolvePath(loaded: { folder: string }, path: string): string {
  if (/^postgres(ql)?:\/\//i.test(path) || isAbsolute(path)) return path
  return resolve(loaded.folder, path)
}

/**
 * Writes out what each configuration inherits. A setting replaces the inherited one of the same name whole: a nested map
 * is not merged. The order is that of the file; inherited settings come first.
 */
export function resolveConfigurations(
  configurations: Config['configurations'],
  source: Source,
  originOf: OriginOf,
): { resolved: ResolvedConfiguration[]; problems: Problem[] } {
  if (configurations === undefined) {
    return { resolved: [{ name: DEFAULT_CONFIGURATION, settings: {}, origin: {}, extends: [] }], problems: [] }
  }
  const names = source.keysOf(['configurations'])
  if (names.length === 0) {
    const text = 'configurations is empty'
    const hint = 'give at least one, or remove the key: the system is then asked once, without settings'
    return {
      resolved: [],
      problems: [problemAt(source, ['configurations'], 'key', { code: 'config_invalid', text, hint })],
    }
  }
  const problems = names.flatMap((name) => baseProblem(name, configurations, source) ?? [])
  if (problems.length > 0) return { resolved: [], problems }
  return { resolved: names.map((name) => resolveOne(name, configurations, source, originOf)), problems }
}

type Configurations = NonNullable<Config['configurations']>

/** The base that a configuration names; a name that looks like a number needs no quotes. */
function baseOf(name: string, configurations: Configurations): unknown {
  const settings = configurations[name]
  const base = settings?.extends
  return typeof base === 'number' ? String(base) : base
}

/** What is wrong with the base of one configuration. A cycle is reported once, at its first name in the file. */
function baseProblem(name: string, configurations: Configurations, source: Source): Problem | undefined {
  const base = baseOf(name, configurations)
  const path = ['configurations', name, 'extends']
  const at = formatKeyPath(path)
  const known = source.keysOf(['configurations'])
  if (base === undefined) return undefined
  if (typeof base !== 'string') {
    return problemAt(source, path, 'value', {
      code: 'config_invalid',
      text: `${at} must be the name of one configuration`,
    })
  }
  if (!Object.hasOwn(configurations, base)) {
    const text = `${at} names "${valueAt(source.value, path)}", and there is no such configuration`
    const others = known.filter((other) => other !== name)
    const hint = others.length === 0 ? undefined : suggest(base, others)
    return problemAt(source, path, 'value', { code: 'unknown_configuration', text, hint })
  }
  const cycle = cycleFrom(name, configurations)
  if (cycle === undefined || cycle.some((other) => known.indexOf(other) < known.indexOf(name))) return undefined
  const text = `${at}: the configurations extend each other in a circle: ${[...cycle, name].join(' -> ')}`
  return problemAt(source, path, 'value', { code: 'config_cycle', text, hint: 'one of them must not extend another' })
}

/** The names from a configuration along its bases back to itself, or undefined when it does not come back. */
function cycleFrom(name: string, configurations: Configurations): string[] | undefined {
  const seen = new Set<string>()
  let current: unknown = name
  while (typeof current === 'string' && !seen.has(current)) {
    seen.add(current)
    current = baseOf(current, configurations)
  }
  return current === name ? [...seen] : undefined
}

function resolveOne(
  name: string,
  configurations: Configurations,
  source: Source,
  originOf: OriginOf,
): ResolvedConfiguration {
  const chain = [name]
  for (let base = baseOf(name, configurations); typeof base === 'string'; base = baseOf(base, configurations))
    chain.push(base)
  const settings = new Map<string, unknown>()
  const origin = new Map<string, string>()
  for (const current of chain.toReversed()) {
    const own = configurations[current] ?? {}
    for (const key of source.keysOf(['configurations', current])) {
      if (key === 'extends') continue
      settings.set(key, own[key])
      origin.set(key, originOf(['configurations', current, key]))
    }
  }
  return { name, settings: Object.fromEntries(settings), origin: Object.fromEntries(origin), extends: chain.slice(1) }
}
