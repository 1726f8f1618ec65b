// Adds up the JSON reports of all test runs and the checks beside them into one line.
// usage: node scripts/totals.mjs CHECKS_PASSED CHECKS_FAILED
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'reports')
let [passed, failed] = process.argv.slice(2).map(Number)
let skipped = 0
let ran = 0
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  if (!name.endsWith('.json')) continue
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
  skipped += report.numPendingTests + report.numTodoTests
  ran += report.numPassedTests
}
if (ran === 0) failed += 1
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
