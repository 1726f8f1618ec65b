import { afterEach } from 'vitest'
import type { ModelRequest } from '../../../core/exchange.ts'
import { type EmbeddingProvider, type Provider, ProviderError } from '../../provider.ts'
import { type ModelServer, startModelServer } from '../../scripted-server/start-model-server.ts'
import type { WireFormat } from '../../scripted-server/wire-format.ts'

/** Settings that the suite gives; a subject adds its own and parses them with the schema of the configuration. */
export interface SubjectSettings {
  base_url: string
  model: string
  api_key: string
  connect_timeout_s: number
  first_byte_timeout_s: number
  timeout_s: number
}

/** How one provider is put to the suite. */
export interface Subject<Opened extends Provider | EmbeddingProvider> {
  name: string
  /** Wire formats that the scripted server does not know by itself. */
  wires?: readonly WireFormat[]
  /** What is configured as `base_url` for a scripted server. */
  baseUrl(server: ModelServer): string
  open(settings: SubjectSettings): Promise<Opened>
}

/** No part of a key may be seen in a message. */
export const KEY = 'sk-scripted-0123456789'

/** Opens servers and providers for a subject, and closes them after each test. */
export type Bench<Opened extends Provider | EmbeddingProvider> = ReturnType<typeof workbench<Opened>>

export function workbench<Opened extends Provider | EmbeddingProvider>(subject: Subject<Opened>) {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const resource of opened.splice(0).reverse()) await resource.close()
  })
  return {
    async open(
      settings: Partial<SubjectSettings> = {},
      options: Parameters<typeof startModelServer>[0] = {},
    ): Promise<{ provider: Opened; server: ModelServer }> {
      const server = await startModelServer({ ...(subject.wires && { wires: subject.wires }), ...options })
      opened.push(server)
      const provider = await subject.open({
        base_url: subject.baseUrl(server),
        model: 'm',
        api_key: KEY,
        connect_timeout_s: 5,
        first_byte_timeout_s: 8,
        timeout_s: 10,
        ...settings,
      })
      opened.push(provider)
      return { provider, server }
    },
  }
}

/** A small request. */
export function question(text = 'Is water wet?'): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'Answer with JSON.' },
      { role: 'user', content: text },
    ],
    max_output_tokens: 64,
    parameters: { temperature: 0 },
  }
}

/** The ProviderError that a request fails with; fails the test when it does not, or with something else. */
export async function failure(asked: Promise<unknown>): Promise<ProviderError> {
  const outcome = await asked.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('value' in outcome) throw new Error(`no error, but ${JSON.stringify(outcome.value)}`)
  if (!(outcome.error instanceof ProviderError)) throw outcome.error
  return outcome.error
}
