import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider'
import type { ModelUsage, StopReason, TokenProbability } from '../../core/exchange.ts'
import { type ModelReply, ProviderError } from '../provider.ts'

/** What a model object of the AI SDK gives, in either version of its interface. */
export type Generated =
  | Awaited<ReturnType<LanguageModelV3['doGenerate']>>
  | Awaited<ReturnType<LanguageModelV2['doGenerate']>>

/** Stop reasons of servers that the AI SDK does not know. */
const RAW_STOPS: Readonly<Record<string, StopReason>> = {
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  end_turn: 'stop',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  refusal: 'refused',
  safety: 'refused',
  sensitive: 'refused',
}
/** The server gave up in the middle; what it wrote until then is no reply. */
const BROKEN_OFF = new Set(['error', 'insufficient_system_resource', 'abort'])

/** The reply of a model object. A reply that the server broke off is a ProviderError. */
export function modelReply(
  generated: Generated,
  known: { usage?: ModelUsage | null; firstToken?: TokenProbability[] | undefined } = {},
): ModelReply {
  const { finishReason, warnings } = generated
  const unified = typeof finishReason === 'string' ? finishReason : finishReason.unified
  const raw = typeof finishReason === 'string' ? finishReason : finishReason.raw
  const stop = stopOf(unified, raw)
  const noted = warnings.map(warningText)
  return {
    text: textOf(generated),
    stop,
    ...(raw === undefined ? {} : { stop_detail: raw }),
    ...(known.firstToken === undefined ? {} : { first_token: known.firstToken }),
    usage: known.usage === undefined ? usageOf(generated) : known.usage,
    ...(noted.length === 0 ? {} : { warnings: noted }),
  }
}

function stopOf(unified: string, raw: string | undefined): StopReason {
  if (unified === 'error' || BROKEN_OFF.has(raw ?? '')) {
    throw new ProviderError('unavailable', `the server broke off its reply (finish reason ${raw ?? unified})`)
  }
  if (unified === 'stop' || unified === 'tool-calls') return 'stop'
  if (unified === 'length') return 'length'
  if (unified === 'content-filter') return 'refused'
  return RAW_STOPS[raw?.toLowerCase() ?? ''] ?? 'unknown'
}

/** The input of a called tool, otherwise the text; reasoning is kept apart by the library. */
function textOf({ content }: Generated): string {
  const calls = content.flatMap((part) => (part.type === 'tool-call' ? part.input : []))
  if (calls.length > 0) return calls.join('\n')
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** The library writes 0 for counts that it was not told; no prompt has 0 tokens. */
function usageOf({ usage }: Generated): ModelUsage | null {
  const { inputTokens, outputTokens } = usage
  if (typeof inputTokens === 'object' && typeof outputTokens === 'object') {
    return usageFrom(inputTokens.total || undefined, outputTokens.total, inputTokens.cacheRead || undefined)
  }
  const cached = 'cachedInputTokens' in usage ? usage.cachedInputTokens : undefined
  return usageFrom(inputTokens || undefined, outputTokens, cached || undefined)
}

/** Counts as they are believed: whole numbers from 0 on; null when none of them is told. */
export function usageFrom(prompt: unknown, completion: unknown, cached: unknown): ModelUsage | null {
  const usage = { prompt_tokens: count(prompt), completion_tokens: count(completion) }
  if (usage.prompt_tokens === null && !usage.completion_tokens) return null
  const kept = count(cached)
  return kept === null || kept > (usage.prompt_tokens ?? 0) ? usage : { ...usage, cached_tokens: kept }
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function warningText(warning: Generated['warnings'][number]): string {
  const { type, ...rest } = warning
  return [type, ...Object.values(rest).filter((value) => typeof value === 'string')].join(': ')
}
