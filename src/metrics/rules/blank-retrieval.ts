import type { Chunk } from '../../core/chunk.ts'
import { isBlank } from '../../text/normalize.ts'

/** Nothing to read was retrieved: the list is empty or holds only blank text. The rule `no_context` of metrics that look at text. */
export function nothingToRead(chunks: readonly Chunk[]): boolean {
  return chunks.every((chunk) => isBlank(chunk.text))
}

/** Nothing was retrieved at all: no chunk has an identity or text. The rule `no_context` of metrics that look at identity. */
export function nothingIdentified(chunks: readonly Chunk[]): boolean {
  return chunks.every((chunk) => chunk.source === undefined && chunk.id === undefined && isBlank(chunk.text))
}
