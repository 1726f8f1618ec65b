import { createHash } from 'node:crypto'
import type { Exchange, ItemPointer } from '../core/exchange.ts'
import { batchQuery } from './batch-query.ts'
import { type ExchangeRow, toExchangeRow } from './exchange-rows.ts'
import type { KnownKeys } from './keys.ts'
import type { Database } from './schema.ts'
import { toText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

/** An exchange to be stored, or a pointer to one. */
export type PendingExchange = { row: ExchangeRow; item?: never } | { item: ItemPointer; row?: never }

type NumberedExchange = ExchangeRow & { formKey: number }

/** Exchanges and pointers as they are stored. */
export function toPending(exchanges: readonly Exchange[], items: readonly ItemPointer[]): PendingExchange[] {
  return [
    ...exchanges.map((exchange) => ({ row: toExchangeRow(exchange) })),
    ...items.map(({ item_key, exchange_id, item_id }) => ({
      item: { item_key: toText(item_key), exchange_id: toText(exchange_id), item_id: toText(item_id) },
    })),
  ]
}

/**
 * Inserts the exchanges that are not there yet. One whose question has an answer already is kept without answering it.
 * Pointers to what answers no question are left out.
 */
export function exchangeWriter(known: KnownKeys): Writer<PendingExchange> {
  const insert = exchangeInsert()
  const insertRecords = recordInsert()
  const insertItems = itemInsert()
  const usable = usableExchanges()
  return async (db, pending) => {
    const rows = new Map<string, NumberedExchange>()
    const items: ItemPointer[] = []
    for (const { row, item } of pending) {
      if (row === undefined) items.push(item)
      else if (!rows.has(row.exchange_id)) rows.set(row.exchange_id, { ...row, formKey: await formOf(db, known, row) })
    }
    const inserted = new Map<string, number>()
    const add = async (some: readonly NumberedExchange[]): Promise<void> => {
      for (const { exchange_id, exchange_key } of (await insert(db, some)).rows) inserted.set(exchange_id, exchange_key)
    }
    await add([...rows.values()])
    const refused = [...rows.values()].filter((row) => row.usable === 1 && !inserted.has(row.exchange_id))
    await add(refused.map((row) => ({ ...row, usable: 0 })))
    const records = [...inserted].map(([id, key]) => ({ exchange_key: key, record: rows.get(id)?.record ?? '' }))
    await insertRecords(db, records)
    if (items.length === 0) return
    const ids = [...new Set(items.map((item) => item.exchange_id))]
    const keys = new Map((await usable(db, ids)).rows.map((row) => [row.exchange_id, row.exchange_key]))
    await insertItems(
      db,
      items.flatMap(({ item_key, item_id, exchange_id }) => {
        const exchange_key = keys.get(exchange_id)
        return exchange_key === undefined ? [] : { item_key, item_id, exchange_key }
      }),
    )
  }
}

/** The number of the form of an exchange; a new one gets its row. */
async function formOf(db: Database, known: KnownKeys, { form, provider, model }: ExchangeRow): Promise<number> {
  const remembered = known.form(form)
  if (remembered !== undefined) return remembered
  const hash = createHash('sha256').update(form).digest('base64url')
  await db
    .insertInto('exchange_forms')
    .values({ hash, provider, model, bytes: Buffer.byteLength(form), form })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  const { form_key } = await db
    .selectFrom('exchange_forms')
    .select('form_key')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  known.rememberForm(form, form_key)
  return form_key
}

function exchangeInsert() {
  const placeholder = { exchange_id: '', key: '', usable: 1, form_key: 0, created_at: '', bytes: 0 }
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('exchanges')
        .values(Array.from({ length: rows }, () => placeholder))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['exchange_key', 'exchange_id'])
        .compile(),
    ({ exchange_id, key, usable, formKey, created_at, record }: NumberedExchange, into) => {
      into.push(exchange_id, key, usable, formKey, created_at, Buffer.byteLength(record))
    },
  )
}

function recordInsert() {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('exchange_records')
        .values(Array.from({ length: rows }, () => ({ exchange_key: 0, record: '' })))
        .compile(),
    ({ exchange_key, record }: { exchange_key: number; record: string }, into) => {
      into.push(exchange_key, record)
    },
  )
}

function itemInsert() {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('judge_items')
        .values(Array.from({ length: rows }, () => ({ item_key: '', exchange_key: 0, item_id: '' })))
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    (row: { item_key: string; exchange_key: number; item_id: string }, into) => {
      into.push(row.item_key, row.exchange_key, row.item_id)
    },
  )
}

function usableExchanges() {
  return batchQuery(
    (db, ids) =>
      db
        .selectFrom('exchanges')
        .select(['exchange_id', 'exchange_key'])
        .where('exchange_id', 'in', Array<string>(ids).fill(''))
        .where((eb) => eb('usable', '=', eb.lit(1)))
        .compile(),
    (id: string, into) => void into.push(id),
  )
}
