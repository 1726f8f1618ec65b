import { batchQuery } from './batch-query.ts'
import type { StoreContext } from './context.ts'
import { fromJson, toJson } from './json.ts'
import type { Store } from './store.ts'
import { fromText, toText } from './stored-text.ts'
import type { Writer } from './write-queue.ts'

interface VectorRow {
  vector_key: string
  created_at: string
  vector: Buffer
}

interface Hits {
  model: string
  hits: number
}

/** What is remembered of judge and embedding models besides exchanges. */
export function judgeMemoryPart(
  context: StoreContext,
): Pick<Store, 'findVectors' | 'saveVectors' | 'judgeFact' | 'saveJudgeFact' | 'countHits'> {
  const writeVectors = vectorWriter()
  const byKeys = vectorsByKeys()
  return {
    async findVectors(keys) {
      const { rows } = await context.read((db) => byKeys(db, [...new Set(keys.map(toText))]))
      return new Map(rows.map((row) => [fromText(row.vector_key), toVector(row.vector)]))
    },
    async saveVectors(vectors) {
      const created_at = new Date().toISOString()
      const rows = vectors
        .filter(({ vector }) => vector.length > 0)
        .map(({ key, vector }) => ({ vector_key: toText(key), created_at, vector: toBytes(vector) }))
      if (rows.length > 0) await context.write.rows(writeVectors, rows, { patient: true })
    },
    async judgeFact(modelKey, name) {
      const row = await context.read((db) =>
        db
          .selectFrom('judge_facts')
          .select('value')
          .where('model_key', '=', toText(modelKey))
          .where('name', '=', toText(name))
          .executeTakeFirst(),
      )
      return row === undefined ? undefined : fromJson(row.value, context.location)
    },
    async saveJudgeFact(modelKey, name, value) {
      const row = { model_key: toText(modelKey), name: toText(name), value: toJson(value) }
      await context.write.run((db) =>
        db
          .insertInto('judge_facts')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['model_key', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
          )
          .execute(),
      )
    },
    async countHits(modelKey, hits) {
      if (hits > 0) await context.write.rows(writeHits, [{ model: toText(modelKey), hits }], { patient: true })
    },
  }
}

/** The bytes of a vector, lowest first as on every processor that Node.js runs on; a copy, as the caller's may change. */
function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(new Float32Array(vector).buffer)
}

function toVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer)
}

const writeHits: Writer<Hits> = async (db, rows) => {
  const sums = new Map<string, number>()
  for (const { model, hits } of rows) sums.set(model, (sums.get(model) ?? 0) + hits)
  for (const [model_key, hits] of sums) {
    await db
      .insertInto('judge_hits')
      .values({ model_key, hits })
      .onConflict((conflict) =>
        conflict
          .column('model_key')
          .doUpdateSet((eb) => ({ hits: eb('judge_hits.hits', '+', eb.ref('excluded.hits')) })),
      )
      .execute()
  }
}

function vectorWriter(): Writer<VectorRow> {
  const insert = batchQuery(
    (db, rows) =>
      db
        .insertInto('vectors')
        .values(Array.from({ length: rows }, () => ({ vector_key: '', created_at: '', bytes: 0, vector: Buffer.of() })))
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    ({ vector_key, created_at, vector }: VectorRow, into) => {
      into.push(vector_key, created_at, vector.length, vector)
    },
  )
  return async (db, rows) => void (await insert(db, rows))
}

function vectorsByKeys() {
  return batchQuery<string, { vector_key: string; vector: Uint8Array }>(
    (db, keys) =>
      db
        .selectFrom('vectors')
        .select(['vector_key', 'vector'])
        .where('vector_key', 'in', Array<string>(keys).fill(''))
        .compile(),
    (key, into) => void into.push(key),
  )
}
