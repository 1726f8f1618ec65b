import type { CommandSpec } from './command.ts'

/** What to do about a command line that could not be read, by what commander says of it. */
export function usageHint(spec: CommandSpec, problem: string): string {
  const own = spec.usageHints?.find(({ when }) => problem.includes(when))
  if (own !== undefined) return own.hint
  if (problem.includes('too many arguments')) {
    const taken = (spec.arguments ?? []).map(({ syntax }) => syntax).join(' ')
    return taken === ''
      ? `${spec.name} takes options only; npx ragstone ${spec.name} --help lists them`
      : `write: npx ragstone ${spec.name} ${taken}; a text with spaces in it belongs in quotes`
  }
  return `npx ragstone ${spec.name} --help lists its arguments and options`
}
