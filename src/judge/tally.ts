import type { ModelUsage } from '../core/exchange.ts'
import type { Prices } from '../core/judge-config.ts'
import type { NaReason } from '../core/score.ts'
import type { Spent } from './judge-model.ts'
import { costOf } from './prices.ts'

/** Counts what is asked of a model. */
export interface Tally {
  /** A request was answered; `usage` is null when the provider does not tell. */
  answered(usage: ModelUsage | null): void
  /** A request failed, which costs nothing. */
  unanswered(): void
  hit(): void
  failed(reason: NaReason): void
  spent(dropped: readonly string[]): Spent
}

/** `prices` undefined = unknown: the cost is null as soon as anything was answered. */
export function createTally(prices: Prices | undefined): Tally {
  const total = { calls: 0, hits: 0, prompt_tokens: 0, completion_tokens: 0 }
  const failures: Record<string, number> = {}
  let cost: number | null = 0
  return {
    answered(usage) {
      total.calls += 1
      total.prompt_tokens += usage?.prompt_tokens ?? 0
      total.completion_tokens += usage?.completion_tokens ?? 0
      const price = costOf(usage, prices)
      cost = cost === null || price === null ? null : cost + price
    },
    unanswered() {
      total.calls += 1
    },
    hit() {
      total.hits += 1
    },
    failed(reason) {
      failures[reason] = (failures[reason] ?? 0) + 1
    },
    spent: (dropped) => ({ ...total, cost_usd: cost, failed: { ...failures }, dropped_parameters: [...dropped] }),
  }
}
