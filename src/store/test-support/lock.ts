/** Keeps the write lock of a SQLite file, or with `exclusive` the file itself, until its input ends. */
import { openSqlite } from '../driver.ts'

const task = JSON.parse(process.argv[2] ?? '') as { file: string; exclusive: boolean }
const database = await openSqlite(task.file)
if (task.exclusive) database.exec('pragma locking_mode = exclusive')
database.exec('begin immediate')
if (task.exclusive) database.exec('update runs set name = name; commit; begin exclusive')
process.stdout.write('locked\n')
process.stdin.on('end', () => {
  database.exec('rollback')
  database.close()
})
process.stdin.resume()
