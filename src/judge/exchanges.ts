import type { Exchange, ItemPointer } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'

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
