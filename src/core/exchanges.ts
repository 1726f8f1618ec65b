import type { Exchange, ItemPointer, Unread } from './exchange.ts'

/** Where exchanges with models are kept and found again; a store is one. A resolved save means that they are on disk. */
export interface Exchanges {
  /** The usable exchange that answers this question, if any. */
  findExchange(key: string): Promise<Exchange | undefined>
  /** Pointers to verdicts of usable exchanges, for those keys that are known, in any order; the first saved of a key. */
  findItems(itemKeys: readonly string[]): Promise<ItemPointer[]>
  /** By id, in the order of the ids; unknown ids are left out. */
  exchanges(ids: readonly string[]): Promise<Exchange[]>
  /**
   * Inserts what is not there yet. A usable exchange whose question has an answer already is kept, but is not usable; items
   * of what is not usable are left out. What is `unread` is no answer any more before the others are inserted. Rows given
   * within a few milliseconds are committed together.
   */
  saveExchanges(exchanges: readonly Exchange[], items?: readonly ItemPointer[], unread?: Unread): Promise<void>
  /** Those that are known. */
  findVectors(keys: readonly string[]): Promise<Map<string, Float32Array>>
  /** Inserts what is not there yet; a vector without numbers is left out. */
  saveVectors(vectors: readonly { key: string; vector: Float32Array }[]): Promise<void>
  /**
   * What was learnt of a model (refused parameters, tokens a character, structured mode, self-test), by name; undefined
   * when nothing was.
   */
  judgeFact(modelKey: string, name: string): Promise<unknown>
  /** Inserts or replaces. `value` is plain JSON. */
  saveJudgeFact(modelKey: string, name: string, value: unknown): Promise<void>
  /** Adds to the count of questions that were answered without a call. */
  countHits(modelKey: string, hits: number): Promise<void>
}
