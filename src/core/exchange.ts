import { z } from 'zod'

export const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })
/** One message of a prompt, as sent. */
export type Message = z.infer<typeof messageSchema>

/** How a reply ended: by itself, cut at the output limit, withheld by the provider, or in a way not told. */
export const STOP_REASONS = ['stop', 'length', 'refused', 'unknown'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Tokens of one exchange as the provider counted them; null where it does not tell. */
export const modelUsageSchema = z.object({
  prompt_tokens: z.number().int().nonnegative().nullable(),
  completion_tokens: z.number().int().nonnegative().nullable(),
  /** The part of `prompt_tokens` that the server had kept from before. */
  cached_tokens: z.number().int().nonnegative().optional(),
})
export type ModelUsage = z.infer<typeof modelUsageSchema>

/** A candidate for the first token of a reply, with its natural log probability. */
export const tokenProbabilitySchema = z.object({ token: z.string(), logprob: z.number() })
export type TokenProbability = z.infer<typeof tokenProbabilitySchema>

/** What is sent to a model, all of which can change the reply. */
export const modelRequestSchema = z.object({
  messages: z.array(messageSchema),
  /** JSON Schema of the reply, when one is demanded. */
  json_schema: z.record(z.string(), z.unknown()).optional(),
  /** In which way the schema is demanded of the provider. */
  structured: z.enum(['json_schema', 'tool', 'json', 'none']).optional(),
  /** How many candidates for the first token are asked for; absent = no probabilities. */
  top_logprobs: z.number().int().positive().optional(),
  max_output_tokens: z.number().int().positive(),
  /** Effective parameters (temperature, seed, ...): those refused by the model are left out. */
  parameters: z.record(z.string(), z.unknown()),
  /** The context window asked for, in tokens, where the provider lets us ask (Ollama, llama-cpp). */
  num_ctx: z.number().int().positive().optional(),
})
export type ModelRequest = z.infer<typeof modelRequestSchema>

/**
 * One exchange with a judge model, kept for good: what was sent, what came back, untouched. `exchange_id` names this one
 * exchange and no other, also not another answer to the same question: a score stays tied to the reply that it was made of.
 * `key` says which question it answers (see `judge/cache-key.ts`); only a `usable` exchange answers the same question again
 * without a call. Of several usable ones with one key the first saved answers, until a newer one takes its place because it
 * cannot be read any more; the others are kept, no longer usable.
 */
export const exchangeSchema = z.object({
  exchange_id: z.string(),
  key: z.string(),
  usable: z.boolean(),
  created_at: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Digest or version of the model's weights where the provider tells it. */
  model_digest: z.string().optional(),
  /** Which repeat of the same question this is, from 1: repeats are real calls. */
  repeat: z.number().int().positive(),
  request: modelRequestSchema,
  /** The reply's text as it came; null when none came. */
  reply: z.string().nullable(),
  stop: z.enum(STOP_REASONS).nullable(),
  /** The stop reason in the provider's own words. */
  stop_detail: z.string().optional(),
  first_token: z.array(tokenProbabilitySchema).optional(),
  usage: modelUsageSchema.nullable(),
  latency_ms: z.number().nonnegative(),
  /** Requests sent until this reply, with retries. */
  attempts: z.number().int().positive(),
  /** What the provider or its library warned of. */
  warnings: z.array(z.string()).optional(),
  error: z.object({ kind: z.string(), message: z.string() }).optional(),
})
export type Exchange = z.infer<typeof exchangeSchema>

/** What is stored and is not read any more, by a newer reading of replies; what is saved now takes its place. */
export interface Unread {
  /** Ids of exchanges that answer no question any more. They are kept for the scores that were made of them. */
  exchanges?: readonly string[]
  /** Keys of items whose verdict is looked for elsewhere from now on. */
  items?: readonly string[]
}

/** Where the verdict on one item of a batched question is found: item `item_id` of the exchange. */
export interface ItemPointer {
  /** Content hash of the fixed part of the question and the item. */
  item_key: string
  exchange_id: string
  item_id: string
}
