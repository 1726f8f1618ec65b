import type { Exchange } from '../core/exchange.ts'
import type { NaReason } from '../core/score.ts'
import type { CacheState, Called } from './engine.ts'
import type { Item, Verdict } from './judge.ts'

/** Ids in a reply that are not as asked. */
export interface Problems {
  unknown: readonly string[]
  doubled: readonly string[]
  missing: readonly string[]
  conflicting: readonly string[]
  /** With an entry that cannot be read. */
  unreadable: readonly string[]
  /** With a number beside the scale. */
  off_scale: readonly string[]
}

/** One exchange, as questions use it. Questions that share it share this object. */
export interface Use {
  cache: CacheState
  exchange?: Exchange
  /** Exchanges before that led nowhere: replies that could not be read, words that the model's first token does not tell apart. */
  earlier: readonly string[]
  repairs: readonly string[]
  problems?: Problems
  failed?: { reason: NaReason; detail: string }
  /** Ids of the items that it was about, as they stand in the prompt. */
  items: readonly string[]
}

/** The verdict on one item, or why there is none; `item` is its id in the exchange. */
export type ItemOutcome<C extends string> = { item: string; use: Use } & (
  | { ok: true; verdict: Verdict<C> }
  | { ok: false; reason: NaReason; detail: string }
)

export function useOf<R>({ cache, exchange, earlier, result }: Called<R>, items: readonly string[]): Use {
  return {
    cache,
    ...(exchange === undefined ? {} : { exchange }),
    earlier,
    repairs: result.ok ? result.repairs : [],
    ...(result.ok ? {} : { failed: { reason: result.reason, detail: result.detail } }),
    items,
  }
}

/** The outcome of an item of a question; `shared`: another question had it in flight. */
export interface SettledItem<C extends string> {
  item: Item
  outcome: ItemOutcome<C>
  shared: boolean
}
