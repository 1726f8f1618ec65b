import type { Exchange, ItemPointer, Unread } from '../core/exchange.ts'

/**
 * Where exchanges are kept and found again; a store is one. `findExchange` and `findItems` give only usable exchanges.
 * A resolved `saveExchanges` means that they are on disk. The first saved for a key stays, but for what is said to be unread.
 */
export interface Exchanges {
  findExchange(key: string): Promise<Exchange | undefined>
  findItems(itemKeys: readonly string[]): Promise<ItemPointer[]>
  exchanges(ids: readonly string[]): Promise<Exchange[]>
  saveExchanges(exchanges: readonly Exchange[], items?: readonly ItemPointer[], unread?: Unread): Promise<void>
  findVectors(keys: readonly string[]): Promise<Map<string, Float32Array>>
  saveVectors(vectors: readonly { key: string; vector: Float32Array }[]): Promise<void>
  /** What was learnt of a model (refused parameters, characters a token, structured mode, self-test), by name. */
  judgeFact(modelKey: string, name: string): Promise<unknown>
  saveJudgeFact(modelKey: string, name: string, value: unknown): Promise<void>
  /** Counts questions that were answered without a call. */
  countHits(modelKey: string, hits: number): Promise<void>
}

/** Exchanges in memory, for use without a store. */
export function memoryExchanges(): Exchanges {
  const byId = new Map<string, Exchange>()
  const byKey = new Map<string, Exchange>()
  const items = new Map<string, ItemPointer>()
  const vectors = new Map<string, Float32Array>()
  const facts = new Map<string, unknown>()
  return {
    async findExchange(key) {
      return byKey.get(key)
    },
    async findItems(keys) {
      return keys.flatMap((key) => items.get(key) ?? [])
    },
    async exchanges(ids) {
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    async saveExchanges(added, pointers = [], unread = {}) {
      for (const id of unread.exchanges ?? []) {
        const old = byId.get(id)
        if (old === undefined) continue
        byId.set(id, { ...old, usable: false })
        if (byKey.get(old.key)?.exchange_id === id) byKey.delete(old.key)
        for (const [key, { exchange_id }] of items) if (exchange_id === id) items.delete(key)
      }
      for (const key of unread.items ?? []) items.delete(key)
      for (const exchange of added) {
        if (byId.has(exchange.exchange_id)) continue
        const usable = exchange.usable && !byKey.has(exchange.key)
        byId.set(exchange.exchange_id, { ...exchange, usable })
        if (usable) byKey.set(exchange.key, exchange)
      }
      for (const pointer of pointers) {
        const usable = byId.get(pointer.exchange_id)?.usable === true
        if (usable && !items.has(pointer.item_key)) items.set(pointer.item_key, pointer)
      }
    },
    async findVectors(keys) {
      return new Map(keys.flatMap((key) => (vectors.has(key) ? [[key, vectors.get(key) as Float32Array]] : [])))
    },
    async saveVectors(added) {
      for (const { key, vector } of added) vectors.set(key, vector)
    },
    async judgeFact(modelKey, name) {
      return facts.get(`${modelKey} ${name}`)
    },
    async saveJudgeFact(modelKey, name, value) {
      facts.set(`${modelKey} ${name}`, value)
    },
    async countHits() {},
  }
}
