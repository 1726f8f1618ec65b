import { hash } from 'node:crypto'
import stringify from 'safe-stable-stringify'

/** JSON with sorted keys and no white space: equal values give equal text whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** The first 16 hexadecimal digits of the SHA-256 of a value's {@link canonicalJson}; equal values, equal hash. */
export function hashOf(value: unknown): string {
  return hashText(typeof value === 'string' ? JSON.stringify(value) : canonicalJson(value))
}

/** The first 16 hexadecimal digits of the SHA-256 of a text or of bytes. */
export function hashText(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16)
}
