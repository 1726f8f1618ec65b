import { afterEach } from 'vitest'
import type { ModelServerOptions } from '../model-server-options.ts'
import { type ModelServer, startModelServer } from '../start-model-server.ts'

interface Token {
  token: string
  logprob: number
}

interface FirstToken extends Token {
  top_logprobs: [Token, Token, Token]
}

/** Bodies of both formats, as far as they are looked at. */
interface Body {
  choices: [
    {
      finish_reason: string
      message: { content: string; tool_calls: [{ function: { arguments: string } }] }
      logprobs: { content: [FirstToken] }
    },
  ]
  error: { message: string }
  data: [Vector, Vector, Vector]
  message: { content: string }
  logprobs: [FirstToken]
  embeddings: number[][]
  models: [Named, Named]
  prompt_eval_count: number
}
type Vector = { embedding: number[] }
type Named = { name: string; digest: string }

/** The body of a reply. */
export const read = async (reply: Promise<Response> | Response) => (await (await reply).json()) as Body

/** A server for each test, closed after it or when another one is started, with ways to ask it. */
export function scriptedClient() {
  let server: ModelServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${server?.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  return {
    async serve(options: ModelServerOptions = {}): Promise<ModelServer> {
      await server?.close()
      server = await startModelServer(options)
      return server
    },
    post,
    openai: (extra: object = {}) => post('/v1/chat/completions', { model: 'm', messages, ...extra }),
    ollama: (extra: object = {}) => post('/api/chat', { model: 'm', messages, stream: false, ...extra }),
  }
}

export const messages = [{ role: 'user', content: 'Does it open at nine?' }]
