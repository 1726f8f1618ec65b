import { validateHeaderName, validateHeaderValue } from 'node:http'
import { RagstoneError } from '../../core/errors.ts'
import { OPEN_HEADER } from '../../core/hide-secrets.ts'
import type { EmbeddingSettings } from '../../core/judge-config.ts'
import { type BoundedFetch, boundedFetch } from './bounded-fetch.ts'
import { type Mask, maskFor } from './shown.ts'

/** What every section that names a model tells of how to reach it. */
export interface ConnectionSettings
  extends Pick<
    EmbeddingSettings,
    'base_url' | 'api_key' | 'headers' | 'connect_timeout_s' | 'first_byte_timeout_s' | 'timeout_s'
  > {
  provider: string
}

/** A server and how it is asked. */
export interface Connection {
  /** Without a slash at its end and without query. */
  base: string
  /** Scheme, host and port. */
  address: string
  /** The address is this machine. */
  local: boolean
  /** The configured headers, with names in lower case. */
  headers: Readonly<Record<string, string>>
  fetch: BoundedFetch
  mask: Mask
  /** The whole address of a path below the base, with the query of `base_url`, for example Azure's `api-version`. */
  url(path: string): string
}

/** Opens a connection by its settings; nothing is sent. What is wrong with the settings is a RagstoneError. */
export function openConnection(settings: ConnectionSettings, defaultBase?: string): Connection {
  const url = baseUrl(settings, defaultBase)
  const headers = checkedHeaders(settings)
  const open = Object.entries(headers).filter(([name]) => !OPEN_HEADER.test(name))
  const secrets = [
    settings.api_key ?? '',
    url.password,
    ...open.map(([, value]) => value),
    ...url.searchParams.values(),
  ]
  const mask = maskFor(secrets)
  const limits = {
    connectMs: settings.connect_timeout_s * 1000,
    firstByteMs: settings.first_byte_timeout_s * 1000,
    totalMs: settings.timeout_s * 1000,
  }
  const search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString()
  const address = url.origin
  url.search = ''
  url.hash = ''
  const base = url.href.replace(/\/+$/, '')
  return {
    base,
    address,
    local: isLoopback(url.hostname),
    headers,
    fetch: boundedFetch({ ...limits, mask }),
    mask,
    url: (path) => `${base}${path}${search === '' ? '' : `?${search}`}`,
  }
}

/** Whether a host name of an address means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|0\.0\.0\.0)$/i.test(
    hostname,
  )
}

function baseUrl({ provider, base_url }: ConnectionSettings, defaultBase: string | undefined): URL {
  const given = base_url ?? defaultBase
  if (given === undefined) {
    throw new RagstoneError('missing_base_url', `the provider ${provider} needs base_url, the address of the server`, {
      hint: 'for example https://api.openai.com/v1, or http://127.0.0.1:8000/v1 for a server on this machine',
    })
  }
  if (!URL.canParse(given)) {
    throw new RagstoneError('bad_base_url', `base_url is not an address: ${given.replace(/\/\/[^/]*@/, '//***@')}`, {
      hint: 'write it as https://HOST/v1 or http://HOST:PORT/v1',
    })
  }
  const url = new URL(given)
  const route = /\/(chat\/completions|completions|embeddings|models|messages|api\/(chat|embed|generate))\/*$/.exec(
    url.pathname,
  )
  if (route !== null) {
    throw new RagstoneError('bad_base_url', `base_url ends with ${route[0]}, which is added when a model is asked`, {
      hint: `write base_url without ${route[0]}`,
    })
  }
  return url
}

function checkedHeaders({ headers, api_key }: ConnectionSettings): Record<string, string> {
  if (api_key !== undefined && !isHeaderValue(api_key)) {
    throw new RagstoneError('bad_api_key', 'api_key holds characters that no key has', {
      hint: 'check the variable it comes from for line breaks, quotes or letters that are not Latin',
    })
  }
  const checked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name) || !isHeaderValue(value)) {
      throw new RagstoneError('bad_header', `headers: "${name}" has a name or a value that HTTP does not allow`, {
        hint: 'headers hold printable Latin characters only, without line breaks; check the variable it comes from',
      })
    }
    checked[name.toLowerCase()] = value
  }
  return checked
}

function isHeaderName(name: string): boolean {
  try {
    validateHeaderName(name)
    return true
  } catch {
    return false
  }
}

function isHeaderValue(value: string): boolean {
  try {
    validateHeaderValue('x', value)
    return value.trim() !== ''
  } catch {
    return false
  }
}
