import type { Prices } from '../core/judge-config.ts'
import { type Budget, type BudgetLimits, createBudget } from '../judge/budget.ts'

/** A budget that lets everything through and notes where a real one would have stopped. */
export interface BudgetWatch {
  readonly budget: Budget
  /** Where the first request would not have been sent any more; undefined while none. */
  readonly crossing: { detail: string; calls: number } | undefined
}

/** Watches limits as the budget of a run keeps them: every request counts with what it may use at most until it is settled. */
export function watchBudget(limits: BudgetLimits): BudgetWatch {
  const real = createBudget(limits)
  let crossing: { detail: string; calls: number } | undefined
  // What has no price is told apart; as a cost of 0 it does not hide the other limits.
  const known = (prices: Prices | undefined) => prices ?? { input_usd_per_million: 0, output_usd_per_million: 0 }
  const free = () => ({ tokens: 0, cost_usd: 0, prices: null })
  const passed = (outcome: ReturnType<Budget['reserve']>) => {
    if (!('exhausted' in outcome)) return outcome
    crossing ??= { detail: outcome.exhausted, calls: real.spent().calls }
    return free()
  }
  return {
    budget: {
      ...real,
      // An unknown price is no error of a plan: it says so.
      admit() {},
      reserve: (reservation, prices) => passed(real.reserve(reservation, known(prices))),
      acquire: async (reservation, prices, signal) => passed(await real.acquire(reservation, known(prices), signal)),
      get exhausted() {
        return undefined
      },
    },
    get crossing() {
      return crossing
    },
  }
}
