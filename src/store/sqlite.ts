/** A prepared statement; parameters are null, numbers, strings and bytes. */
export interface SqliteStatement {
  /** Whether it gives rows. */
  readonly reader: boolean
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(parameters: readonly unknown[]): Iterator<unknown>
}

/** The least that every SQLite library offers. All calls are synchronous. */
export interface SqliteDatabase {
  readonly driver: SqliteDriver
  prepare(sql: string): SqliteStatement
  exec(sql: string): void
  close(): void
}

/** `node` is Node's own `node:sqlite`, which needs nothing to be built; `better-sqlite3` is for a Node without it. */
export const SQLITE_DRIVERS = ['node', 'better-sqlite3'] as const
export type SqliteDriver = (typeof SQLITE_DRIVERS)[number]
