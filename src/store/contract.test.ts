import { describe } from 'vitest'
import { storeContract } from './contract.ts'
import { openStore } from './open.ts'
import { DRIVERS } from './test-support/drivers.ts'

describe.each(DRIVERS)('a SQLite store through $driver', ({ driver, exists }) => {
  describe.skipIf(!exists)(exists ? 'in memory' : 'which this Node.js lacks', () => {
    storeContract(() => openStore(':memory:', { driver }))
  })
})
