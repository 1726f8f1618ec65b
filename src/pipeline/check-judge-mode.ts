import type { Exchange } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { CheckedCall, CheckedItem, CheckedMode, CheckMode, StabilityCheck } from '../core/judge-check.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import type { Probe } from '../judge/probes/probe.ts'
import { classOfToken } from '../judge/read-word.ts'
import { PROMPTS } from '../metrics/prompts/by-language.ts'
import { askProbe, type ProbeAnswer } from './check-judge-ask.ts'

export interface ModeOptions {
  model: JudgeModel
  exchanges: Exchanges
  probes: readonly Probe[]
  signal: AbortSignal
  /** Told of every probe that was asked, with its items. */
  onItems: (items: number) => void
}

/** Asks all probes in one way of asking. An interruption leaves out what was not asked. */
export async function checkMode(mode: CheckMode, options: ModeOptions): Promise<CheckedMode> {
  const started = performance.now()
  const answers = await askAll(options, options.probes, 1)
  const ids = answers.flatMap(({ exchanges }) => exchanges)
  return {
    mode,
    items: answers.flatMap(({ items }) => items),
    calls: (await options.exchanges.exchanges([...new Set(ids)])).map(callOf),
    seconds: (performance.now() - started) / 1000,
  }
}

/** Asks probes again, `times - 1` times more, and counts how many items get the same verdict every time. */
export async function checkStability(
  { mode, items }: CheckedMode,
  options: ModeOptions & { times: number },
): Promise<StabilityCheck> {
  const { times, probes } = options
  const verdicts = new Map<string, (string | null)[]>()
  const take = (held: readonly CheckedItem[]) => {
    for (const { id, verdict } of held) verdicts.set(id, [...(verdicts.get(id) ?? []), verdict])
  }
  const wanted = new Set(probes.flatMap((probe) => probe.items.map(({ id }) => id)))
  take(items.filter(({ id }) => wanted.has(id)))
  for (let repeat = 2; repeat <= times; repeat++) {
    take((await askAll(options, probes, repeat)).flatMap(({ items: again }) => again))
  }
  const whole = [...verdicts.values()].filter((all) => all.length === times && !all.includes(null))
  const equal = whole.filter((all) => all.every((one) => one === all[0])).length
  return { mode, equal, of: whole.length, times }
}

async function askAll({ model, signal, onItems }: ModeOptions, probes: readonly Probe[], repeat: number) {
  const answers: (ProbeAnswer | undefined)[] = []
  let next = 0
  const worker = async () => {
    while (next < probes.length && !signal.aborted) {
      const at = next++
      const probe = probes[at]
      if (probe === undefined) return
      answers[at] = await askProbe(model, probe, repeat)
      onItems(probe.items.length)
    }
  }
  await Promise.all(Array.from({ length: model.concurrency }, worker))
  return answers.filter((one) => one !== undefined)
}

function callOf(exchange: Exchange): CheckedCall {
  const { usage, latency_ms, usable, request } = exchange
  const { prompt_tokens = null, completion_tokens = null, cached_tokens = 0 } = usage ?? {}
  return {
    form: request.structured === undefined ? 'word' : 'json',
    prompt_tokens,
    completion_tokens,
    cached: cached_tokens > 0,
    latency_ms,
    structured: request.structured ?? null,
    ...wordsOf(exchange),
    unreadable: !usable && exchange.reply !== null,
  }
}

const WORD_LISTS = Object.values(PROMPTS).flatMap(({ entailment, relevance, correct }) => [
  ...entailment.words,
  ...relevance.words,
  ...correct.words,
])

/** How well the first token told the words apart: of the list that its candidates fit best. */
function wordsOf({ first_token: candidates, request }: Exchange): Pick<CheckedCall, 'word_mass' | 'word_named'> {
  if (candidates === undefined || request.top_logprobs === undefined) return { word_mass: null, word_named: null }
  let best = { word_mass: 0, word_named: false }
  for (const words of WORD_LISTS as readonly Readonly<Record<string, string>>[]) {
    const named = candidates.filter(({ token }) => classOfToken(token, words) !== undefined)
    const mass = Math.min(
      1,
      named.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0),
    )
    if (mass > best.word_mass) best = { word_mass: mass, word_named: named[0] === candidates[0] }
  }
  return best
}
