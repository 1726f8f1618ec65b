import { ProviderError, type ProviderErrorKind } from '../provider.ts'
import type { Connection } from './connection.ts'

/** What Ollama's own messages mean, whatever status they come with. */
const MESSAGES: readonly [pattern: RegExp, kind: ProviderErrorKind][] = [
  [/does not support (chat|generate|embeddings?)/i, 'unsupported'],
  [/input length exceeds|exceeds? (the |maximum )*context/i, 'too_long'],
  [/invalid model name|no compatible manifest/i, 'unknown_model'],
  [/more system memory|insufficient memory|unable to load model/i, 'misconfigured'],
  [/usage limit/i, 'quota'],
]
const REFUSED = /invalid option provided:? *"?([a-z_]+)/i
const NO_ROUTE = /^404 page not found$|^$/i

/** An error of a request to Ollama, with what Ollama's words for it mean and the way out. */
export function ollamaError(error: ProviderError, about: { model: string; connection: Connection }): ProviderError {
  const said = error.body ?? ''
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code
  if (error.kind === 'misconfigured' && code === 'ECONNREFUSED') {
    const way = 'start it: ollama serve (or correct base_url)'
    return again(error, 'misconfigured', `no Ollama answers at ${about.connection.address}; ${way}`)
  }
  const parameter = /does not support thinking/i.test(said) ? 'think' : REFUSED.exec(said)?.[1]
  if (parameter !== undefined) return again(error, 'refused_parameter', error.message, parameter)
  if (error.status === 404 && NO_ROUTE.test(said)) {
    return again(
      error,
      'misconfigured',
      `${about.connection.base} has no routes of Ollama (status 404): ${noRoute(about)}`,
    )
  }
  const kind = MESSAGES.find(([pattern]) => pattern.test(said))?.[1] ?? error.kind
  const message = kind === 'unknown_model' ? `${error.message}; fetch it: ollama pull ${about.model}` : error.message
  return kind === error.kind && message === error.message ? error : again(error, kind, message)
}

function noRoute({ connection }: { connection: Connection }): string {
  return connection.base.endsWith('/v1')
    ? "base_url must be Ollama's own address, without /v1"
    : 'correct base_url, or use the provider openai-compatible'
}

function again(error: ProviderError, kind: ProviderErrorKind, message: string, parameter?: string): ProviderError {
  const { status, retryAfterMs, body, cause } = error
  return new ProviderError(kind, message, {
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(body !== undefined && { body }),
    ...(parameter !== undefined && { parameter }),
    ...(cause !== undefined && { cause }),
  })
}
