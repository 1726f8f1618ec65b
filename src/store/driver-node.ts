import type { SqliteDatabase, SqliteStatement } from './sqlite.ts'

interface NodeStatement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(...parameters: unknown[]): Iterator<unknown>
  /** Absent before Node 22.16. */
  columns?(): unknown[]
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement
  exec(sql: string): void
  close(): void
}

/** What is used of the module `node:sqlite`. */
export interface NodeSqlite {
  DatabaseSync: new (file: string, options: { readOnly: boolean }) => NodeDatabase
}

/** The module `node:sqlite`, or undefined where this Node.js lacks it or wants a flag for it. */
export function nodeSqlite(): NodeSqlite | undefined {
  return withoutSqliteWarning(() => process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined)
}

/** Opens a database with Node's own SQLite. */
export function openNodeSqlite(module: NodeSqlite, file: string, readOnly: boolean): SqliteDatabase {
  const database = new module.DatabaseSync(file, { readOnly })
  return {
    driver: 'node',
    prepare: (sql) => toStatement(database.prepare(sql), sql),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}

const GIVES_ROWS = /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i

function toStatement(statement: NodeStatement, sql: string): SqliteStatement {
  return {
    reader: statement.columns === undefined ? GIVES_ROWS.test(sql) : statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  }
}

/**
 * Loading the module prints an ExperimentalWarning once. It says nothing that a user of Ragstone could act on, and
 * nothing else may be hidden with it.
 */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
