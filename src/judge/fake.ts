import type { ModelRequest } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import { type JudgeSettings, judgeSchema } from '../core/judge-config.ts'
import { type Asked, type InformedProvider, type WrittenVerdict, writeReply } from './asked.ts'
import type { Budget } from './budget.ts'
import { memoryExchanges } from './exchanges.ts'
import type { Item } from './judge.ts'
import type { JudgeModel } from './judge-model.ts'
import { openJudge } from './open-judge.ts'
import { type ModelFacts, type ModelReply, ProviderError, type ProviderErrorKind } from './provider.ts'

/** One request that a fake judge was sent. */
export interface FakeCall {
  /** Name of the step that asked. */
  step: string
  /** The question in its own terms; `form` says whether it was free, about one item, or about many. */
  asked: Asked
  /** What was sent. */
  request: ModelRequest
  /** Which request of this judge it is, from 1. */
  number: number
}

export interface FakeJudgeOptions {
  /** The verdict on an item: the name of its class, or more. Default the question's `typical`. */
  verdict?: (item: Item, call: FakeCall) => string | WrittenVerdict
  /**
   * The reply as text, or more of it; undefined = the reply made of `verdict` and `typical`. A value that is no text is written
   * as JSON.
   */
  reply?: (call: FakeCall) => string | { json: unknown } | Partial<ModelReply> | undefined
  /** How this request fails, if it does. */
  fault?: (call: FakeCall) => ProviderErrorKind | ProviderError | undefined
  /** How long a reply takes, in milliseconds; default 0. */
  latencyMs?: number
  /** The model gives probabilities; default true. */
  probabilities?: boolean
  /** Probability that a verifier gives that the text supports the claim; with it the judge has a verifier. */
  verifier?: (claim: string, text: string) => number
  /** Facts of the model in place of the defaults: local, a window of 32,768 tokens. */
  facts?: Partial<ModelFacts>
  /** Settings of the judge in place of the defaults, as in the configuration. */
  settings?: Partial<Record<keyof JudgeSettings, unknown>>
  explain?: boolean
  exchanges?: Exchanges
  budget?: Budget
  signal?: AbortSignal
}

/** A fake judge with the calls that it was sent. */
export interface FakeJudge extends JudgeModel {
  readonly calls: readonly FakeCall[]
}

/**
 * A judge for tests: the whole of a real one (cache, reading, window, budget, steps) around a model that answers by the rules
 * given. Without rules every question gets its typical answer.
 */
export async function fakeJudge(options: FakeJudgeOptions = {}): Promise<FakeJudge> {
  const { exchanges = memoryExchanges(), signal = new AbortController().signal, verifier, settings = {} } = options
  const calls: FakeCall[] = []
  const parsed = judgeSchema.parse({
    provider: 'recorded',
    model: 'fake',
    retries: 0,
    concurrency: 64,
    ...(verifier === undefined ? {} : { verifier: { provider: 'recorded', model: 'fake-verifier', retries: 0 } }),
    ...settings,
  })
  const model = await openJudge(parsed, {
    provider: fakeProvider('fake', options, calls),
    ...(verifier === undefined ? {} : { verifier: fakeProvider('fake-verifier', verifying(verifier), calls) }),
    exchanges,
    signal,
    ...(options.budget === undefined ? {} : { budget: options.budget }),
    ...(options.explain === undefined ? {} : { explain: options.explain }),
  })
  return Object.defineProperty(model, 'calls', { value: calls, enumerable: true }) as FakeJudge
}

/** A model in this process that answers by rules; every request is added to `calls`. */
export function fakeProvider(model: string, options: FakeJudgeOptions, calls: FakeCall[]): InformedProvider {
  const { probabilities = true } = options
  const facts: ModelFacts = {
    window: 32_768,
    canRaise: false,
    local: true,
    logprobs: probabilities,
    structured: ['json_schema', 'json', 'none'],
    ...options.facts,
  }
  return {
    provider: 'fake',
    model,
    address: 'embedded',
    unpaced: false,
    facts: async () => facts,
    chat: () => Promise.reject(new TypeError('a fake is told the question')),
    async chatAbout(request, asked, { signal }) {
      const call: FakeCall = { step: asked.step, asked, request, number: calls.length + 1 }
      calls.push(call)
      if (options.latencyMs !== undefined) await pause(options.latencyMs, signal)
      const fault = options.fault?.(call)
      if (fault !== undefined)
        throw fault instanceof ProviderError ? fault : new ProviderError(fault, `scripted ${fault}`)
      const { first_token, ...reply } = replyTo(call, options)
      const graded = probabilities && request.top_logprobs !== undefined && first_token !== undefined
      return graded ? { ...reply, first_token } : reply
    },
    close: async () => {},
  }
}

function replyTo(call: FakeCall, { reply, verdict }: FakeJudgeOptions): ModelReply {
  const plain: Omit<ModelReply, 'text'> = { stop: 'stop', usage: null }
  const given = reply?.(call)
  if (typeof given === 'string') return { ...plain, text: given }
  if (given !== undefined && 'json' in given) return { ...plain, text: JSON.stringify(given.json) }
  const { asked } = call
  const written = writeReply(asked, (item) => {
    const found = verdict?.(item, call) ?? (asked.form === 'free' ? '' : asked.typical)
    return typeof found === 'string' ? { verdict: found } : found
  })
  return { ...plain, ...written, ...given }
}

function verifying(supports: (claim: string, text: string) => number): FakeJudgeOptions {
  return {
    verdict(item, { request }) {
      const text = request.messages.at(-1)?.content.slice('Document: '.length, -`\nClaim: ${item.text}`.length) ?? ''
      const probability = supports(item.text, text)
      return probability >= 0.5
        ? { verdict: 'supported', probability }
        : { verdict: 'not_mentioned', probability: 1 - probability }
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
