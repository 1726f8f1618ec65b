import { openSqlite } from '../driver.ts'
import { nodeSqlite } from '../driver-node.ts'
import { SQLITE_DRIVERS, type SqliteDriver } from '../sqlite.ts'

/** Every driver, and whether this Node.js has it. */
export const DRIVERS: { driver: SqliteDriver; exists: boolean }[] = await Promise.all(
  SQLITE_DRIVERS.map(async (driver) => ({ driver, exists: driver === 'node' ? hasNodeSqlite() : await opens(driver) })),
)

/** Whether this Node.js brings SQLite. */
export function hasNodeSqlite(): boolean {
  return nodeSqlite() !== undefined
}

async function opens(driver: SqliteDriver): Promise<boolean> {
  try {
    const database = await openSqlite(':memory:', { driver })
    database.close()
    return true
  } catch {
    return false
  }
}
