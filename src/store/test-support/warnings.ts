/** Opens a database and then warns of two other things. */
import { openSqlite } from '../driver.ts'

const database = await openSqlite(':memory:')
database.close()
process.emitWarning('something else', 'ExperimentalWarning')
process.emitWarning('and another')
