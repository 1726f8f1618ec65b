import type { Message } from '../core/exchange.ts'
import type { ModelFacts } from './provider.ts'
import { type Schema, tokenEstimator } from './token-estimate.ts'
import type { Estimate, StoredRatios } from './token-ratios.ts'

export interface WindowOptions {
  facts: Pick<ModelFacts, 'window' | 'canRaise'>
  settings: {
    /** `judge.window` or `judge.verifier.window`. */
    window?: number | undefined
  }
  /** Where the settings stand, for messages; default `judge`. */
  name?: string
  /** What {@link Window.ratios} gave earlier for this model. */
  ratios?: unknown
}

/** Whether a prompt can be sent. */
export type Fit =
  | {
      ok: true
      /** The context window to ask for; only where the provider lets us ask. */
      num_ctx?: number
      /** To be said to the user once: it stands in the first such answer only. */
      note?: string
    }
  | {
      ok: false
      /** What NA `context_truncated` says: tokens needed, window, shortfall, and the setting that would cure it. */
      detail: string
    }

/** Guards one model's context window: no prompt is sent that would be cut, and no reply to a cut prompt is believed. */
export interface Window {
  estimate(messages: readonly Message[], schema?: Schema): Estimate
  fit(estimate: Estimate, maxOutput: number): Fit
  /** After a reply that was not cut; null = the provider does not report prompt tokens. */
  learn(messages: readonly Message[], schema: Schema, promptTokens: number | null): void
  /** Whether the reported prompt count says that the model read only a part. */
  wasCut(estimate: Estimate, promptTokens: number | null, numCtx?: number): boolean
  /** The largest window asked for so far; undefined when none was. */
  readonly numCtx: number | undefined
  /** What was learnt of the model, as a plain value to be kept. */
  ratios(): StoredRatios
}

/** The smallest window asked for. */
const LEAST_WINDOW = 4096

/** Powers of two and the steps half-way between: a server loads the model anew for every other window. */
function stepFor(tokens: number): number {
  let step = LEAST_WINDOW
  while (step < tokens) step = step * 1.5 >= tokens ? step * 1.5 : step * 2
  return step
}

/** Windows that servers have by default. */
const isPowerOfTwo = (count: number) => count >= 2048 && Number.isInteger(Math.log2(count))

const near = (count: number, target: number) => Math.abs(count - target) <= 8

/**
 * A count below this is no whole prompt. A cut prompt loses half or more; what a server adds to every prompt, and material
 * unlike what was seen, make whole ones differ by less, short ones by a few dozen tokens.
 */
const leastWhole = ({ low, tokens }: Estimate) => Math.min(low, 0.7 * tokens, tokens - 50)

/** The smallest `max_output_tokens` that can be set. */
const LEAST_OUTPUT = 16

interface Limits {
  /** undefined = unknown. */
  window: number | undefined
  /** The setting is smaller than what the model could read. */
  bySetting: boolean
}

function limitsOf({ facts, settings }: WindowOptions): Limits {
  const own = facts.window ?? Number.POSITIVE_INFINITY
  const set = settings.window ?? Number.POSITIVE_INFINITY
  const window = Math.min(own, set)
  return { window: Number.isFinite(window) ? window : undefined, bySetting: set < own }
}

function tooLarge(estimate: Estimate, maxOutput: number, limits: Limits, window: number, name: string): string {
  const needed = estimate.tokens + maxOutput
  const over = Math.max(1, needed - window)
  // Room for a shorter reply is a way out only where the prompt fits by itself.
  const shorter = maxOutput > LEAST_OUTPUT && estimate.tokens + LEAST_OUTPUT <= window
  const cure = limits.bySetting
    ? `raise ${name}.window if the model reads more`
    : `${shorter ? `lower ${name}.max_output_tokens, ` : ''}retrieve fewer or shorter chunks, or use a model with a larger window`
  const whose = limits.bySetting ? `${name}.window` : 'the context window'
  return (
    `the prompt needs about ${estimate.tokens} tokens and its reply up to ${maxOutput}, but ${whose} is ${window}: ` +
    `about ${over} too many; ${cure}`
  )
}

/** Opens the guard of one model. */
export function createWindow(options: WindowOptions): Window {
  const { facts, name = 'judge' } = options
  const limits = limitsOf(options)
  const estimator = tokenEstimator(options.ratios)
  let numCtx: number | undefined
  let silent = false
  let said = false

  /** A reported count shows a cut afterwards, so an unsure estimate may try; without it only what surely fits is sent. */
  const surely = ({ low, high }: Estimate) => (silent && estimator.seen === 0 ? high : low)

  const raise = (estimate: Estimate, maxOutput: number): number => {
    const most = limits.window ?? Number.POSITIVE_INFINITY
    numCtx = Math.max(numCtx ?? 0, Math.min(most, stepFor(estimate.high + maxOutput)))
    return numCtx
  }
  return {
    estimate: (messages, schema) => estimator.estimate(messages, schema),
    fit(estimate, maxOutput) {
      const { window } = limits
      if (window !== undefined && surely(estimate) + maxOutput > window)
        return { ok: false, detail: tooLarge(estimate, maxOutput, limits, window, name) }
      if (facts.canRaise) return { ok: true, num_ctx: raise(estimate, maxOutput) }
      if (window !== undefined || said) return { ok: true }
      said = true
      const note = `the context window of the model is not known; set ${name}.window so that a prompt too long for it is noticed before it is sent`
      return { ok: true, note }
    },
    learn(messages, schema, promptTokens) {
      if (promptTokens === null) silent = true
      else estimator.learn(messages, schema, promptTokens)
    },
    wasCut(estimate, promptTokens, asked) {
      if (promptTokens === null) return false
      const window = asked ?? limits.window
      const fewer = promptTokens * 1.1 < estimate.tokens
      if (promptTokens < leastWhole(estimate)) return true
      if (window !== undefined && promptTokens >= window) return true
      if (window !== undefined && fewer && near(promptTokens, window / 2)) return true
      return fewer && isPowerOfTwo(promptTokens)
    },
    get numCtx() {
      return numCtx
    },
    ratios: () => estimator.toJSON(),
  }
}
