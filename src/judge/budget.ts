import { RagstoneError } from '../core/errors.ts'
import type { ModelUsage } from '../core/exchange.ts'
import type { Prices } from '../core/judge-config.ts'
import { onAbort } from '../core/on-abort.ts'
import { type Entry, Queue } from '../core/queue.ts'
import { costOf, type ServedModel } from './prices.ts'

/** Limits on what judging may spend; absent = none. */
export interface BudgetLimits {
  /** Requests to models, retries among them. */
  calls?: number | undefined
  /** Tokens, prompt and reply together. */
  tokens?: number | undefined
  /** US dollars. */
  cost_usd?: number | undefined
}

/** Most tokens that a request may use. */
export interface Reservation {
  prompt_tokens: number
  completion_tokens: number
}

/** A request that was let through, from before it is sent until it is settled. */
export interface Ticket {
  readonly tokens: number
  readonly cost_usd: number
  readonly prices: Prices | null
}

/** What was spent, without what is in flight. */
export interface BudgetSpent {
  calls: number
  tokens: number
  /** null when a price was unknown; with a cost limit it never is. */
  cost_usd: number | null
}

/**
 * Stops spending before the next request would cross a limit. One is shared by judge, verifier and embeddings.
 *
 * A request is reserved right before it is sent (every retry anew, and nothing while it waits for its turn) and settled when
 * it ended. Requests in flight count with what they may use at most, so no limit is ever crossed; the first refusal is final,
 * for a run that goes on with its small questions only would spend money on scores that cannot be finished.
 */
export interface Budget {
  /** Throws RagstoneError `unknown_price` when money is limited and the model has no known price; asked when a model is opened. */
  admit(served: ServedModel, prices: Prices | undefined, name?: string): void
  /** Lets a request through at once, or says why not; `exhausted` is the detail of NA `budget_exhausted`. */
  reserve(reservation: Reservation, prices?: Prices): Ticket | { exhausted: string }
  /** As `reserve`, but waits for requests in flight while these may turn out to use less than is reserved for them. */
  acquire(
    reservation: Reservation,
    prices: Prices | undefined,
    signal: AbortSignal,
  ): Promise<Ticket | { exhausted: string }>
  /** A reply came, or may have been made and billed: without usage what was reserved counts. */
  settle(ticket: Ticket, usage: ModelUsage | null): void
  /** The request failed and cannot be billed: it counts as a call and nothing else. */
  release(ticket: Ticket): void
  spent(): BudgetSpent
  /** Why nothing is let through any more; undefined while something is. */
  readonly exhausted: string | undefined
}

interface Asked {
  reservation: Reservation
  prices: Prices | undefined
}

interface Waiting extends Asked, Entry {
  resolve(outcome: Ticket | { exhausted: string }): void
}

interface State {
  limits: BudgetLimits
  calls: number
  tokens: number
  cost: number
  costKnown: boolean
  /** Of requests in flight. */
  reservedTokens: number
  reservedCost: number
  inFlight: Set<Ticket>
  waiting: Queue<Waiting>
  /** Calls that ever waited. */
  waited: number
  exhausted: string | undefined
}

/** Sums of money are compared to a millionth of a cent: a limit that is met exactly is not crossed. */
const CENT_DUST = 1e-8

/** Dollars to a cent, and small sums to two figures. */
const money = (usd: number) => `${usd >= 1 || usd === 0 ? usd.toFixed(2) : String(Number(usd.toPrecision(2)))} USD`

/** The limit that a further request would cross; `spentOnly` leaves out what is reserved for requests in flight. */
function crossed(state: State, tokens: number, cost: number, spentOnly: boolean): string | undefined {
  const { limits } = state
  if (limits.calls !== undefined && state.calls + 1 > limits.calls)
    return `the budget of ${limits.calls} calls is used up`
  const usedTokens = state.tokens + (spentOnly ? 0 : state.reservedTokens)
  if (limits.tokens !== undefined && usedTokens + tokens > limits.tokens)
    return `the budget of ${limits.tokens} tokens is used up: ${state.tokens} spent, and the next call may use ${tokens}`
  const usedCost = state.cost + (spentOnly ? 0 : state.reservedCost)
  if (limits.cost_usd !== undefined && usedCost + cost > limits.cost_usd + CENT_DUST)
    return `the budget of ${money(limits.cost_usd)} is used up: ${money(state.cost)} spent, and the next call may cost ${money(cost)}`
  return undefined
}

function unknownPrice(what: string): RagstoneError {
  return new RagstoneError('unknown_price', `budget.cost_usd cannot be kept: the price of ${what} is not known`, {
    hint: 'give its price, for example "prices: {input_usd_per_million: 0.5, output_usd_per_million: 1.5}" beside the model (0 for a free one), or limit budget.tokens or budget.calls instead',
  })
}

function ticketFor(reservation: Reservation, prices: Prices | undefined, state: State): Ticket {
  const cost = costOf(reservation, prices)
  if (cost === null && state.limits.cost_usd !== undefined) throw unknownPrice('a model')
  return {
    tokens: reservation.prompt_tokens + reservation.completion_tokens,
    cost_usd: cost ?? 0,
    prices: prices ?? null,
  }
}

function grant(state: State, ticket: Ticket): Ticket {
  state.calls += 1
  state.reservedTokens += ticket.tokens
  state.reservedCost += ticket.cost_usd
  state.inFlight.add(ticket)
  return ticket
}

/** Takes a ticket back; false when it was settled before. */
function giveBack(state: State, ticket: Ticket): boolean {
  if (!state.inFlight.delete(ticket)) return false
  const none = state.inFlight.size === 0
  state.reservedTokens -= ticket.tokens
  state.reservedCost = none ? 0 : state.reservedCost - ticket.cost_usd
  return true
}

function charge(state: State, ticket: Ticket, usage: ModelUsage | null): void {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {
    prompt_tokens: null,
    completion_tokens: null,
  }
  const known = prompt !== null && completion !== null
  state.tokens += known ? prompt + completion : Math.max(ticket.tokens, (prompt ?? 0) + (completion ?? 0))
  const cost = costOf(usage, ticket.prices)
  if (cost === null && ticket.prices === null) state.costKnown = false
  state.cost += cost ?? ticket.cost_usd
}

/** A ticket, the end, or undefined: requests in flight decide. */
function attempt(state: State, { reservation, prices }: Asked): Ticket | { exhausted: string } | undefined {
  if (state.exhausted !== undefined) return { exhausted: state.exhausted }
  const ticket = ticketFor(reservation, prices, state)
  if (crossed(state, ticket.tokens, ticket.cost_usd, false) === undefined) return grant(state, ticket)
  state.exhausted = crossed(state, ticket.tokens, ticket.cost_usd, true)
  return state.exhausted === undefined ? undefined : { exhausted: state.exhausted }
}

/** Lets those go on that waited for what is decided now, first come first served. */
function wake(state: State): void {
  for (let next = state.waiting.first; next !== undefined; next = state.waiting.first) {
    const outcome = attempt(state, next)
    if (outcome === undefined) return
    state.waiting.leave(next)
    next.resolve(outcome)
  }
}

function wait(state: State, asked: Asked, signal: AbortSignal): Promise<Ticket | { exhausted: string }> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => {
      state.waiting.leave(entry)
      reject(signal.reason)
      wake(state)
    })
    state.waited += 1
    const entry: Waiting = {
      ...asked,
      ...{ order: state.waited, before: undefined, after: undefined, queued: false },
      resolve(outcome) {
        forget()
        resolve(outcome)
      },
    }
    state.waiting.join(entry)
  })
}

function openState(limits: BudgetLimits): State {
  const nothing = { calls: 0, tokens: 0, cost: 0, reservedTokens: 0, reservedCost: 0 }
  return {
    limits,
    ...nothing,
    costKnown: true,
    inFlight: new Set(),
    waiting: new Queue(),
    waited: 0,
    exhausted: undefined,
  }
}

/** Opens a budget; without limits it lets everything through and counts. */
export function createBudget(limits: BudgetLimits = {}): Budget {
  const state = openState(limits)
  return {
    admit(served, prices, name = 'judge') {
      if (limits.cost_usd !== undefined && prices === undefined)
        throw unknownPrice(`${served.provider} ${served.model} at ${served.address} (${name})`)
    },
    reserve(reservation, prices) {
      const outcome = attempt(state, { reservation, prices })
      if (outcome !== undefined) return outcome
      const { tokens, cost_usd } = ticketFor(reservation, prices, state)
      return { exhausted: `${crossed(state, tokens, cost_usd, false)} (calls in flight counted)` }
    },
    async acquire(reservation, prices, signal) {
      signal.throwIfAborted()
      const outcome = state.waiting.size > 0 ? undefined : attempt(state, { reservation, prices })
      return outcome ?? wait(state, { reservation, prices }, signal)
    },
    settle(ticket, usage) {
      if (!giveBack(state, ticket)) return
      charge(state, ticket, usage)
      wake(state)
    },
    release(ticket) {
      if (giveBack(state, ticket)) wake(state)
    },
    spent: () => ({ calls: state.calls, tokens: state.tokens, cost_usd: state.costKnown ? state.cost : null }),
    get exhausted() {
      return state.exhausted
    },
  }
}
