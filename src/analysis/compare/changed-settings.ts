import { canonicalJson } from '../../core/hash.ts'

/** A setting in which two configurations differ. Nested keys are written with dots; a value that is absent there is unset. */
export interface ChangedSetting {
  factor: string
  a?: unknown
  b?: unknown
}

/**
 * Settings by dotted key: `{index: {size: 400}}` gives `index.size`. Lists and empty maps are values, and are never taken apart;
 * a dot within a key is doubled, so that no two settings share a name.
 */
export function flatSettings(settings: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    const inner = isMap(value) ? Object.entries(value) : []
    if (inner.length === 0) flat.set(path, value)
    else for (const [key, own] of inner) walk(own, `${path}.${written(key)}`)
  }
  for (const [key, value] of Object.entries(settings)) walk(value, written(key))
  return flat
}

/** What differs between two configurations, from their settings alone: names play no part. Sorted by key. */
export function changedSettings(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): ChangedSetting[] {
  return changedValues(flatSettings(a), flatSettings(b))
}

/** The same of settings that are flat already. */
function changedValues(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): ChangedSetting[] {
  return [...new Set([...a.keys(), ...b.keys()])].sort().flatMap((factor) => {
    if (levelOf(a, factor) === levelOf(b, factor)) return []
    return [
      {
        factor,
        ...(a.has(factor) ? { a: a.get(factor) } : {}),
        ...(b.has(factor) ? { b: b.get(factor) } : {}),
      },
    ]
  })
}

/** A value as text that is equal for equal values; a setting that is absent is `unset`, which no value is. */
function levelOf(flat: ReadonlyMap<string, unknown>, factor: string): string {
  return flat.has(factor) ? canonicalJson(flat.get(factor)) : 'unset'
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const written = (key: string) => key.replaceAll('.', '..')
