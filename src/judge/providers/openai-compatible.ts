import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { JSONValue } from '@ai-sdk/provider'
import type { ModelRequest } from '../../core/exchange.ts'
import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { type ModelReply, type Provider, ProviderError } from '../provider.ts'
import { callOptions, sentNames } from './ai-sdk-call.ts'
import { generate } from './ai-sdk-generate.ts'
import { type Generated, modelReply, usageFrom } from './ai-sdk-reply.ts'
import { type Connection, openConnection } from './connection.ts'
import { openaiFirstToken } from './first-token.ts'
import { modelName } from './model-name.ts'
import { openaiFacts } from './openai-facts.ts'
import { authorization } from './openai-key.ts'

/** Name under which the library reads options that go into the body as they are. */
const OPTIONS = 'ragstone'

type LimitName = 'max_tokens' | 'max_completion_tokens'

/** Any server that speaks OpenAI's chat completions, below `base_url`. */
export function openaiCompatibleProvider(settings: JudgeSettings | VerifierSettings): Provider {
  const connection = openConnection(settings)
  const model = modelName(settings)
  const headers = { ...authorization(settings, connection), ...connection.headers }
  const served = new OpenAICompatibleChatLanguageModel(model, {
    provider: OPTIONS,
    headers: () => headers,
    url: ({ path }) => connection.url(path),
    fetch: connection.fetch,
    supportsStructuredOutputs: true,
  })
  // Reasoning models of OpenAI know the output limit by another name only.
  let limitName: LimitName = 'max_tokens'

  async function ask(request: ModelRequest, signal: AbortSignal, limit: LimitName): Promise<ModelReply> {
    const extra = extraOptions(request, limit)
    const options = callOptions(request, { name: OPTIONS, raw: true, extra, ownLimit: true }, signal)
    const call = { ...callOf(connection, model), sent: [...sentNames(request), limit] }
    return generate(() => served.doGenerate(options), readReply, call, signal)
  }

  return {
    provider: settings.provider,
    model,
    address: connection.address,
    facts: (signal) => openaiFacts(connection, { model, headers, task: 'chat' }, signal),
    async chat(request, signal) {
      const limit = limitName
      try {
        return await ask(request, signal, limit)
      } catch (error) {
        const refused =
          error instanceof ProviderError && error.kind === 'refused_parameter' ? error.parameter : undefined
        if (limit !== 'max_tokens' || refused !== limit || limit in request.parameters) throw error
        limitName = 'max_completion_tokens'
        return ask(request, signal, limitName)
      }
    },
    async close() {
      connection.fetch.close()
    },
  }
}

/** What of the body the library has no option for. */
function extraOptions(request: ModelRequest, limit: LimitName): Record<string, JSONValue> {
  const given = 'max_tokens' in request.parameters || 'max_completion_tokens' in request.parameters
  return {
    ...(given ? {} : { [limit]: request.max_output_tokens }),
    ...(request.top_logprobs === undefined ? {} : { logprobs: true, top_logprobs: request.top_logprobs }),
  }
}

function callOf({ address, mask }: Connection, model: string) {
  return { address, mask, model, task: 'chat' as const }
}

function readReply(generated: Generated): ModelReply {
  const body = generated.response?.body as { usage?: Record<string, unknown> | null } | undefined
  const used = body?.usage
  const details = used?.prompt_tokens_details as { cached_tokens?: unknown } | undefined
  // The library turns counts that are not told into 0.
  const cached = details?.cached_tokens ?? used?.prompt_cache_hit_tokens
  const usage = usageFrom(used?.prompt_tokens, used?.completion_tokens, cached)
  return modelReply(generated, { usage, firstToken: openaiFirstToken(body) })
}
