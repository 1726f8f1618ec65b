import type { ListedRun } from '../api/report.ts'
import { counted } from '../core/counted.ts'
import { visibleText } from '../report/visible-text.ts'

/** Stored runs in words: id and name, below them when, how much and of what. */
export function runListText(runs: readonly ListedRun[]): string {
  if (runs.length === 0) return 'no runs'
  return runs.flatMap(linesOf).join('\n')
}

function linesOf({ id, name, created_at, configurations, test_cases, kind, config_file, note }: ListedRun): string[] {
  const when = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.exec(created_at)?.[0].replace('T', ' ')
  const facts = [
    when === undefined ? created_at : `${when} UTC`,
    test_cases === null ? 'number of cases not known yet' : counted(test_cases, 'case'),
    `${counted(configurations.length, 'configuration')} (${configurations.join(', ')})`,
    kind === 'file' ? 'from a file of answers' : `from a system${config_file === undefined ? '' : `, ${config_file}`}`,
  ]
  const below = [facts.join('; '), ...(note === undefined ? [] : [`note: ${note}`])]
  return [`${visibleText(id)}  ${visibleText(name)}`, ...below.map((line) => `    ${visibleText(line)}`)]
}
