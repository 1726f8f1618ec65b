import type { Environment, Reference } from './environment.ts'
import { formatKeyPath, isMap, type KeyPath, valueAt } from './key-path.ts'
import type { Source } from './source.ts'

/**
 * Where a value came from: `ragstone.yaml:12`, `environment NAME (ragstone.yaml:12)` (`NAME from .env` when only that file
 * has it), or `default`. Never the value of a variable.
 */
export type OriginOf = (path: KeyPath) => string

/** The origin of values of one configuration file. */
export function originsIn(
  source: Source,
  references: ReadonlyMap<string, Reference>,
  environment: Environment,
): OriginOf {
  return (path) => {
    const value = valueAt(source.value, path)
    if (value === undefined) return 'default'
    const place = source.placeOf(path, 'value')
    const at = place === undefined ? source.name : `${source.name}:${place.line}`
    const own = references.get(formatKeyPath(path))?.names ?? []
    const names = typeof value === 'object' ? referencesBelow(references, path) : own
    if (names.length === 0) return at
    const from = names.map((name) => (environment.process[name] === undefined ? `${name} from .env` : name))
    return `environment ${from.join(', ')} (${at})`
  }
}

/** The variables that a map or list refers to anywhere inside. */
function referencesBelow(references: ReadonlyMap<string, Reference>, path: KeyPath): string[] {
  const at = formatKeyPath(path)
  const names = new Set<string>()
  for (const [key, reference] of references) {
    if (key.startsWith(`${at}.`) || key.startsWith(`${at}[`)) for (const name of reference.names) names.add(name)
  }
  return [...names]
}

/** The origin of every single value, by key path; maps and lists count only when they are empty. */
export function allOrigins(value: unknown, originOf: OriginOf, path: KeyPath = []): Record<string, string> {
  const origins: [string, string][] = []
  const visit = (current: unknown, at: KeyPath) => {
    const inner: [string | number, unknown][] = Array.isArray(current)
      ? [...current.entries()]
      : isMap(current)
        ? Object.entries(current)
        : []
    if (inner.length === 0) origins.push([formatKeyPath(at), originOf(at)])
    for (const [key, item] of inner) visit(item, [...at, key])
  }
  visit(value, path)
  return Object.fromEntries(origins)
}
