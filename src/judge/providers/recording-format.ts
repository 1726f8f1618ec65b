import { z } from 'zod'
import type { Exchange } from '../../core/exchange.ts'
import { canonicalJson } from '../../core/hash.ts'
import { type ModelIdentity, modelKeyOf } from '../cache-key.ts'
import type { ModelFacts } from '../provider.ts'

/** The newest form of a recording that is understood. */
export const RECORDING_FORMAT = 1

const WAYS = ['json_schema', 'tool', 'json', 'none'] as const

const common = {
  format: z.number().int().positive(),
  recorded_at: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Digest or version of the weights where the provider told it. */
  digest: z.string().optional(),
}

/** The line that stands before the exchanges of a judge: which model answered, when, and what was known of it. */
export const judgeHeaderSchema = z.object({
  recording: z.literal('judge'),
  ...common,
  /** As {@link ModelFacts}: the way of asking is chosen by them, so a replay needs those of the recorded model. */
  facts: z.object({
    window: z.number().int().positive().optional(),
    can_raise: z.boolean(),
    local: z.boolean(),
    logprobs: z.boolean().optional(),
    structured: z.array(z.enum(WAYS)).min(1),
    server: z.string().optional(),
    /** Word lists that were tried and given up are not tried again. */
    word_lists: z.record(z.string(), z.number().int().nonnegative()).optional(),
  }),
})
export type JudgeHeader = z.infer<typeof judgeHeaderSchema>

/** The line that stands before vectors. With `model_key` and `parameters` vectors are found by their key in the store. */
export const embeddingsHeaderSchema = z.object({
  recording: z.literal('embeddings'),
  ...common,
  local: z.boolean(),
  model_key: z.string(),
  /** Parameters of the model, as canonical JSON. */
  parameters: z.string(),
})
export type EmbeddingsHeader = z.infer<typeof embeddingsHeaderSchema>

/** A vector, with its text or its key in the store. */
export const recordedVectorSchema = z
  .object({ text: z.string().optional(), key: z.string().optional(), vector: z.array(z.number()).min(1) })
  .refine(({ text, key }) => text !== undefined || key !== undefined, 'needs text or key')
export type RecordedVector = z.infer<typeof recordedVectorSchema>

/**
 * The lines of a recording of a judge's exchanges, each without its line break: a header, then the exchanges as they are. Of
 * the ways of demanding JSON the header names those that led to usable replies, if there are any.
 */
export function* judgeRecording(
  about: { recorded_at: string; provider: string; model: string; facts: ModelFacts },
  exchanges: Iterable<Exchange>,
): Generator<string> {
  const kept = [...exchanges]
  const { facts, ...served } = about
  const used = new Set(
    kept.flatMap(({ usable, request }) => (usable && request.structured ? [request.structured] : [])),
  )
  const proven = facts.structured.filter((way) => used.has(way))
  const header: JudgeHeader = {
    recording: 'judge',
    format: RECORDING_FORMAT,
    ...served,
    ...(facts.digest !== undefined && { digest: facts.digest }),
    facts: {
      ...(facts.window !== undefined && { window: facts.window }),
      can_raise: facts.canRaise,
      local: facts.local,
      ...(facts.logprobs !== undefined && { logprobs: facts.logprobs }),
      structured: [...(proven.length > 0 ? proven : facts.structured)],
      ...(facts.server !== undefined && { server: facts.server }),
      ...(facts.wordLists !== undefined && { word_lists: { ...facts.wordLists } }),
    },
  }
  yield JSON.stringify(header)
  for (const exchange of kept) yield JSON.stringify(exchange)
}

/**
 * The lines of a recording of vectors, each without its line break. `parameters` are those of the model's settings. Numbers
 * have the nine digits that a stored 32-bit number needs.
 */
export function* embeddingsRecording(
  about: ModelIdentity & { recorded_at: string; local: boolean; parameters: Readonly<Record<string, unknown>> },
  vectors: Iterable<{ text?: string; key?: string; vector: ArrayLike<number> }>,
): Generator<string> {
  const { recorded_at, provider, model, digest, local, parameters } = about
  const header: EmbeddingsHeader = {
    recording: 'embeddings',
    format: RECORDING_FORMAT,
    recorded_at,
    provider,
    model,
    ...(digest !== undefined && { digest }),
    local,
    model_key: modelKeyOf(about),
    parameters: canonicalJson(parameters),
  }
  yield JSON.stringify(header)
  for (const { text, key, vector } of vectors) {
    const numbers = Array.from(vector, (value) => Number(value.toPrecision(9)))
    yield JSON.stringify({ ...(text !== undefined && { text }), ...(key !== undefined && { key }), vector: numbers })
  }
}
