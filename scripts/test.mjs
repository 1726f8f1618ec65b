// Runs Vitest and ends with one line of totals, read from its JSON report.
// usage: node scripts/test.mjs [REPORT.json] [vitest arguments...]
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [name = 'unit.json', ...rest] = process.argv.slice(2)
const report = join(root, 'reports', name)
mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })

const totals = readTotals(report)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = status !== 0 || totals.failed > 0 || totals.passed === 0 ? 1 : 0

function readTotals(file) {
  let json
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // A file that fails to load has no tests of its own, yet must count as a failure.
  const brokenFiles = json.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + brokenFiles.length,
    skipped: json.numPendingTests + json.numTodoTests,
  }
}
