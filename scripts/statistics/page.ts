import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agreeing } from './agreeing.ts'
import { believing } from './believing.ts'
import { estimating } from './estimating.ts'
import { improving } from './improving.ts'
import { sectionText } from './section.ts'

const METHODS = join(import.meta.dirname, '..', '..', 'src', 'stats')

/** The page docs/statistics.md: what is computed for each question, on small examples whose figures are computed here. */
export function statisticsPage(): string {
  return [
    '# Statistics',
    'Generated, with all its figures, by `npm run docs`; do not edit. What is computed for each question that a user asks, on',
    'one small example. Intervals are 95 %. A figure that is undefined is said to be, with its reason; it is never NaN. Draws',
    'depend on `--seed` alone: the same seed gives the same digits on any machine. How the commands use them:',
    '[Which numbers can be believed](trust.md), [Corrected rates](corrected-rates.md), [Reports](reports.md).',
    '',
    ...[...believing, ...agreeing, ...estimating, ...improving].map(sectionText),
    '## All methods',
    'Each is a pure function over numbers, exported from `ragstone/stats`; assumptions, formula and source stand at its head.',
    '',
    '| file in `src/stats/` | functions |',
    '|---|---|',
    ...methods().map(([file, functions]) => `| \`${file}\` | ${functions.map((name) => `\`${name}\``).join(', ')} |`),
    '',
  ].join('\n')
}

/** Files of the public methods with the functions that the entry exports. */
function methods(): [string, string[]][] {
  const entry = readFileSync(join(METHODS, '..', 'stats.ts'), 'utf8')
  const files = readdirSync(METHODS).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return files.sort().flatMap((file): [string, string[]][] => {
    const names = exportedFrom(entry, file).filter((name) => /^[a-z]/.test(name))
    return names.length === 0 ? [] : [[file, names]]
  })
}

function exportedFrom(entry: string, file: string): string[] {
  const statements = entry.matchAll(/export (type )?\{([^}]*)\} from '\.\/stats\/([^']+)'/g)
  return [...statements]
    .filter(([, type, , from]) => type === undefined && from === file)
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .sort()
}
