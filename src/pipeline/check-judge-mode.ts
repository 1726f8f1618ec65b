import type { Exchange } from '../core/exchange.ts'
import type { CheckedCall, CheckedItem, CheckedMode, CheckMode, StabilityCheck } from '../core/judge-check.ts'
import type { Exchanges } from '../judge/exchanges.ts'
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
    word_mass: wordMass(exchange),
    unreadable: !usable && exchange.reply !== null,
  }
}

const WORD_LISTS = Object.values(PROMPTS).flatMap(({ entailment, relevance, correct }) => [
  ...entailment.words,
  ...relevance.words,
  ...correct.words,
])

/** Probability that the words of the list in use have together: of the list that the candidates fit best. */
function wordMass({ first_token: candidates, request }: Exchange): number | null {
  if (candidates === undefined || request.top_logprobs === undefined) return null
  const masses = WORD_LISTS.map((words: Readonly<Record<string, string>>) =>
    candidates.reduce(
      (sum, { token, logprob }) => sum + (classOfToken(token, words) === undefined ? 0 : Math.exp(logprob)),
      0,
    ),
  )
  return Math.min(1, Math.max(0, ...masses))
}
