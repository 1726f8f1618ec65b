import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import type { Provider } from '../provider.ts'
import { callOptions, sentNames } from './ai-sdk-call.ts'
import { generate } from './ai-sdk-generate.ts'
import { modelReply } from './ai-sdk-reply.ts'
import { openConnection } from './connection.ts'
import { hostedFacts } from './hosted-facts.ts'
import { modelName } from './model-name.ts'
import { missingKey } from './openai-key.ts'
import { peerPackage } from './peer-package.ts'

const PACKAGE = { provider: 'anthropic', name: '@ai-sdk/anthropic', version: '3.0.140' }
/** The library takes addresses from the environment unless it is told one. */
const BASE = 'https://api.anthropic.com/v1'

/** A model of Anthropic, through its Messages API. JSON is demanded by schema where the model knows that, else by a tool. */
export async function anthropicProvider(settings: JudgeSettings | VerifierSettings): Promise<Provider> {
  const connection = openConnection(settings, BASE)
  const { address, mask } = connection
  const model = modelName(settings)
  const { api_key } = settings
  if (api_key === undefined) throw missingKey(settings.provider, address)
  const { createAnthropic } = await peerPackage(PACKAGE, () => import('@ai-sdk/anthropic'))
  const served = createAnthropic({
    baseURL: connection.base,
    apiKey: api_key,
    headers: { ...connection.headers },
    fetch: connection.fetch,
  })(model)
  const headers = { 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }
  return {
    provider: settings.provider,
    model,
    address,
    async facts(signal) {
      const structured = ['json_schema', 'tool', 'none'] as const
      const { facts } = await hostedFacts(
        connection,
        { model, headers, structured, windowField: 'max_input_tokens' },
        signal,
      )
      return { ...facts, logprobs: false }
    },
    chat(request, signal) {
      const options = callOptions(request, { name: 'anthropic', raw: false }, signal)
      const call = { address, mask, model, task: 'chat' as const, sent: sentNames(request) }
      return generate(() => served.doGenerate(options), modelReply, call, signal)
    },
    async close() {
      connection.fetch.close()
    },
  }
}
