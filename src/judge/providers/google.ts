import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { type ModelFacts, type Provider, ProviderError } from '../provider.ts'
import { callOptions, sentNames } from './ai-sdk-call.ts'
import { generate } from './ai-sdk-generate.ts'
import { type Generated, modelReply } from './ai-sdk-reply.ts'
import { type Connection, openConnection } from './connection.ts'
import { googleFirstToken } from './first-token.ts'
import { hostedFacts } from './hosted-facts.ts'
import { modelName } from './model-name.ts'
import { missingKey } from './openai-key.ts'
import { peerPackage } from './peer-package.ts'

const PACKAGE = { provider: 'google', name: '@ai-sdk/google', version: '3.0.141' }
const BASE = 'https://generativelanguage.googleapis.com/v1beta'
const STRUCTURED = ['json_schema', 'tool', 'json', 'none'] as const
/** Most candidates for a token that the API gives. */
const MOST_CANDIDATES = 20

/** A Gemini model, through the Gemini API. Some models give probabilities of tokens; others refuse to be asked for them. */
export async function googleProvider(settings: JudgeSettings | VerifierSettings): Promise<Provider> {
  const connection = openConnection(settings, BASE)
  const { address, mask } = connection
  const model = modelName(settings).replace(/^models\//, '')
  const { api_key } = settings
  if (api_key === undefined) throw missingKey(settings.provider, address)
  const { createGoogleGenerativeAI } = await peerPackage(PACKAGE, () => import('@ai-sdk/google'))
  const open = (fetch: typeof globalThis.fetch) =>
    createGoogleGenerativeAI({ baseURL: connection.base, apiKey: api_key, headers: { ...connection.headers }, fetch })(
      model,
    )
  const plain = open(connection.fetch)
  const withLogprobs = new Map<number, typeof plain>()

  function served(topLogprobs: number | undefined): typeof plain {
    if (topLogprobs === undefined) return plain
    const known = withLogprobs.get(topLogprobs) ?? open(askingForLogprobs(connection, topLogprobs))
    withLogprobs.set(topLogprobs, known)
    return known
  }

  return {
    provider: settings.provider,
    model,
    address,
    facts: (signal) => googleFacts(connection, { model, headers: { 'x-goog-api-key': api_key } }, signal),
    chat(request, signal) {
      const options = callOptions(request, { name: 'google', raw: false }, signal)
      const call = { address, mask, model, task: 'chat' as const, sent: sentNames(request) }
      return generate(() => served(request.top_logprobs).doGenerate(options), readReply, call, signal)
    },
    async close() {
      connection.fetch.close()
    },
  }
}

function readReply(generated: Generated) {
  return modelReply(generated, { firstToken: googleFirstToken(generated.response?.body) })
}

/** The library has no option for probabilities, so they are asked for in the body that it made. */
function askingForLogprobs({ fetch }: Connection, topLogprobs: number): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    const body = JSON.parse(init.body)
    const logprobs = Math.min(topLogprobs, MOST_CANDIDATES)
    body.generationConfig = { ...body.generationConfig, responseLogprobs: true, logprobs }
    return fetch(input, { ...init, body: JSON.stringify(body) })
  }
}

async function googleFacts(
  connection: Connection,
  asked: { model: string; headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<ModelFacts> {
  const about = { ...asked, structured: STRUCTURED, windowField: 'inputTokenLimit' }
  const { facts, told } = await hostedFacts(connection, about, signal)
  const methods = told.supportedGenerationMethods
  if (Array.isArray(methods) && !methods.includes('generateContent')) {
    throw new ProviderError('unsupported', `the model "${asked.model}" at ${connection.address} does not chat`)
  }
  return { ...facts, ...(typeof told.version === 'string' ? { digest: told.version } : {}) }
}
