import type { JSONValue } from '@ai-sdk/provider'
import type { ModelRequest, TokenProbability } from '../../core/exchange.ts'
import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import type { ModelReply, Provider } from '../provider.ts'
import { callOptions, sentNames } from './ai-sdk-call.ts'
import { generate } from './ai-sdk-generate.ts'
import { type Generated, modelReply } from './ai-sdk-reply.ts'
import { openaiFirstToken, tokenCandidates } from './first-token.ts'
import { knownWindow } from './known-window.ts'
import { languageModelIn } from './model-object.ts'
import { maskFor } from './shown.ts'
import { withinTime } from './time-limit.ts'

/** Vendors whose packages give no probabilities of tokens. */
const WITHOUT_LOGPROBS = /^(anthropic|google|amazon-bedrock|bedrock|cohere|vertex)\b/

/**
 * A model object of the AI SDK, made by the user with a vendor's package: addresses, keys and connections are its business,
 * and only `timeout_s` is ours. Parameters that the AI SDK does not know are handed on as options of the vendor.
 */
export function aiSdkProvider(settings: JudgeSettings | VerifierSettings): Provider {
  const model = languageModelIn(settings)
  const [vendor = 'ai-sdk'] = model.provider.split('.')
  const address = model.provider
  const mask = maskFor(Object.values(settings.headers))
  const limit = { seconds: settings.timeout_s, what: `the model "${model.modelId}" of ${model.provider}` }

  function run(request: ModelRequest, signal: AbortSignal): PromiseLike<Generated> {
    const options = callOptions(request, { name: vendor, raw: false, extra: logprobOptions(vendor, request) }, signal)
    const whole = { ...options, headers: settings.headers }
    // Both versions of the interface take these options alike.
    return (model.doGenerate.bind(model) as (options: unknown) => PromiseLike<Generated>)(whole)
  }

  return {
    provider: settings.provider,
    model: model.modelId,
    address,
    async facts() {
      const window = knownWindow(model.modelId)
      return {
        canRaise: false,
        local: false,
        structured: ['json_schema', 'tool', 'json', 'none'],
        ...(window === undefined ? {} : { window }),
        ...(WITHOUT_LOGPROBS.test(model.provider) ? { logprobs: false } : {}),
      }
    },
    chat(request, signal) {
      const call = { address, mask, model: model.modelId, task: 'chat' as const, sent: sentNames(request) }
      const read = (generated: Generated) => readReply(generated, vendor)
      return generate(() => withinTime(limit, signal, (inner) => run(request, inner)), read, call, signal)
    },
    async close() {},
  }
}

/** OpenAI's own packages take a number; those like them hand on the body's own names. */
function logprobOptions(vendor: string, { top_logprobs }: ModelRequest): Record<string, JSONValue> {
  if (top_logprobs === undefined) return {}
  return vendor === 'openai' || vendor === 'azure' ? { logprobs: top_logprobs } : { logprobs: true, top_logprobs }
}

function readReply(generated: Generated, vendor: string): ModelReply {
  return modelReply(generated, {
    firstToken: metadataToken(generated, vendor) ?? openaiFirstToken(generated.response?.body),
  })
}

/** Chat completions are told as a list of tokens, responses as a list of such lists. */
function metadataToken({ providerMetadata }: Generated, vendor: string): TokenProbability[] | undefined {
  const logprobs: unknown = providerMetadata?.[vendor]?.logprobs
  const first: unknown = Array.isArray(logprobs) ? logprobs[0] : undefined
  return tokenCandidates(Array.isArray(first) ? first[0] : first)
}
