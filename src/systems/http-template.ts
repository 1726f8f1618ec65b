import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { SystemRequest } from './system.ts'

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g
const WHOLE = /^\{\{\s*([^{}]*?)\s*\}\}$/

/** What a placeholder may name, beside `settings.NAME` for one setting. */
const NAMES = ['user_input', 'id', 'repeat', 'configuration.name', 'settings'] as const

/** An address, or a JSON value whose strings hold placeholders, filled in for a request. */
export interface Template<T> {
  /** The placeholders in it. */
  names: readonly string[]
  fill(request: SystemRequest): T
}

/**
 * A JSON template: a string that is one placeholder becomes the value with its type (a number stays a number), a
 * placeholder inside a longer string becomes its text. Throws for a placeholder that nothing can fill.
 */
export function jsonTemplate(body: unknown): Template<unknown> {
  const names: string[] = []
  const check = (node: unknown): void => {
    if (typeof node === 'string') names.push(...placeholdersOf(node, 'http.body'))
    else if (typeof node === 'object' && node !== null) for (const entry of Object.values(node)) check(entry)
  }
  check(body)
  const fill = (node: unknown, request: SystemRequest): unknown => {
    if (typeof node === 'string') {
      const whole = WHOLE.exec(node)?.[1]
      if (whole !== undefined) return placedValue(whole, request)
      return node.replace(PLACEHOLDER, (_, name: string) => textOf(placedValue(name, request)))
    }
    if (Array.isArray(node)) return node.map((entry) => fill(entry, request))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, entry]) => [key, fill(entry, request)]))
  }
  return { names, fill: (request) => fill(body, request) }
}

/** An address with placeholders in its path or query, where they are filled in encoded; never in its host. */
export function urlTemplate(url: string): Template<URL> {
  const names = placeholdersOf(url, 'http.url')
  const host = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? url
  if (host.includes('{{')) {
    throw new RagstoneError('bad_url', 'http.url must not hold a placeholder in its host', {
      hint: 'placeholders may stand in the path and the query',
    })
  }
  const parsed = parseUrl(url.replace(PLACEHOLDER, '0'))
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new RagstoneError('bad_url', `http.url must begin with http:// or https://, not ${parsed.protocol}`)
  }
  const fill = (request: SystemRequest) =>
    new URL(
      url.replace(PLACEHOLDER, (_, name: string) =>
        encodeURIComponent(textOf(placedValue(name, request)).toWellFormed()),
      ),
    )
  return { names, fill }
}

function parseUrl(url: string): URL {
  try {
    return new URL(url)
  } catch (cause) {
    throw new RagstoneError('bad_url', 'http.url is not an address', {
      hint: 'write it whole, for example http://127.0.0.1:8000/ask',
      cause,
    })
  }
}

function placeholdersOf(text: string, where: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  for (const name of names) {
    if ((NAMES as readonly string[]).includes(name) || /^settings(\.[^.]+)+$/.test(name)) continue
    throw new RagstoneError('unknown_placeholder', `${where}: unknown placeholder {{${name}}}`, {
      hint: suggest(name, [...NAMES, 'settings.NAME']),
    })
  }
  return names
}

function placedValue(name: string, request: SystemRequest): unknown {
  if (name === 'user_input') return request.user_input
  if (name === 'id') return request.id
  if (name === 'repeat') return request.repeat
  if (name === 'configuration.name') return request.configuration.name
  const { settings } = request.configuration
  if (name === 'settings') return settings
  return settingOf(name.split('.').slice(1), settings, request.configuration.name)
}

function settingOf(path: readonly string[], settings: Record<string, unknown>, configuration: string): unknown {
  let value: unknown = settings
  for (const [depth, key] of path.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw missingSetting(path, depth, value, configuration)
    }
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function missingSetting(path: readonly string[], depth: number, around: unknown, configuration: string): RagstoneError {
  const name = path.join('.')
  const keys = typeof around === 'object' && around !== null ? Object.keys(around) : []
  const known = keys.map((key) => [...path.slice(0, depth), key].join('.'))
  const wanted = path.slice(0, depth + 1).join('.')
  return new RagstoneError(
    'missing_setting',
    `configuration "${configuration}" has no setting ${name}, which http names as {{settings.${name}}}`,
    {
      hint:
        known.length === 0
          ? 'give every configuration a value for it, below its name in `configurations`'
          : `give every configuration a value for it; ${suggest(wanted, known)}`,
    },
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
