import { answerError, badReply, type FailedAnswer } from './answer-error.ts'
import type { Connection } from './connection.ts'

export interface JsonRequest {
  /** Below the base address. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST; absent = GET. */
  body?: Readonly<Record<string, unknown>>
  model: string
  task: FailedAnswer['task']
}

/** Sends one request and gives the JSON that comes back; anything else is a ProviderError. */
export async function requestJson(connection: Connection, request: JsonRequest, signal: AbortSignal): Promise<unknown> {
  const { body, model, task } = request
  const url = connection.url(request.path)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await connection.fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...type, ...connection.headers, ...request.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  })
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    url,
    model,
    mask: connection.mask,
  }
  if (!response.ok) throw answerError({ ...answer, task, sent: Object.keys(body ?? {}) })
  try {
    return JSON.parse(answer.body)
  } catch {
    throw badReply(answer)
  }
}
