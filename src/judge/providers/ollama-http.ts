import type { EmbeddingSettings, JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { ProviderError } from '../provider.ts'
import { type Connection, openConnection } from './connection.ts'
import { requestJson } from './json-request.ts'
import { modelName } from './model-name.ts'
import { ollamaError } from './ollama-errors.ts'
import { shown } from './shown.ts'

const DEFAULT_ADDRESS = 'http://127.0.0.1:11434'

/** An Ollama server as one model's provider asks it. */
export interface OllamaServer {
  model: string
  connection: Connection
  /** The JSON object that a route answers with: GET without a body, else POST. Fails with a ProviderError. */
  ask(path: string, body: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): Promise<JsonObject>
}

type JsonObject = Readonly<Record<string, unknown>>

/** The server of the settings; nothing is sent yet. */
export function ollamaServer(
  settings: JudgeSettings | VerifierSettings | EmbeddingSettings,
  task: 'chat' | 'embed',
): OllamaServer {
  const connection = openConnection(settings, DEFAULT_ADDRESS)
  const model = modelName(settings)
  const withKey = settings.api_key !== undefined && connection.headers.authorization === undefined
  const headers = withKey ? { authorization: `Bearer ${settings.api_key}` } : {}
  return {
    model,
    connection,
    async ask(path, body, signal) {
      const request = { path, headers, model, task, ...(body !== undefined && { body }) }
      try {
        return objectIn(await requestJson(connection, request, signal), path, connection)
      } catch (error) {
        throw error instanceof ProviderError ? ollamaError(error, { model, connection }) : error
      }
    },
  }
}

/** A model that fails while it writes is reported under a status that was sent before. */
function objectIn(value: unknown, path: string, { url, mask }: Connection): JsonObject {
  const body = shown(JSON.stringify(value), mask)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProviderError('bad_reply', `${url(path)} answered with no JSON object: ${body}`, { body })
  }
  if ('error' in value) {
    throw new ProviderError('unavailable', `${url(path)} failed while it answered: ${body}`, { body })
  }
  return value as JsonObject
}
