import type { Chunk } from '../../core/chunk.ts'
import { type NaOutcome, na } from '../../core/score.ts'

/** Two sets of ids laid over each other. */
export interface IdOverlap {
  /** Different ids that were retrieved. */
  retrieved: number
  /** Those among them that are wanted. */
  retrievedWanted: number
  /** Different ids that are wanted. */
  wanted: number
  /** Those among them that were retrieved. */
  wantedRetrieved: number
}

/**
 * Compares the ids of the retrieved chunks with the wanted ones, as strings. A chunk is known by its `id`, else by its
 * `source`; it also answers a wanted id that is its `source`. A chunk without either stands for itself and is not wanted.
 * NA `missing_field` when no id is wanted or no retrieved chunk has an identity.
 */
export function overlapOfIds(chunks: readonly Chunk[], ids: readonly string[]): IdOverlap | NaOutcome {
  const wanted = new Set(ids)
  if (wanted.size === 0) return na('missing_field', 'reference_context_ids is empty')
  const retrieved = new Set<string | Chunk>()
  const retrievedWanted = new Set<string>()
  const wantedRetrieved = new Set<string>()
  for (const chunk of chunks) {
    const name = chunk.id ?? chunk.source
    retrieved.add(name ?? chunk)
    for (const one of [chunk.id, chunk.source]) {
      if (one === undefined || !wanted.has(one)) continue
      wantedRetrieved.add(one)
      retrievedWanted.add(name ?? one)
    }
  }
  if (chunks.length > 0 && chunks.every((chunk) => chunk.id === undefined && chunk.source === undefined)) {
    return na('missing_field', 'no entry of retrieved_contexts has an id or a source to compare')
  }
  return {
    retrieved: retrieved.size,
    retrievedWanted: retrievedWanted.size,
    wanted: wanted.size,
    wantedRetrieved: wantedRetrieved.size,
  }
}
