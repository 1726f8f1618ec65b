import { RagstoneError } from '../../core/errors.ts'
import type { Connection, ConnectionSettings } from './connection.ts'

/** Hosts that answer nobody without a key. */
const CLOUD =
  /(^|\.)(openai\.com|openai\.azure\.com|deepseek\.com|openrouter\.ai|mistral\.ai|groq\.com|together\.(xyz|ai)|fireworks\.ai|x\.ai|aliyuncs\.com|moonshot\.(cn|ai)|siliconflow\.(cn|com)|googleapis\.com)$/i
const KEY_HEADER = /^(authorization|api-key|x-api-key|x-goog-api-key)$/

/** The header that carries the key. No key for a host that is known to ask for one is an error before anything is sent. */
export function authorization(settings: ConnectionSettings, connection: Connection): Record<string, string> {
  if (settings.api_key !== undefined) return { authorization: `Bearer ${settings.api_key}` }
  const carried = Object.keys(connection.headers).some((name) => KEY_HEADER.test(name))
  if (!carried && CLOUD.test(new URL(connection.base).hostname)) throw missingKey(settings.provider, connection.address)
  return {}
}

export function missingKey(provider: string, address: string): RagstoneError {
  const name = { anthropic: 'ANTHROPIC_API_KEY', google: 'GOOGLE_API_KEY' }[provider] ?? 'OPENAI_API_KEY'
  return new RagstoneError('missing_api_key', `${address} asks for a key, and api_key is not set`, {
    hint: `write api_key: \${${name}} and put the key into .env or the environment`,
  })
}
