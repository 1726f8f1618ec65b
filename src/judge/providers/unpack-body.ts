import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const METHODS = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress } as const

/** A body without its content encoding: none was asked for, but some gateways pack whatever they send. */
export async function unpacked(body: Buffer, encoding: string, mostBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return body
  const method = (METHODS as Partial<Record<string, typeof gunzip>>)[name]
  if (method === undefined) throw new Error(`unknown content encoding "${name.slice(0, 40)}"`)
  return promisify<Buffer, object, Buffer>(method)(body, { maxOutputLength: mostBytes })
}
