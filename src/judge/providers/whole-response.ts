import type { Received } from './http-exchange.ts'

/** What is used of a `Response`, by us and by the AI SDK. Nothing else is there, so that any other use fails at once. */
type Used = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text' | 'json'> & {
  body: { getReader(): ReturnType<typeof wholeReader> } | null
}

/**
 * A reply that came whole, as `fetch` would give it. A real `Response` makes a byte stream of its body, which costs more CPU
 * than all else that is done with the reply of a judge.
 */
export function wholeResponse(received: Omit<Received, 'headers'> & { headers: Record<string, string> }): Response {
  const { status, statusText, headers, body } = received
  const text = async () => new TextDecoder().decode(body)
  const response: Used = {
    ok: status >= 200 && status <= 299,
    status,
    statusText,
    headers: new Headers(headers),
    body: body.length === 0 ? null : { getReader: () => wholeReader(body) },
    text,
    json: async () => JSON.parse(await text()),
  }
  return response as unknown as Response
}

/** Reads a body in one piece, as the reader of a stream does. */
function wholeReader(body: Uint8Array) {
  let left: Uint8Array | undefined = body
  const take = () => {
    const value = left
    left = undefined
    return value
  }
  return {
    async read() {
      const value = take()
      return { done: value === undefined, value }
    },
    async cancel() {
      take()
    },
    releaseLock() {},
  }
}
