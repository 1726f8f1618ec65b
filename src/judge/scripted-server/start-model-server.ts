import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf } from '../../core/errors.ts'
import { type CallLog, emptyLog, type ModelCall, noteCall } from './call-log.ts'
import { completeReply } from './complete-reply.ts'
import type { ModelServerOptions } from './model-server-options.ts'
import { ollamaGivesLogprobs, ollamaWire } from './ollama-wire.ts'
import { openaiWire } from './openai-wire.ts'
import { readBody, readRequest } from './read-request.ts'
import { refusalOf } from './refusal.ts'
import { createScript, type Script } from './script.ts'
import type { ScriptedReply } from './scripted-reply.ts'
import { jsonBody, type Outgoing, pause, send } from './send.ts'
import { type ServedRequest, windowOf } from './served-request.ts'
import type { ServedModels, WireFormat } from './wire-format.ts'

/** A scripted model server that is running. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT`, the base address of Ollama's routes. */
  readonly url: string
  /** `http://127.0.0.1:PORT/v1`, the base address of OpenAI's routes. */
  readonly openaiUrl: string
  /** Every request in order of arrival, those for models and versions among them. */
  readonly calls: readonly ModelCall[]
  /** The calls for chat and embeddings. */
  readonly asked: readonly ModelCall[]
  readonly callCount: number
  readonly inFlight: number
  readonly maxInFlight: number
  /** Puts replies in front of all others, for the next requests for chat or embeddings. */
  next(...replies: (string | ScriptedReply)[]): void
  /** Empties the log and forgets what `next` was given. */
  reset(): void
  /** Drops all connections and frees the port. */
  close(): Promise<void>
}

/**
 * Starts an HTTP server on loopback that speaks OpenAI's and Ollama's wire formats and answers by a script: replies, latency,
 * faults, a context window, a key; with a log of all calls. It is for tests: nothing in it is a model.
 *
 * ```ts
 * const server = await startModelServer({ reply: { json: { claims: ['It opens at nine.'] } }, latencyMs: 20 })
 * server.next({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } } })
 * // ask server.openaiUrl (OpenAI) or server.url (Ollama)
 * server.asked[0]?.request.prompt
 * await server.close()
 * ```
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const log = emptyLog()
  const script = createScript(options)
  const context = contextOf(options, log, script)
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(context, request, response).catch((error) => {
      if (response.headersSent) response.destroy()
      else send(response, jsonBody(500, { error: `the script failed: ${messageOf(error)}` }))
    })
  })
  await listen(server, options.port ?? 0)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    openaiUrl: `${url}/v1`,
    get calls() {
      return log.calls
    },
    get asked() {
      return log.calls.filter(({ request }) => request.kind === 'chat' || request.kind === 'embed')
    },
    get callCount() {
      return log.count
    },
    get inFlight() {
      return log.inFlight
    },
    get maxInFlight() {
      return log.maxInFlight
    },
    next: (...replies) => script.push(replies),
    reset() {
      script.clear()
      log.calls.length = 0
      log.count = 0
      log.maxInFlight = log.inFlight
    },
    close: () => close(server),
  }
}

interface Context {
  options: ModelServerOptions
  served: ServedModels
  wires: readonly WireFormat[]
  log: CallLog
  script: Script
  now: () => number
}

function contextOf(options: ModelServerOptions, log: CallLog, script: Script): Context {
  const started = performance.now()
  return {
    options,
    log,
    script,
    wires: [...(options.wires ?? []), openaiWire, ollamaWire],
    now: () => performance.now() - started,
    served: {
      models: options.models,
      embeddingModels: options.embeddingModels,
      contextWindow: options.contextWindow ?? 32_768,
      ollamaVersion: options.ollamaVersion ?? '0.12.11',
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', 1024, () => resolve())
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function handle(context: Context, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(incoming)
  const { wire, request } = readRequest(context.wires, incoming, body, context.log.count + 1)
  const { call, end } = noteCall(context.log, request, context.options.keepCalls ?? 100_000, context.now)
  response.on('close', () => {
    end(response.headersSent ? response.statusCode : undefined, !response.writableFinished)
  })
  if (wire === undefined) return send(response, { status: 404, contentType: 'text/plain', body: '404 page not found' })
  const chats = request.kind === 'chat' || request.kind === 'embed'
  const scripted = chats ? await context.script.reply(request) : {}
  const fault = context.script.fault(request) ?? scripted.fault
  call.fault = fault?.kind
  if (chats) await pause(response, scripted.latencyMs ?? latencyOf(context.options, request))
  const answer = answerTo(context, wire, request, { ...scripted, ...(fault && { fault }) }, body === undefined)
  return send(response, answer, fault)
}

function latencyOf({ latencyMs = 0 }: ModelServerOptions, request: ServedRequest): number {
  return typeof latencyMs === 'function' ? latencyMs(request) : latencyMs
}

function answerTo(
  context: Context,
  wire: WireFormat,
  request: ServedRequest,
  scripted: ScriptedReply,
  unreadable: boolean,
): Outgoing {
  const { fault } = scripted
  if (fault?.kind === 'status') {
    const { body } = wire.refuse({ ...fault, message: fault.message ?? `scripted ${fault.status}` })
    const given = fault.body ?? body
    const outgoing =
      typeof given === 'string' ? { ...jsonBody(fault.status, ''), body: given } : jsonBody(fault.status, given)
    return fault.headers === undefined ? outgoing : { ...outgoing, headers: fault.headers }
  }
  const problem = refusalOf(context.options, wire, request, unreadable)
  if (problem !== undefined) {
    const { status, body } = wire.refuse(problem)
    return jsonBody(status, body)
  }
  if (request.kind !== 'chat' && request.kind !== 'embed') return jsonBody(200, wire.info?.(request, context.served))
  const old = wire.name === 'ollama' && !ollamaGivesLogprobs(context.served.ollamaVersion)
  const reply = completeReply(request, scripted, {
    words: context.options.words,
    embed: context.options.embed,
    logprobs: context.options.logprobs !== false && !old,
    readTokens: readTokens(request, context.served),
  })
  if (!request.stream || wire.stream === undefined) return jsonBody(200, wire.write(request, reply))
  return { status: 200, ...wire.stream(request, reply) }
}

/** Tokens of the prompt that are read: all, or half the window when the prompt is longer than it. */
function readTokens(request: ServedRequest, served: ServedModels): number {
  const tokens = request.promptTokens
  const window = windowOf(request, served.contextWindow)
  return tokens > window ? Math.floor(window / 2) : tokens
}
