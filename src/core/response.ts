import { z } from 'zod'
import { chunkSchema } from './chunk.ts'

/** Largest count, price or duration that is taken for a measured one: sums and squares of such numbers stay finite. */
export const MOST_MEASURED = 1e15

const measured = z.number().nonnegative().max(MOST_MEASURED)

/** Tokens and money that one answer cost, as the system reported them; unknown parts are absent, never 0. */
export const usageSchema = z.looseObject({
  prompt_tokens: measured.optional(),
  completion_tokens: measured.optional(),
  total_tokens: measured.optional(),
  cost_usd: measured.optional(),
})
export type Usage = z.infer<typeof usageSchema>

/**
 * Why a system gave no usable answer.
 * - `reported`: the system itself said so; - `timeout`: no answer within `timeout_s`; - `exited`: its process ended;
 * - `unreadable_reply`: not the agreed shape; - `invalid_text`: bytes or surrogates that are not text;
 * - `too_large`: above the reply limit; - `http_status`, `connection`: the HTTP exchange failed;
 * - `threw`: a module threw; - `not_recorded`: recorded answers lack this case.
 */
export const SYSTEM_ERROR_CODES = [
  'reported',
  'timeout',
  'exited',
  'unreadable_reply',
  'invalid_text',
  'too_large',
  'http_status',
  'connection',
  'threw',
  'not_recorded',
] as const
export const systemErrorSchema = z.object({ code: z.enum(SYSTEM_ERROR_CODES), message: z.string() })
export type SystemError = z.infer<typeof systemErrorSchema>

/**
 * What the system returned for one test case under one configuration and repeat.
 * `response` is null when there is an `error` or when the system only retrieves. `retrieved_contexts` absent = not
 * told; empty = nothing retrieved. `latency_ms` is the system's own time, without waiting for a free slot; null when
 * it was not measured (recorded answers). `asked_key` identifies what was asked of which system; a resumed run asks
 * again where it changed.
 */
export const responseSchema = z.object({
  run_id: z.string(),
  configuration: z.string(),
  test_case_id: z.string(),
  repeat: z.number().int().positive(),
  response: z.string().nullable(),
  retrieved_contexts: z.array(chunkSchema).optional(),
  latency_ms: z.number().nonnegative().nullable(),
  usage: usageSchema.optional(),
  error: systemErrorSchema.optional(),
  /** What was odd about the reply though it could be used, one sentence each. */
  problems: z.array(z.string()).optional(),
  asked_key: z.string(),
  created_at: z.string(),
})
export type Response = z.infer<typeof responseSchema>

/** A response without what it says, small enough to read all of a run's. */
export type ResponseFacts = Omit<Response, 'response' | 'retrieved_contexts' | 'usage' | 'created_at'>

/** What identifies a response within the store. */
export interface ResponseKey {
  run_id: string
  configuration: string
  test_case_id: string
  repeat: number
}
