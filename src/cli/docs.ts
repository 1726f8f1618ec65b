import { COMMANDS } from './commands.ts'

/** `docs/commands.md`: every command with its arguments, options and example, out of the same data as the help. */
export function commandsPage(): string {
  const lines = [
    '# Commands',
    '',
    'Written by `npm run docs` from the commands themselves.',
    '',
    'Every command also takes `--config FILE`, `--store FILE`, `--json` (the result as one JSON document on stdout; progress',
    'and notes only ever go to stderr), `--quiet`, `--no-color` and `--seed N`. Those that report, and init, take',
    '`--language en|zh-Hant|zh-Hans` (`zh-TW`, `zh-HK`, `zh-CN` and `zh` are understood too); the others refuse it.',
    '',
    'Exit codes: 0 done, 2 the input is wrong, 70 a bug of ragstone, 100 a gate failed, 101 a gate is undecided or the judge unusable, 130 interrupted.',
  ]
  for (const { name, summary, description, arguments: args = [], options, example } of COMMANDS) {
    lines.push('', `## ${name}`, '', description ?? summary, '')
    lines.push('```', ...example.split('\n'), '```')
    if (args.length + options.length > 0) lines.push('', '| argument or option | meaning |', '|---|---|')
    for (const { syntax, description: meaning } of args) lines.push(`| \`${syntax}\` | ${meaning} |`)
    for (const { flags, description: meaning } of options) lines.push(`| \`${flags}\` | ${meaning} |`)
  }
  return `${lines.join('\n')}\n`
}
