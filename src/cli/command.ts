import { RagstoneError } from '../core/errors.ts'
import { LANGUAGE_ALIASES, LANGUAGES, languageOf } from '../core/language.ts'
import type { Output } from './output.ts'

/** What `run` says to who wants its report in another form. */
export const FORMAT_HINT = {
  when: "unknown option '--format'",
  hint: 'add --json for the report as JSON; other forms afterwards: npx ragstone report --format json (markdown, csv)',
}

/** Flags that every command takes. */
export interface GlobalFlags {
  config?: string
  store?: string
  json?: boolean
  quiet?: boolean
  color: boolean
  seed?: number
  language?: string
}

/** What a command is handed beside its arguments and flags. */
export interface CommandContext {
  output: Output
  /** Fires on Ctrl-C. */
  signal: AbortSignal
}

/** One option: its flags as commander writes them, what it does, how to read its value. */
export interface OptionSpec {
  flags: string
  description: string
  read?: (value: string, previous: unknown) => unknown
}

/** A command as data. `run` returns the exit code; it imports what is heavy itself, so that help stays quick. */
export interface CommandSpec {
  name: string
  summary: string
  description?: string
  arguments?: { syntax: string; description: string }[]
  options: OptionSpec[]
  /** Flags of all commands that have no effect on this one and are refused. */
  refuses?: readonly 'language'[]
  /** Hints for command lines that cannot be read: a part of what is said of them, and what to do. */
  usageHints?: readonly { when: string; hint: string }[]
  /** One real example, as typed. */
  example: string
  // biome-ignore lint/suspicious/noExplicitAny: commander hands over untyped flags; each command names what it reads
  run(args: (string | undefined)[], flags: any, context: CommandContext): Promise<number>
}

/** Reads a whole number from `min` up. */
export function wholeNumber(min: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!Number.isInteger(number) || number < min) throw new BadFlag(`must be a whole number of at least ${min}`)
    return number
  }
}

/** Collects a repeatable flag. */
export function listOf(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? (previous as string[]) : []), value]
}

/** One of a few words. */
export function oneOf(...words: string[]): (value: string) => string {
  return (value) => {
    if (!words.includes(value)) throw new BadFlag(`must be one of ${words.join(', ')}`)
    return value
  }
}

/** Reads a language, also by the name of a country. */
export function readLanguage(value: string): string {
  const codes = [...LANGUAGES, ...Object.keys(LANGUAGE_ALIASES)]
  const code = codes.find((one) => one.toLowerCase() === value.toLowerCase())
  if (code === undefined) throw new BadFlag(`must be one of ${codes.join(', ')}`)
  return languageOf(code)
}

/** Refuses flags that have no effect on a command (RagstoneError `bad_flag`). */
export function refuseUnused(spec: CommandSpec, flags: GlobalFlags): void {
  const flag = spec.refuses?.find((one) => flags[one] !== undefined)
  if (flag === undefined) return
  throw new RagstoneError('bad_flag', `--${flag} has no effect on ${spec.name}`, {
    hint: `leave out --${flag}; reports know it: ragstone report --${flag} ${flags[flag]}`,
  })
}

/** A value of a flag that cannot be read; commander's own error would need commander to be imported here. */
export class BadFlag extends Error {
  readonly code = 'commander.invalidArgument'
}
