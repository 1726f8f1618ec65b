// Writes the generated pages: docs/metrics.md, docs/commands.md and docs/statistics.md. With --check it only says whether they are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsPage } from '../src/cli/docs.ts'
import { metricsPage } from '../src/metrics/docs.ts'
import { statisticsPage } from './statistics/page.ts'

const folder = join(import.meta.dirname, '..', 'docs')
const pages: Record<string, string> = {
  'metrics.md': metricsPage(),
  'commands.md': commandsPage(),
  'statistics.md': statisticsPage(),
}
for (const [name, text] of Object.entries(pages)) {
  const file = join(folder, name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} is not current: npm run docs`)
    process.exitCode = 1
  }
}
