import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts'

/** Prepared statements that are kept; the oldest goes when there are more. */
const STATEMENTS = 200

/** A streamed query hands over what it has once its texts add up to this many UTF-16 units. */
const CHUNK_TEXT = 4_000_000

/**
 * Lets kysely talk to a {@link SqliteDatabase}. There is one connection; a query waits for the one before it, and a
 * transaction for the one before it. A transaction is `read only`, or takes the write lock when it begins, so that it
 * cannot fail half-way because another process writes.
 */
export function sqliteDialect(database: SqliteDatabase): Dialect {
  return {
    createDriver: () => createDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

function createDriver(database: SqliteDatabase): Driver {
  const connection = createConnection(database)
  let last: Promise<void> = Promise.resolve()
  let unlock = (): void => undefined
  return {
    async init() {},
    async acquireConnection() {
      const before = last
      let release = (): void => undefined
      last = new Promise((resolve) => {
        release = resolve
      })
      await before
      unlock = release
      return connection
    },
    async releaseConnection() {
      unlock()
    },
    async beginTransaction(_, { accessMode }) {
      database.exec(accessMode === 'read only' ? 'begin deferred' : 'begin immediate')
    },
    async commitTransaction() {
      database.exec('commit')
    },
    async rollbackTransaction() {
      try {
        database.exec('rollback')
      } catch {
        // After a full disk or an I/O error SQLite has rolled back already; the first error is the one to report.
      }
    },
    async destroy() {
      database.close()
    },
  }
}

function createConnection(database: SqliteDatabase): DatabaseConnection {
  const prepare = statementCache(database)
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize = 256) {
      const iterator = prepare(sql).iterate(parameters)
      try {
        for (;;) {
          const rows = take(iterator, chunkSize) as Row[]
          if (rows.length === 0) return
          yield { rows }
        }
      } finally {
        iterator.return?.()
      }
    },
  }
}

/** The next rows of an iterator: at most `count`, fewer when their texts are long. */
function take(iterator: Iterator<unknown>, count: number): unknown[] {
  const rows: unknown[] = []
  let text = 0
  while (rows.length < count && text < CHUNK_TEXT) {
    const next = iterator.next()
    if (next.done === true) break
    rows.push(next.value)
    text += textLength(next.value)
  }
  return rows
}

/** How many UTF-16 units the texts of a row have together. */
function textLength(row: unknown): number {
  const columns = row as Record<string, unknown>
  let length = 0
  for (const name in columns) {
    const value = columns[name]
    if (typeof value === 'string') length += value.length
  }
  return length
}

function statementCache(database: SqliteDatabase): (sql: string) => SqliteStatement {
  const cache = new Map<string, SqliteStatement>()
  return (sql) => {
    const known = cache.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    cache.set(sql, statement)
    const oldest = cache.size > STATEMENTS ? cache.keys().next() : undefined
    if (oldest?.done === false) cache.delete(oldest.value)
    return statement
  }
}
