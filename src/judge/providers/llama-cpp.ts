import { messageOf } from '../../core/errors.ts'
import type { Message, ModelRequest } from '../../core/exchange.ts'
import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { type ModelReply, type Provider, ProviderError } from '../provider.ts'
import { type EmbeddedModel, embeddedModel, threadsOf } from './llama-cpp-model.ts'
import type {
  ChatItem,
  ChatWrapper,
  Llama,
  LlamaGrammar,
  LlamaModel,
  LoadLlamaCpp,
  Sampling,
} from './llama-cpp-module.ts'
import { grammarSchema } from './llama-cpp-schema.ts'
import { LlamaSession } from './llama-cpp-session.ts'

const SAMPLING = { temperature: 'temperature', top_k: 'topK', top_p: 'topP', min_p: 'minP', seed: 'seed' } as const
/** Parameters of loading and not of sampling. */
const LOADING = ['threads', 'gpu_layers']
const MOST_GRAMMARS = 50

interface Opened {
  llama: Llama
  model: LlamaModel
  wrapper: ChatWrapper
  session: LlamaSession
  grammars: Map<string, LlamaGrammar>
  version: string | undefined
}

/**
 * A GGUF file run in this process by the optional package `node-llama-cpp`: no server. JSON is demanded by a grammar, verdict
 * words carry the probabilities of the first token, and what a prompt shares with the one before is not read again. The
 * context grows to what prompts need, up to the model's own limit. Parameters: `temperature`, `top_k`, `top_p`, `min_p`,
 * `seed`, `threads` (default one fewer than there are cores), `gpu_layers` (0 = no GPU).
 */
export async function llamaCppProvider(
  settings: JudgeSettings | VerifierSettings,
  context: { folder: string },
  load?: LoadLlamaCpp,
): Promise<Provider> {
  const embedded = await embeddedModel(settings, context.folder, load)
  let opened: Opened | undefined
  const open = async (signal: AbortSignal) => {
    opened ??= await openModel(embedded, signal)
    return opened
  }
  return {
    provider: 'llama-cpp',
    model: embedded.name,
    address: 'embedded',
    async facts(signal) {
      const { model, version } = await open(signal)
      return {
        digest: embedded.digest,
        window: model.trainContextSize,
        canRaise: true,
        local: true,
        logprobs: true,
        structured: ['json_schema', 'json', 'none'],
        ...(version !== undefined && { server: `node-llama-cpp ${version}` }),
      }
    },
    async chat(request, signal) {
      const ready = await open(signal)
      try {
        return await chat(ready, request, settings, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ProviderError) throw error
        throw new ProviderError('bad_reply', `node-llama-cpp failed: ${messageOf(error)}`, { cause: error })
      }
    },
    async close() {
      await opened?.session.close()
      await embedded.close()
    },
  }
}

async function openModel(embedded: EmbeddedModel, signal: AbortSignal): Promise<Opened> {
  const { llama, model, version } = await embedded.load(signal)
  const { general, tokenizer } = model.fileInfo.metadata
  if (/bert|^t5encoder/.test(general?.architecture ?? '')) {
    throw new ProviderError(
      'unsupported',
      `${embedded.name} is an embedding model (${general?.architecture}) and does not chat`,
    )
  }
  // Reasoning would stand before the verdict word, whose probability is that of the first token.
  const thinks = tokenizer?.chat_template?.includes('enable_thinking') === true
  const wrapper = embedded.module.resolveChatWrapper(model, {
    warningLogs: false,
    ...(thinks && { customWrapperSettings: { qwen: { thoughts: 'discourage' } } }),
  })
  return { llama, model, wrapper, version, session: new LlamaSession(embedded.module, model), grammars: new Map() }
}

async function chat(
  opened: Opened,
  request: ModelRequest,
  settings: JudgeSettings | VerifierSettings,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { wrapper, model, session } = opened
  const sampling = samplingOf(request.parameters)
  const grammar = await grammarFor(opened, request)
  const state = wrapper.generateContextState({ chatHistory: historyOf(request.messages) })
  const tokens = state.contextText.tokenize(model.tokenizer)
  const triggers = state.stopGenerationTriggers.map((trigger) => trigger.tokenize(model.tokenizer))
  const top = grammar === undefined ? request.top_logprobs : undefined
  const { written, kept, ...reply } = await session.generate({
    tokens,
    stops: new Set(triggers.flatMap((trigger) => (trigger.length === 1 ? trigger : []))),
    grammar,
    top,
    sampling,
    maxTokens: request.max_output_tokens,
    window: request.num_ctx ?? 0,
    threads: threadsOf(settings.parameters),
    timeoutMs: settings.timeout_s * 1000,
    signal,
  })
  const taken = top !== undefined && sampling.temperature > 0
  return {
    ...reply,
    usage: { prompt_tokens: tokens.length, completion_tokens: written, cached_tokens: kept },
    ...(taken && { warnings: ['with probabilities the likeliest first token is taken, whatever the temperature'] }),
  }
}

function samplingOf(parameters: Readonly<Record<string, unknown>>): Sampling {
  const sampling: Record<string, number> = { temperature: 0 }
  for (const [name, value] of Object.entries(parameters)) {
    if (LOADING.includes(name) || value === undefined) continue
    const known = SAMPLING[name as keyof typeof SAMPLING]
    if (known === undefined || typeof value !== 'number') {
      throw new ProviderError('refused_parameter', `llama-cpp does not know the parameter ${name}`, { parameter: name })
    }
    sampling[known] = value
  }
  return sampling as unknown as Sampling
}

/** The history ends with the reply that is to be written. */
function historyOf(messages: readonly Message[]): ChatItem[] {
  const history = messages.map(
    ({ role, content }): ChatItem =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  )
  return [...history, { type: 'model', response: [] }]
}

async function grammarFor({ llama, grammars }: Opened, request: ModelRequest): Promise<LlamaGrammar | undefined> {
  const { json_schema, structured = 'json_schema' } = request
  if (json_schema === undefined || structured === 'none') return undefined
  const key = structured === 'json' ? 'json' : JSON.stringify(json_schema)
  const known = grammars.get(key)
  if (known !== undefined) return known
  const grammar = await makeGrammar(llama, structured === 'json' ? undefined : json_schema)
  if (grammars.size >= MOST_GRAMMARS) grammars.clear()
  grammars.set(key, grammar)
  return grammar
}

async function makeGrammar(llama: Llama, schema: object | undefined): Promise<LlamaGrammar> {
  if (schema === undefined) return llama.getGrammarFor('json')
  const simple = grammarSchema(schema)
  try {
    return await llama.createGrammarForJsonSchema(simple)
  } catch (cause) {
    throw new ProviderError('unsupported', 'node-llama-cpp makes no grammar of this JSON Schema', { cause })
  }
}
