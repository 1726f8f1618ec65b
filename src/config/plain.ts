import { messageOf } from '../core/errors.ts'
import { MAX_DEPTH } from '../files/row.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'

/** More values than this are no configuration. */
const MAX_VALUES = 1_000_000

interface Copy {
  fault: string | undefined
  count: number
}

/**
 * A copy of what a module exports as plain data: maps, lists, texts, finite numbers, true, false, null. Keys whose value
 * is undefined are left out. `fault` says in one sentence what is not data.
 */
export function toPlain(value: unknown): { value: unknown; fault: string | undefined } {
  const copy: Copy = { fault: undefined, count: 0 }
  try {
    return { value: plain(copy, value, []), fault: copy.fault }
  } catch (error) {
    return { value: null, fault: `the default export cannot be read: ${messageOf(error)}` }
  }
}

function plain(copy: Copy, value: unknown, path: KeyPath): unknown {
  copy.count += 1
  const fault = faultOf(copy, value, path)
  if (fault !== undefined) {
    const at = formatKeyPath(path)
    copy.fault ??= `${at === '' ? 'the default export' : at} ${fault}`
    return null
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (let index = 0; index < value.length && copy.fault === undefined; index += 1) {
      items.push(plain(copy, value[index], [...path, index]))
    }
    return items
  }
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (copy.fault !== undefined) break
    if (item !== undefined) entries.push([key, plain(copy, item, [...path, key])])
  }
  return Object.fromEntries(entries)
}

/** What keeps a value from being data, or undefined. */
function faultOf(copy: Copy, value: unknown, path: KeyPath): string | undefined {
  if (copy.count > MAX_VALUES) return `holds more than ${MAX_VALUES} values`
  if (path.length > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep, or holds itself`
  if (path.at(-1) === '__proto__') return 'has a name that is not allowed'
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : 'holds half of a surrogate pair, which is no character'
    case 'number':
      return Number.isFinite(value) ? undefined : `must be a finite number, got ${value}`
    case 'boolean':
      return undefined
    case 'undefined':
      return 'is undefined'
    case 'object':
      return isData(value) ? undefined : 'must be plain data, got an object of a class'
    default:
      return `must be plain data, got a ${typeof value}`
  }
}

/** Lists, null, and maps: objects made by `{}`, also in another context of the process. */
function isData(value: object | null): boolean {
  if (value === null || Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
