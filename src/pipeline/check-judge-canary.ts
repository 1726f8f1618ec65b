import { z } from 'zod'
import type { Exchanges } from '../core/exchanges.ts'
import type { Canary, CanaryTry } from '../core/judge-check.ts'
import type { NaReason } from '../core/score.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import { filler } from '../judge/probes/filler.ts'
import type { Prompt } from '../judge/prompt.ts'
import { renderPrompt } from '../judge/prompt.ts'
import { tokenEstimator } from '../judge/token-estimate.ts'

export interface CanaryOptions {
  model: JudgeModel
  exchanges: Exchanges
  /** The window by the settings or the provider, in tokens; undefined = not known. */
  window: number | undefined
  /** No prompt is longer, whatever the window is. */
  mostTokens: number
  /** No prompt is tried that would end later, by the time that the one before took. */
  seconds: number
  signal: AbortSignal
}

const FIRST_TOKENS = 1024
/** Room for the reply and for what servers add. */
const REPLY_TOKENS = 64

const reply = z.object({ code: z.string() })
/** Codes whose parts occur nowhere else. */
const codeFor = (length: number) => `KT-${((length * 7919) % 8999) + 1000}-QZ`

/**
 * The largest prompt that is really read: a code stands at the very beginning of prompts of growing length, and is asked for at
 * the end. A server that cuts prompts in silence cuts the beginning.
 */
export async function canary(options: CanaryOptions): Promise<Canary> {
  const { window, mostTokens, seconds, signal, exchanges, model } = options
  const started = performance.now()
  const claimed = Math.min(window ?? Number.POSITIVE_INFINITY, mostTokens)
  // Without what was learnt before: the prompts are the same when the check goes on after an interruption.
  const estimator = tokenEstimator()
  const tries: CanaryTry[] = []
  let counted = true
  let ratio: number | undefined
  const end = (stopped: string): Canary => {
    const found = tries.filter(({ outcome }) => outcome === 'found').map(({ tokens }) => tokens)
    return { largest: found.length === 0 ? null : Math.max(...found), counted, tries, stopped }
  }
  for (const length of lengths(claimed)) {
    if (signal.aborted) return end('interrupted')
    const last = tries.at(-1)
    const elapsed = (performance.now() - started) / 1000
    const expected = last === undefined ? 0 : (last.seconds * length) / last.tokens
    if (elapsed + expected > seconds) return end(timeLimit(length, expected, seconds))
    const { prompt, tokens: estimated } = promptOf(length, ratio, estimator)
    const one = await tryPrompt(model, exchanges, prompt, length)
    if (one.reported === undefined) counted = false
    else ratio = one.reported / estimated
    const tokens = one.reported ?? Math.round(estimated)
    tries.push({ tokens, outcome: one.outcome, seconds: one.seconds, detail: one.detail })
    if (one.outcome !== 'found') return end(`${STOPPED[one.outcome]} at about ${tokens} tokens`)
  }
  return end(limitSentence(window, mostTokens))
}

const STOPPED: Readonly<Record<Exclude<CanaryTry['outcome'], 'found'>, string>> = {
  not_found: 'the beginning of the prompt was not found',
  cut: 'the prompt was cut',
  refused: 'the prompt was refused as too long',
  unreadable: 'the reply could not be read',
  failed: 'the request failed',
}

function timeLimit(length: number, expected: number, limit: number): string {
  return `${length} tokens would take about ${Math.round(expected)} s more, and the time limit is ${limit} s`
}

function limitSentence(window: number | undefined, mostTokens: number): string {
  if (window === undefined) return `no longer prompt than ${mostTokens} tokens was tried; the window is not known`
  if (window <= mostTokens) return `the whole window of ${window} tokens was tried`
  return `no longer prompt than ${mostTokens} tokens was tried, of a window of ${window}`
}

/** Doubling, and at the end as much as fits beside the reply. */
function lengths(most: number): number[] {
  const last = Math.floor((most - REPLY_TOKENS) * 0.93)
  const all: number[] = []
  for (let length = FIRST_TOKENS; length < last * 0.75; length *= 2) all.push(length)
  return [...all, last]
}

/**
 * A prompt of about so many tokens. `ratio`: tokens as counted by the provider to tokens as estimated, of the one before; where
 * the provider counts none the prompt has surely no more tokens, for longer ones are not sent.
 */
function promptOf(length: number, ratio: number | undefined, estimator: ReturnType<typeof tokenEstimator>) {
  const made = (characters: number): Prompt => ({
    instructions:
      'Find the code of the day in the text. Reply in JSON: {"code": "..."}; {"code": ""} if the text has none.',
    blocks: [
      { label: 'Text', text: `The code of the day is ${codeFor(length)}.\n${filler('en', characters, length)}` },
    ],
    task: 'What is the code of the day?',
  })
  const sizeOf = (prompt: Prompt) => estimator.estimate(renderPrompt(prompt))
  const counted = (prompt: Prompt) => (ratio === undefined ? sizeOf(prompt).high : sizeOf(prompt).tokens * ratio)
  const [base, more] = [counted(made(0)), counted(made(4000))]
  const perCharacter = Math.max(0.05, (more - base) / 4000)
  const prompt = made(Math.max(0, Math.floor((length - base) / perCharacter)))
  return { prompt, tokens: sizeOf(prompt).tokens }
}

const CUT: readonly NaReason[] = ['context_truncated']
const UNREADABLE: readonly NaReason[] = ['judge_unreadable', 'judge_truncated', 'judge_refused']

async function tryPrompt(model: JudgeModel, exchanges: Exchanges, prompt: Prompt, length: number) {
  const ids: string[] = []
  const judge = model.recording(({ exchange }) => {
    if (typeof exchange === 'string') ids.push(exchange)
  })
  const answer = await judge.ask({
    step: 'canary',
    prompt,
    schema: reply,
    typical: { code: codeFor(length) },
    maxOutputTokens: REPLY_TOKENS,
  })
  const [exchange] = await exchanges.exchanges(ids)
  const reported = exchange?.usage?.prompt_tokens ?? undefined
  const seconds = (exchange?.latency_ms ?? 0) / 1000
  const told = { reported, seconds, detail: answer.ok ? null : answer.detail }
  if (answer.ok) {
    const found = answer.value.code.toUpperCase().includes(codeFor(length))
    return { ...told, outcome: found ? ('found' as const) : ('not_found' as const) }
  }
  const { reason } = answer
  if (CUT.includes(reason)) {
    return { ...told, outcome: exchange?.reply == null ? ('refused' as const) : ('cut' as const) }
  }
  return { ...told, outcome: UNREADABLE.includes(reason) ? ('unreadable' as const) : ('failed' as const) }
}
