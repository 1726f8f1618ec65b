import type { Exchange, ItemPointer } from '../core/exchange.ts'
import { batchQuery } from './batch-query.ts'
import type { StoreContext } from './context.ts'
import { fromExchangeRow, type StoredExchange } from './exchange-rows.ts'
import { exchangeWriter, toPending } from './exchange-writer.ts'
import type { Database } from './schema.ts'
import type { Store } from './store.ts'
import { isConstraint } from './store-error.ts'
import { fromText, toText } from './stored-text.ts'

/** Exchanges with judge models. */
export function exchangesPart(
  context: StoreContext,
): Pick<Store, 'findExchange' | 'findItems' | 'exchanges' | 'saveExchanges'> {
  const writer = exchangeWriter(context.known)
  const byQuestion = exchangeByQuestion()
  const byIds = exchangesByIds()
  const items = itemsByKeys()
  return {
    async findExchange(key) {
      const { rows } = await context.read((db) => byQuestion(db, [toText(key)]))
      return rows[0] === undefined ? undefined : fromExchangeRow(rows[0], context.location)
    },
    async findItems(itemKeys) {
      const keys = [...new Set(itemKeys.map(toText))]
      const { rows } = await context.read((db) => items(db, keys))
      return rows.map(
        ({ item_key, exchange_id, item_id }): ItemPointer => ({
          item_key: fromText(item_key),
          exchange_id: fromText(exchange_id),
          item_id: fromText(item_id),
        }),
      )
    },
    async exchanges(ids) {
      const texts = ids.map(toText)
      const { rows } = await context.read((db) => byIds(db, [...new Set(texts)]))
      const found = new Map(rows.map((row) => [row.exchange_id, row]))
      return texts.flatMap((id): Exchange | [] => {
        const row = found.get(id)
        return row === undefined ? [] : fromExchangeRow(row, context.location)
      })
    },
    async saveExchanges(exchanges, pointers = [], unread = {}) {
      const pending = toPending(exchanges, pointers, unread)
      if (pending.length > 0) await againWhenCleared(() => context.write.rows(writer, pending, { patient: true }))
    },
  }
}

/**
 * A remembered form may be gone, when another process cleared the cache; then the database refuses the rows, and they are
 * given again with the form forgotten. That another clearing comes in between is unlikely, and ever less so.
 */
async function againWhenCleared(save: () => Promise<void>, attempts = 10): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (attempts <= 1 || !isConstraint(error)) throw error
    await againWhenCleared(save, attempts - 1)
  }
}

/** The query of exchanges with their texts. */
function selectExchanges(db: Database) {
  return db
    .selectFrom('exchanges as e')
    .innerJoin('exchange_forms as f', 'f.form_key', 'e.form_key')
    .innerJoin('exchange_records as x', 'x.exchange_key', 'e.exchange_key')
    .select(['e.exchange_id', 'e.key', 'e.usable', 'e.created_at', 'f.form', 'x.record'])
}

function exchangeByQuestion() {
  return batchQuery<string, StoredExchange>(
    (db) =>
      selectExchanges(db)
        .where('e.key', '=', '')
        .where((eb) => eb('e.usable', '=', eb.lit(1)))
        .compile(),
    (key, into) => void into.push(key),
  )
}

function exchangesByIds() {
  return batchQuery<string, StoredExchange>(
    (db, ids) => selectExchanges(db).where('e.exchange_id', 'in', Array<string>(ids).fill('')).compile(),
    (id, into) => void into.push(id),
  )
}

function itemsByKeys() {
  return batchQuery<string, ItemPointer>(
    (db, keys) =>
      db
        .selectFrom('judge_items as i')
        .innerJoin('exchanges as e', 'e.exchange_key', 'i.exchange_key')
        .select(['i.item_key', 'e.exchange_id', 'i.item_id'])
        .where('i.item_key', 'in', Array<string>(keys).fill(''))
        .where((eb) => eb('e.usable', '=', eb.lit(1)))
        .compile(),
    (key, into) => void into.push(key),
  )
}
