import { z } from 'zod'

/**
 * One retrieved text. `id` or `source` is its identity for retrieval metrics; positions never are.
 * `rank` (1-based) is present only when entries before it were unusable, so that its place in the original list is kept.
 */
export const chunkSchema = z.object({
  id: z.string().optional(),
  text: z.string(),
  source: z.string().optional(),
  score: z.number().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  rank: z.number().int().positive().optional(),
})
export type Chunk = z.infer<typeof chunkSchema>

/** An entry of a list of contexts that could not be used; `position` is 1-based. */
export interface ChunkProblem {
  position: number
  code: 'null_context' | 'unknown_shape'
}

/** The 1-based place of a chunk in the list as the system returned it. */
export function rankOf(chunk: Chunk, index: number): number {
  return chunk.rank ?? index + 1
}

/** The text of a chunk under the names that retrieval libraries use. */
const TEXT_KEYS = ['text', 'page_content', 'pageContent', 'content', 'chunk', 'passage', 'body'] as const
const ID_KEYS = ['id', 'chunk_id', 'doc_id', 'document_id', 'id_'] as const
const SOURCE_KEYS = ['source', 'file', 'file_name', 'path', 'url', 'title'] as const

/**
 * Reads a list of contexts in any known shape: strings, `{text}`, Document-like objects (`page_content` with
 * `metadata.source`), a node with a score (`{node: {...}, score}`). What is unusable is left out, named in `problems`,
 * and the ranks of the others stay as they were.
 */
export function readChunks(list: readonly unknown[]): { chunks: Chunk[]; problems: ChunkProblem[] } {
  const chunks: Chunk[] = []
  const problems: ChunkProblem[] = []
  list.forEach((entry, index) => {
    const chunk = readChunk(entry)
    if (chunk === undefined) {
      const missing = entry === null || entry === undefined
      problems.push({ position: index + 1, code: missing ? 'null_context' : 'unknown_shape' })
      return
    }
    if (problems.length > 0) chunk.rank = index + 1
    chunks.push(chunk)
  })
  return { chunks, problems }
}

/** One context in any known shape, or undefined when no text can be found in it. */
export function readChunk(entry: unknown): Chunk | undefined {
  if (typeof entry === 'string') return { text: entry.toWellFormed() }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined
  const record = entry as Record<string, unknown>
  const inner = record.node ?? record.document
  if (typeof inner === 'object' && inner !== null) {
    const chunk = readChunk(inner)
    if (chunk !== undefined && typeof record.score === 'number') chunk.score = record.score
    return chunk
  }
  const text = TEXT_KEYS.map((key) => record[key]).find((value) => typeof value === 'string')
  if (typeof text !== 'string') return undefined
  const metadata = plainObject(record.metadata)
  const chunk: Chunk = { text: text.toWellFormed() }
  const id = firstName(record, ID_KEYS) ?? (metadata && firstName(metadata, ID_KEYS))
  const source = firstName(record, SOURCE_KEYS) ?? (metadata && firstName(metadata, SOURCE_KEYS))
  if (id !== undefined) chunk.id = id
  if (source !== undefined) chunk.source = source
  if (typeof record.score === 'number' && Number.isFinite(record.score)) chunk.score = record.score
  if (metadata !== undefined) chunk.metadata = metadata
  return chunk
}

function plainObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function firstName(record: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = record[key]
    if (typeof value === 'string' && value !== '') return value.toWellFormed()
    if (typeof value === 'number') return String(value)
  }
  return undefined
}
