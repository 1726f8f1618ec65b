import { hasLivingClaims } from './claims.ts'
import type { StoreContext } from './context.ts'
import type { Database } from './schema.ts'
import type { CacheSummary, Store } from './store.ts'
import { fromText } from './stored-text.ts'

/** Exchanges that are removed in one transaction: other processes wait while it runs. */
const GROUP = 500

/** Exchanges up to a number and before a moment. */
interface Cleared {
  newest: number
  before: string | undefined
}

/** The judge cache as a whole. */
export function cachePart(context: StoreContext): Pick<Store, 'cacheSummary' | 'clearCache'> {
  return {
    cacheSummary: () => context.readTogether(summarize),
    async clearCache({ before } = {}) {
      const { newest, vectors } = await context.write.run((db) => makeUnusable(db, before))
      const cleared = { newest, before }
      let removed = vectors
      for (let after = 0; ; ) {
        const keys = await context.write.run((db) => removeGroup(db, cleared, after))
        removed += keys.length
        const last = keys.at(-1)
        if (last === undefined) break
        after = last
      }
      const kept = await context.write.run((db) => finish(db, cleared))
      return { removed, kept_for_scores: kept }
    },
  }
}

/** The number of the newest exchange at this moment, and how many vectors went. */
async function makeUnusable(db: Database, before: string | undefined) {
  const row = await db
    .selectFrom('exchanges')
    .select((eb) => eb.fn.max('exchange_key').as('newest'))
    .executeTakeFirst()
  const cleared = { newest: Number(row?.newest ?? 0), before }
  await db
    .deleteFrom('judge_items')
    .where('exchange_key', 'in', exchangesOf(db, cleared).select('exchange_key'))
    .execute()
  await db
    .updateTable('exchanges')
    .set({ usable: 0 })
    .where('exchange_key', 'in', exchangesOf(db, cleared).select('exchange_key').where('usable', '=', 1))
    .execute()
  const old = db.deleteFrom('vectors')
  const { numDeletedRows } = await (before === undefined
    ? old
    : old.where('created_at', '<', before)
  ).executeTakeFirst()
  return { newest: cleared.newest, vectors: Number(numDeletedRows) }
}

/** Removes the next exchanges that no score is made of; their numbers. */
async function removeGroup(db: Database, cleared: Cleared, after: number): Promise<number[]> {
  // A score that is being made names its exchanges only when it is stored.
  if (await hasLivingClaims(db)) return []
  const rows = await exchangesOf(db, cleared)
    .select('exchange_key')
    .where('exchange_key', '>', after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('exchange_uses')
            .select('exchange_uses.exchange_key')
            .whereRef('exchange_uses.exchange_key', '=', 'exchanges.exchange_key'),
        ),
      ),
    )
    .orderBy('exchange_key')
    .limit(GROUP)
    .execute()
  const keys = rows.map((row) => row.exchange_key)
  if (keys.length > 0) await db.deleteFrom('exchanges').where('exchange_key', 'in', keys).execute()
  return keys
}

/** Removes forms that no exchange has any more; the number of exchanges that stay. */
async function finish(db: Database, cleared: Cleared): Promise<number> {
  await db
    .deleteFrom('exchange_forms')
    .where('form_key', 'not in', db.selectFrom('exchanges').select('form_key'))
    .execute()
  const row = await exchangesOf(db, cleared)
    .select((eb) => eb.fn.countAll().as('kept'))
    .executeTakeFirst()
  return Number(row?.kept ?? 0)
}

function exchangesOf(db: Database, { newest, before }: Cleared) {
  const query = db.selectFrom('exchanges').where('exchange_key', '<=', newest)
  return before === undefined ? query : query.where('created_at', '<', before)
}

async function summarize(db: Database): Promise<CacheSummary> {
  const models = await exchangesByModel(db)
  const forms = await db
    .selectFrom('exchange_forms')
    .select(({ fn }) => ['provider', 'model', fn.sum('bytes').as('bytes')])
    .groupBy(['provider', 'model'])
    .execute()
  const vectors = await db
    .selectFrom('vectors')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .select(({ fn }) => [fn.min('created_at').as('oldest'), fn.max('created_at').as('newest')])
    .executeTakeFirst()
  const hits = await db
    .selectFrom('judge_hits')
    .select(({ fn }) => fn.sum('hits').as('hits'))
    .executeTakeFirst()
  const by_model = models.map(({ provider, model, exchanges, usable, bytes }) => ({
    provider: fromText(provider),
    model: fromText(model),
    exchanges: Number(exchanges),
    usable: Number(usable),
    bytes: Number(bytes) + Number(forms.find((form) => form.provider === provider && form.model === model)?.bytes ?? 0),
  }))
  const sum = (of: (row: (typeof by_model)[number]) => number) => by_model.reduce((total, row) => total + of(row), 0)
  const times = [vectors, ...models].flatMap((row) =>
    row?.oldest === undefined || row.oldest === null ? [] : [row.oldest, row.newest],
  )
  times.sort()
  return {
    exchanges: sum((row) => row.exchanges),
    usable: sum((row) => row.usable),
    vectors: Number(vectors?.count ?? 0),
    bytes: sum((row) => row.bytes) + Number(vectors?.bytes ?? 0),
    hits: Number(hits?.hits ?? 0),
    oldest: times[0] ?? null,
    newest: times.at(-1) ?? null,
    by_model,
  }
}

function exchangesByModel(db: Database) {
  return db
    .selectFrom('exchanges as e')
    .innerJoin('exchange_forms as f', 'f.form_key', 'e.form_key')
    .select(({ fn }) => ['f.provider', 'f.model', fn.countAll().as('exchanges')])
    .select(({ fn }) => [fn.sum('e.usable').as('usable'), fn.sum('e.bytes').as('bytes')])
    .select(({ fn }) => [fn.min('e.created_at').as('oldest'), fn.max('e.created_at').as('newest')])
    .groupBy(['f.provider', 'f.model'])
    .orderBy('f.provider')
    .orderBy('f.model')
    .execute()
}
