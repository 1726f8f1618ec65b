import type { IncomingMessage } from 'node:http'
import { countPromptTokens, type ServedRequest } from './served-request.ts'
import { objectOf, type WireFormat } from './wire-format.ts'

/** The JSON object that a request carries: empty without a body, undefined when it cannot be read. */
export async function readBody(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  if (chunks.length === 0) return {}
  try {
    return objectOf(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return undefined
  }
}

/** The request as the first wire format reads it that knows its path. */
export function readRequest(
  wires: readonly WireFormat[],
  incoming: IncomingMessage,
  body: Readonly<Record<string, unknown>> = {},
  number: number,
): { wire: WireFormat | undefined; request: ServedRequest } {
  const method = incoming.method ?? 'GET'
  const [path = '/'] = (incoming.url ?? '/').split('?')
  const base = { number, method, path, headers: incoming.headers, body }
  for (const wire of wires) {
    const read = wire.read(method, path, body)
    if (read === undefined) continue
    const messages = read.messages ?? []
    const open = { texts: [], structured: 'none', truncate: true, stream: false } as const
    const promptTokens = countPromptTokens({ messages, texts: read.texts ?? [] })
    const request = {
      ...base,
      api: wire.name,
      ...open,
      ...read,
      messages,
      prompt: messages.at(-1)?.content ?? '',
      promptTokens,
    }
    return { wire, request }
  }
  const nothing = {
    messages: [],
    prompt: '',
    promptTokens: 0,
    texts: [],
    structured: 'none',
    truncate: true,
    stream: false,
  } as const
  return { wire: undefined, request: { ...base, api: '', kind: 'other', model: '', ...nothing } }
}
