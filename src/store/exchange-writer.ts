import { createHash } from 'node:crypto'
import type { Exchange, ItemPointer, Unread } from '../core/exchange.ts'
import { batchQuery } from './batch-query.ts'
import { type ExchangeRow, toExchangeRow } from './exchange-rows.ts'
import type { KnownKeys } from './keys.ts'
import type { Database } from './schema.ts'
import { toText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

/** An exchange to be stored, a pointer to one, or what is no answer any more. */
export type PendingExchange =
  | { row: ExchangeRow; item?: never; unread?: never }
  | { item: ItemPointer; row?: never; unread?: never }
  | { unread: Required<Unread>; row?: never; item?: never }

type NumberedExchange = ExchangeRow & { formKey: number }

/** Exchanges and pointers as they are stored. */
export function toPending(
  exchanges: readonly Exchange[],
  items: readonly ItemPointer[],
  unread: Unread,
): PendingExchange[] {
  const gone = { exchanges: (unread.exchanges ?? []).map(toText), items: (unread.items ?? []).map(toText) }
  return [
    ...(gone.exchanges.length + gone.items.length === 0 ? [] : [{ unread: gone }]),
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
    for (const { row, item, unread } of pending) {
      if (unread !== undefined) await forget(db, unread)
      else if (item !== undefined) items.push(item)
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

/** Takes away what answers: the exchanges themselves stay. */
async function forget(db: Database, { exchanges, items }: Required<Unread>): Promise<void> {
  for (const id of exchanges)
    await db.updateTable('exchanges').set({ usable: 0 }).where('exchange_id', '=', id).execute()
  for (const key of items) await db.deleteFrom('judge_items').where('item_key', '=', key).execute()
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

/** The first pointer of a key stays, unless what it points to answers no more. */
function itemInsert() {
  return batchQuery(
    (db, rows) =>
      db
        .insertInto('judge_items')
        .values(Array.from({ length: rows }, () => ({ item_key: '', exchange_key: 0, item_id: '' })))
        .onConflict((conflict) =>
          conflict
            .column('item_key')
            .doUpdateSet((eb) => ({
              exchange_key: eb.ref('excluded.exchange_key'),
              item_id: eb.ref('excluded.item_id'),
            }))
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('exchanges as e')
                    .select('e.exchange_key')
                    .whereRef('e.exchange_key', '=', 'judge_items.exchange_key')
                    .where('e.usable', '=', eb.lit(1)),
                ),
              ),
            ),
        )
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
