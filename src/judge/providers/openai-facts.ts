import { type ModelFacts, ProviderError } from '../provider.ts'
import { isPlainlyUnknown } from './answer-error.ts'
import type { Connection } from './connection.ts'
import { ifTold } from './if-told.ts'
import { requestJson } from './json-request.ts'
import { knownWindow } from './known-window.ts'

const STRUCTURED = ['json_schema', 'tool', 'json', 'none'] as const
/** Names that servers use for the tokens that a model reads. */
const WINDOW_FIELDS = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'loaded_context_length',
]

interface Asked {
  model: string
  headers: Readonly<Record<string, string>>
  task: 'chat' | 'embed'
}

/**
 * What a server tells of its model without a spend, through `/models`. A wrong key, a server that is not there and a model
 * that it says it does not have are errors. Servers without the list, and models that are served but not listed, are fine.
 */
export async function openaiFacts(connection: Connection, asked: Asked, signal: AbortSignal): Promise<ModelFacts> {
  const facts = { canRaise: false, local: connection.local, structured: STRUCTURED }
  const listed = await modelList(connection, asked, signal)
  const entry = listed?.find(({ id }) => id === asked.model)
  const warnings = listed !== undefined && entry === undefined ? await notListed(connection, asked, listed, signal) : []
  const server = entry?.owned_by === 'llamacpp' ? await llamaCppServer(connection, asked, signal) : {}
  const window = server.window ?? windowIn(entry) ?? knownWindow(asked.model)
  return {
    ...facts,
    ...(window === undefined ? {} : { window }),
    ...(server.server === undefined ? {} : { server: server.server }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

type Listed = Record<string, unknown> & { id: string }

async function modelList(connection: Connection, asked: Asked, signal: AbortSignal): Promise<Listed[] | undefined> {
  const answer = (await ifTold(() => get(connection, asked, '/models', signal))) as { data?: unknown } | undefined
  const list = Array.isArray(answer) ? answer : answer?.data
  if (!Array.isArray(list)) return undefined
  return list.filter((entry): entry is Listed => typeof entry?.id === 'string')
}

/** Asks for the one model: some servers list fewer than they serve, and only a plain "no such model" counts. */
async function notListed(
  connection: Connection,
  asked: Asked,
  listed: Listed[],
  signal: AbortSignal,
): Promise<string[]> {
  try {
    await get(connection, asked, `/models/${encodeURIComponent(asked.model)}`, signal)
    return []
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const known = listed.slice(0, 8).map(({ id }) => id)
    const names = `${known.join(', ')}${listed.length > known.length ? ', ...' : ''}`
    const denial = isPlainlyUnknown(error) ? error : await denied(connection, asked, signal)
    if (denial !== undefined) {
      throw new ProviderError(denial.kind, `${denial.message}; it lists ${names}`, { status: denial.status ?? 404 })
    }
    return [`${connection.address} does not list the model "${asked.model}"; it lists ${names}`]
  }
}

const EMPTY = {
  chat: ['/chat/completions', { messages: [], max_tokens: 1 }],
  embed: ['/embeddings', { input: [] }],
} as const

/**
 * Asks with nothing in the request, where the server does not tell of single models: it is refused, for the model when there
 * is none, and costs nothing. Whatever else comes back says nothing of the model.
 */
async function denied(connection: Connection, asked: Asked, signal: AbortSignal): Promise<ProviderError | undefined> {
  const { model, headers, task } = asked
  const [path, nothing] = EMPTY[task]
  try {
    await requestJson(connection, { path, headers, body: { model, ...nothing }, model, task }, signal)
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return isPlainlyUnknown(error) || error.kind === 'unsupported' ? error : undefined
  }
}

/** The window that llama.cpp's server was started with; the list tells only that of the training. */
async function llamaCppServer(
  connection: Connection,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ window?: number; server?: string }> {
  const root = { ...connection, url: (path: string) => `${connection.base.replace(/\/v1$/, '')}${path}` }
  const told = (await ifTold(() => get(root, asked, '/props', signal))) as
    | { default_generation_settings?: { n_ctx?: unknown }; build_info?: unknown }
    | undefined
  const window = whole(told?.default_generation_settings?.n_ctx)
  return {
    ...(window === undefined ? {} : { window }),
    ...(typeof told?.build_info === 'string' ? { server: `llama.cpp ${told.build_info}` } : {}),
  }
}

function get(
  connection: Connection,
  { model, headers, task }: Asked,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  return requestJson(connection, { path, headers, model, task }, signal)
}

function windowIn(entry: Listed | undefined): number | undefined {
  if (entry === undefined) return undefined
  const meta = (entry.meta ?? {}) as Record<string, unknown>
  const told = [...WINDOW_FIELDS.map((name) => entry[name]), meta.n_ctx, meta.n_ctx_train]
  return told.map(whole).find((tokens) => tokens !== undefined)
}

function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
