/** The way to a value inside a configuration: keys and list positions (from 0). */
export type KeyPath = readonly (string | number)[]

/** `system.command[0]`, `configurations["a.b"].top_k`; the empty path is an empty text. */
export function formatKeyPath(path: KeyPath): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (/^[\p{L}\p{N}_@-]+$/u.test(part)) text += text === '' ? part : `.${part}`
    else text += `[${JSON.stringify(part)}]`
  }
  return text
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  let current = value
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined
    current = (current as Record<string | number, unknown>)[part]
  }
  return current
}

/** Whether a value is a map: an object that is not a list. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same value with each text in it replaced; keys stay as they are. */
export function mapTexts(value: unknown, change: (text: string, path: KeyPath) => string, path: KeyPath = []): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, change, [...path, index]))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, [...path, key])]))
}
