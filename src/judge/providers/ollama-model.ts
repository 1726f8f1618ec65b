import { type ModelFacts, ProviderError } from '../provider.ts'
import type { OllamaServer } from './ollama-http.ts'

const FIRST_WITH_LOGPROBS = [0, 12, 11] as const
const FIRST_WITH_SCHEMAS = [0, 5, 0] as const

/** What Ollama tells of a model. */
export interface OllamaModel {
  facts: ModelFacts
  /** What the model can do, for example `completion`, `embedding`, `thinking`; undefined where an old server does not tell. */
  capabilities: readonly string[] | undefined
}

/** Asks the server for its version and the model; fails when either is not there. */
export async function ollamaModel(server: OllamaServer, signal: AbortSignal): Promise<OllamaModel> {
  const { version } = await server.ask('/api/version', undefined, signal)
  if (typeof version !== 'string') {
    throw new ProviderError('misconfigured', `${server.connection.address} is no Ollama server: it tells no version`)
  }
  const shown = await server.ask('/api/show', { model: server.model }, signal)
  const digest = await digestOf(server, signal)
  const window = windowOf(shown.model_info)
  const logprobs = isAtLeast(version, FIRST_WITH_LOGPROBS)
  const schemas = isAtLeast(version, FIRST_WITH_SCHEMAS) !== false
  return {
    capabilities: Array.isArray(shown.capabilities) ? shown.capabilities.map(String) : undefined,
    facts: {
      ...(digest !== undefined && { digest }),
      ...(window !== undefined && { window }),
      canRaise: true,
      // A model whose name leads to Ollama's cloud is served elsewhere, whoever is asked for it.
      local: server.connection.local && typeof shown.remote_host !== 'string',
      ...(logprobs !== undefined && { logprobs }),
      structured: schemas ? ['json_schema', 'json', 'none'] : ['json', 'none'],
      server: version,
    },
  }
}

async function digestOf(server: OllamaServer, signal: AbortSignal): Promise<string | undefined> {
  const { models } = await server.ask('/api/tags', undefined, signal)
  if (!Array.isArray(models)) return undefined
  const wanted = tagged(server.model)
  const entry = models.find(({ name, model }) => tagged(String(name)) === wanted || tagged(String(model)) === wanted)
  return typeof entry?.digest === 'string' ? entry.digest : undefined
}

/** Names without a tag mean `latest`; case does not matter. */
function tagged(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return (last.includes(':') ? name : `${name}:latest`).toLowerCase()
}

/** The model's own limit, under `<architecture>.context_length`. */
function windowOf(info: unknown): number | undefined {
  const entries = Object.entries(typeof info === 'object' && info !== null ? info : {})
  const found = entries.find(([name]) => name.endsWith('.context_length'))?.[1]
  return typeof found === 'number' && found > 0 ? found : undefined
}

/** Whether a version is that one or a later one; undefined for builds that tell no version (0.0.0). */
function isAtLeast(version: string, least: readonly number[]): boolean | undefined {
  const parts = (version.match(/\d+/g) ?? []).map(Number)
  if (parts.slice(0, 3).every((part) => part === 0)) return undefined
  for (const [index, wanted] of least.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}
