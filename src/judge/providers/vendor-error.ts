/** What a server says of an error, whatever the shape it says it in. */
export interface VendorError {
  message: string
  /** Everything that names the error: type, code, status, reason; lower case. */
  codes: readonly string[]
  /** The parameter that the error is about. */
  parameter?: string
  /** How long to wait, in milliseconds, when the body says so. */
  retryAfterMs?: number
}

/**
 * Reads the error bodies in use: `{error: {message, type, param, code}}` (OpenAI and those like it, Anthropic),
 * `{error: {code, message, status, details}}` (Google, also in a list), `{error: "..."}` (Ollama), `{message}`, and
 * `{detail}` (FastAPI). Undefined when the body is none of them.
 */
export function vendorError(body: string): VendorError | undefined {
  const value = parsed(body)
  const outer = record(Array.isArray(value) ? value[0] : value)
  if (outer === undefined) return undefined
  const inner = record(outer.error) ?? outer
  const listed: unknown[] = Array.isArray(inner.details) ? inner.details : []
  const details = listed.map((detail) => record(detail) ?? {})
  const found = fastApi(outer.detail)
  const message =
    text(inner.message) ?? text(outer.error) ?? text(outer.message) ?? text(outer.detail) ?? found?.message
  const named = [inner.code, inner.type, inner.status, outer.code, outer.type, ...details.map(({ reason }) => reason)]
  const codes = named.flatMap((code) => text(code)?.toLowerCase() ?? [])
  if (message === undefined && codes.length === 0) return undefined
  const parameter = text(inner.param) ?? text(outer.param) ?? found?.parameter
  const wait = details.map(({ retryDelay }) => secondsIn(text(retryDelay))).find((ms) => ms !== undefined)
  const retryAfterMs = wait ?? secondsIn(/retry in ([\d.]+s)\b/i.exec(message ?? '')?.[1])
  return {
    message: message ?? codes.join(' '),
    codes,
    ...(parameter === undefined ? {} : { parameter }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** `{detail: [{loc: ['body', 'top_p'], msg: '...'}]}`. */
function fastApi(detail: unknown): { message: string; parameter?: string } | undefined {
  const first = record(Array.isArray(detail) ? detail[0] : undefined)
  const message = text(first?.msg)
  if (message === undefined) return undefined
  const place = Array.isArray(first?.loc) ? text(first.loc.at(1)) : undefined
  return place === undefined ? { message } : { message: `${place}: ${message}`, parameter: place }
}

function parsed(body: string): unknown {
  if (!/^\s*[[{]/.test(body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `"34.5s"` in milliseconds. */
function secondsIn(duration: string | undefined): number | undefined {
  const seconds = /^([\d.]+)s$/.exec(duration ?? '')?.[1]
  return seconds === undefined || Number.isNaN(Number(seconds)) ? undefined : Math.ceil(Number(seconds) * 1000)
}
