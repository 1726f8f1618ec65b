/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date.
 * Undefined when it does not ask, or in a way that means nothing.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const ms = numberIn(headers['retry-after-ms'])
  if (ms !== undefined) return ms
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const seconds = numberIn(value)
  if (seconds !== undefined) return Math.ceil(seconds * 1000)
  // Date.parse makes dates of other things too, such as -5.
  const date = /\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function numberIn(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}
