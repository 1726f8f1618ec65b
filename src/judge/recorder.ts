import type { Step } from '../core/score.ts'
import type { CacheState, Called } from './engine.ts'
import { type SettledItem, type Use, useOf } from './item-outcome.ts'
import type { Verdict } from './judge.ts'

/**
 * The step of a question with a free reply. Prompt and raw reply stand in the exchange; the value as it was read stands here, so
 * that a reader can redo the arithmetic without the exchange.
 */
export function freeStep<T>(step: string, called: Called<T>, repeat: number): Step {
  return {
    ...stepOf(step, 'free', useOf(called, []), called.cache),
    ...(repeat === 1 ? {} : { repeat }),
    ...(called.result.ok ? { value: called.result.value } : {}),
  }
}

/**
 * The steps of a closed question: one an exchange. First the calls that were made for it, in their order, then what was known;
 * every verdict stands in the step of the exchange that it was read from, under the metric's own id of the item.
 */
export function verdictSteps(
  step: string,
  form: 'single' | 'batched',
  outcomes: readonly SettledItem<string>[],
  asked: readonly Use[],
): Step[] {
  const byUse = new Map<Use, SettledItem<string>[]>(asked.map((use) => [use, []]))
  for (const one of outcomes) {
    const held = byUse.get(one.outcome.use)
    if (held === undefined) byUse.set(one.outcome.use, [one])
    else held.push(one)
  }
  return [...byUse].map(([use, held]) => {
    const shared = held.length > 0 && held.every((one) => one.shared) && use.cache === 'asked' && !asked.includes(use)
    const verdicts = held.flatMap(({ item, outcome }) => (outcome.ok ? [{ ...outcome.verdict, id: item.id }] : []))
    return {
      ...stepOf(step, form, use, shared ? 'in_flight' : use.cache),
      items: asked.includes(use) ? use.items : held.map(({ item }) => item.id),
      ...idsInExchange(held),
      verdicts,
      ...contradictionsOf(verdicts),
    }
  })
}

/** What every step of a judge has. */
export function stepOf(step: string, form: string, use: Use, cache: CacheState): Step {
  const { exchange, earlier, repairs, problems, failed } = use
  const figures =
    exchange === undefined
      ? {}
      : {
          prompt_tokens: exchange.usage?.prompt_tokens ?? null,
          completion_tokens: exchange.usage?.completion_tokens ?? null,
          latency_ms: exchange.latency_ms,
          attempts: exchange.attempts,
        }
  const faulty = problems !== undefined && Object.values(problems).some((ids) => ids.length > 0)
  return {
    kind: 'judge',
    step,
    form,
    cache,
    ...(exchange === undefined ? {} : { exchange: exchange.exchange_id }),
    ...(earlier.length === 0 ? {} : { exchanges: earlier }),
    ...(repairs.length === 0 ? {} : { repairs }),
    ...(faulty ? { problems } : {}),
    ...(failed === undefined ? {} : { failed }),
    ...figures,
  }
}

/** Where items have other ids in the prompt of the exchange than in this question. */
function idsInExchange(held: readonly SettledItem<string>[]): Record<string, unknown> {
  const other = held.filter(({ item, outcome }) => item.id !== outcome.item)
  if (other.length === 0) return {}
  return { ids_in_exchange: Object.fromEntries(held.map(({ item, outcome }) => [item.id, outcome.item])) }
}

function contradictionsOf(verdicts: readonly Verdict<string>[]): Record<string, unknown> {
  const count = verdicts.filter(({ contradiction }) => contradiction === true).length
  return count === 0 ? {} : { contradictions: count }
}
