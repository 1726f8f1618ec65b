import { z } from 'zod'
import { type Chunk, rankOf } from '../../core/chunk.ts'
import { type NaOutcome, na } from '../../core/score.ts'
import { isBlank, normalize } from '../../text/normalize.ts'
import { compat } from '../rules/compat.ts'
import { DISTANCE_MEASURES, type DistanceMeasure, MAX_PAIRS, similarity } from '../text-overlap/string-distance.ts'

/** Options of the two metrics that compare retrieved texts with reference texts. */
export const textContextOptions = z.strictObject({
  /** Similarity from which two texts count as the same. */
  threshold: z.number().min(0).max(1).default(0.5),
  distance_measure: z.enum(DISTANCE_MEASURES).default('levenshtein'),
  compat,
})

/** For each text the similarity to the most similar text of the other list, from 0 to 1. */
export interface BestMatches {
  retrieved: { rank: number; best: number }[]
  references: number[]
}

/**
 * Compares every retrieved text with every reference text. Texts are normalised first (width, case, white space) and
 * blank ones are left out, except when `raw`. NA `missing_field` when there is no reference text, `context_truncated`
 * when there is too much text.
 */
export function bestMatches(
  chunks: readonly Chunk[],
  references: readonly string[],
  options: { measure: DistanceMeasure; raw: boolean },
): BestMatches | NaOutcome {
  const { measure, raw } = options
  const work = totalLength(references) * totalLength(chunks.map(({ text }) => text))
  if (work > MAX_PAIRS[measure])
    return na('context_truncated', 'the retrieved and reference texts are too long to compare')
  const prepare = (text: string): string => (raw ? text : normalize(text))
  const wanted = (raw ? references : references.filter((text) => !isBlank(text))).map(prepare)
  const found = chunks
    .map((chunk, index) => ({ rank: rankOf(chunk, index), text: chunk.text }))
    .filter(({ text }) => raw || !isBlank(text))
    .map(({ rank, text }) => ({ rank, text: prepare(text) }))
  if (wanted.length === 0) return na('missing_field', 'reference_contexts holds no text')
  const matches: BestMatches = {
    retrieved: found.map(({ rank }) => ({ rank, best: 0 })),
    references: wanted.map(() => 0),
  }
  matches.retrieved.forEach((chunk, row) => {
    wanted.forEach((reference, column) => {
      const alike = similarity(reference, found[row]?.text ?? '', measure)
      chunk.best = Math.max(chunk.best, alike)
      matches.references[column] = Math.max(matches.references[column] ?? 0, alike)
    })
  })
  return matches
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}
