import type { StopReason, TokenProbability } from '../../core/exchange.ts'
import { ProviderError } from '../provider.ts'
import type {
  LlamaContext,
  LlamaCppModule,
  LlamaGrammar,
  LlamaModel,
  LlamaSequence,
  Sampling,
} from './llama-cpp-module.ts'

/** Tokens read at once; between them the request may be given up. */
const BATCH = 512
/** Contexts grow by this much, as each growth forgets what was kept. */
const STEP = 1024
/** A grammar of JSON allows white space after the end, which weak models write for ever. */
const ENDLESS = /\n{4}$/

export interface Generation {
  tokens: number[]
  /** Tokens that end the reply, beside those that the model itself names. */
  stops: ReadonlySet<number>
  grammar: LlamaGrammar | undefined
  /** How many candidates for the first token are wanted. */
  top: number | undefined
  sampling: Sampling
  maxTokens: number
  /** The least window, in tokens. */
  window: number
  threads: number
  timeoutMs: number
  signal: AbortSignal
}

export interface Generated {
  text: string
  stop: StopReason
  first_token?: TokenProbability[]
  written: number
  /** Tokens of the prompt that were kept from the request before. */
  kept: number
}

/** One context with one sequence: requests go one after another, and each keeps the prefix it shares with the one before. */
export class LlamaSession {
  readonly #module: LlamaCppModule
  readonly #model: LlamaModel
  #context: LlamaContext | undefined
  #sequence: LlamaSequence | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(module: LlamaCppModule, model: LlamaModel) {
    this.#module = module
    this.#model = model
  }

  generate(generation: Generation): Promise<Generated> {
    const mine = this.#last.then(() => this.#generate(generation))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  /** Waits for the request in work. */
  async close(): Promise<void> {
    await this.#last
    await this.#context?.dispose()
    this.#context = undefined
  }

  async #generate(generation: Generation): Promise<Generated> {
    const { tokens, signal } = generation
    const check = guard(signal, generation.timeoutMs)
    check()
    const { sequence, size } = await this.#sized(generation)
    // The last token is always read anew: the next one follows from it.
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false)
    const kept = sequence.nextTokenIndex
    let rest = tokens.slice(kept)
    while (rest.length > BATCH) {
      await sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, BATCH))
      rest = rest.slice(BATCH)
      check()
    }
    const graded = await this.#first(sequence, rest, generation)
    const limit = Math.min(generation.maxTokens, size - tokens.length)
    const { written, stop } = await this.#write(sequence, generation, graded?.token ?? rest, limit, check)
    const text = this.#text(written, tokens)
    return {
      text: generation.grammar === undefined ? text : text.trimEnd(),
      stop,
      written: written.length,
      kept,
      ...(graded !== undefined && { first_token: graded.candidates }),
    }
  }

  /** A context of at least the needed size. */
  async #sized({ tokens, maxTokens, window, threads }: Generation): Promise<{ sequence: LlamaSequence; size: number }> {
    const limit = this.#model.trainContextSize
    if (tokens.length >= limit) {
      throw new ProviderError('too_long', `the prompt has ${tokens.length} tokens; the model reads ${limit}`)
    }
    const wanted = Math.max(window, tokens.length + maxTokens + 64)
    const size = Math.min(limit, Math.ceil(wanted / STEP) * STEP)
    if (this.#context === undefined || this.#sequence === undefined || this.#context.contextSize < size) {
      await this.#context?.dispose()
      this.#context = undefined
      try {
        const options = { contextSize: size, sequences: 1, batchSize: BATCH, threads }
        this.#context = await this.#model.createContext(options)
      } catch (cause) {
        throw new ProviderError('too_long', `there is not enough memory for a context of ${size} tokens`, { cause })
      }
      this.#sequence = this.#context.getSequence()
    }
    return { sequence: this.#sequence, size: this.#context.contextSize }
  }

  /** Reads the prompt to its end and gives the candidates for the first token, when they are wanted; the likeliest is taken. */
  async #first(
    sequence: LlamaSequence,
    rest: number[],
    { top, tokens }: Generation,
  ): Promise<{ token: number; candidates: TokenProbability[] } | undefined> {
    const last = rest.at(-1)
    if (top === undefined || last === undefined) return undefined
    const wanted = { generateNext: { probabilities: true, options: { temperature: 1 } } } as const
    const results = await sequence.controlledEvaluate([...rest.slice(0, -1), [last, wanted]])
    const probabilities = [...(results.at(-1)?.next.probabilities ?? [])].sort((a, b) => b[1] - a[1])
    const [best] = probabilities
    if (best === undefined) throw new ProviderError('bad_reply', 'node-llama-cpp gave no probabilities')
    const candidates = probabilities.slice(0, top).map(([token, probability]) => ({
      token: this.#text([token], tokens),
      logprob: Math.log(Math.max(probability, Number.MIN_VALUE)),
    }))
    return { token: best[0], candidates }
  }

  /** Writes until the model ends, the JSON is whole, or the limit is reached. `from` is the rest of the prompt, or the first token. */
  async #write(
    sequence: LlamaSequence,
    { stops, grammar, sampling, tokens }: Generation,
    from: number[] | number,
    limit: number,
    check: () => void,
  ): Promise<{ written: number[]; stop: StopReason }> {
    const ends = (token: number) => stops.has(token) || this.#model.isEogToken(token)
    const written: number[] = []
    if (typeof from === 'number') {
      if (ends(from)) return { written, stop: 'stop' }
      written.push(from)
    }
    if (written.length >= limit) return { written, stop: 'length' }
    const state = grammar && new this.#module.LlamaGrammarEvaluationState({ model: this.#model, grammar })
    const options = { ...sampling, yieldEogToken: true, ...(state && { grammarEvaluationState: state }) }
    for await (const token of sequence.evaluate(typeof from === 'number' ? [from] : from, options)) {
      check()
      if (ends(token)) return { written, stop: 'stop' }
      written.push(token)
      if (grammar !== undefined && isWhole(this.#text([token], tokens), () => this.#text(written, tokens))) {
        return { written, stop: 'stop' }
      }
      if (written.length >= limit) return { written, stop: 'length' }
    }
    return { written, stop: 'stop' }
  }

  #text(tokens: readonly number[], after: readonly number[]): string {
    return this.#model.detokenize(tokens, false, after.slice(-8))
  }
}

function isWhole(piece: string, whole: () => string): boolean {
  if (!/[}\]\n]/.test(piece)) return false
  const text = whole()
  if (ENDLESS.test(text)) return true
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Throws when the request is given up or has taken too long. */
function guard(signal: AbortSignal, timeoutMs: number): () => void {
  const end = performance.now() + timeoutMs
  return () => {
    signal.throwIfAborted()
    if (performance.now() > end) {
      throw new ProviderError('timeout', `the reply was not whole after ${timeoutMs / 1000} s (timeout_s)`)
    }
  }
}
