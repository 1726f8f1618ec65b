import type BetterSqlite from 'better-sqlite3'
import type { SqliteDatabase } from './sqlite.ts'
import { isSqliteError } from './store-error.ts'

/** Opens a database with the optional package `better-sqlite3`; what cannot be loaded becomes the error of `unusable`. */
export async function openBetterSqlite(
  file: string,
  readOnly: boolean,
  unusable: (error: unknown) => Error,
): Promise<SqliteDatabase> {
  const database = await load(file, readOnly, unusable)
  return {
    driver: 'better-sqlite3',
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        run: (parameters) => statement.run(parameters),
        iterate: (parameters) => statement.iterate(parameters),
      }
    },
    exec: (sql) => {
      database.exec(sql)
    },
    close: () => {
      database.close()
    },
  }
}

async function load(
  file: string,
  readonly: boolean,
  unusable: (error: unknown) => Error,
): Promise<BetterSqlite.Database> {
  try {
    const { default: Database } = await import('better-sqlite3')
    return new Database(file, { readonly, timeout: 0 })
  } catch (error) {
    // The native part is loaded by the constructor, so a build that does not fit fails there too.
    throw isSqliteError(error) ? error : unusable(error)
  }
}
