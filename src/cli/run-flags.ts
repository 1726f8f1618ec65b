import type { RunOptions } from '../api/run.ts'
import { RagstoneError } from '../core/errors.ts'
import { type CommandContext, type GlobalFlags, listOf, type OptionSpec, wholeNumber } from './command.ts'
import { commandFlags } from './command-flags.ts'

/** Flags that `run` and `collect` share. */
export interface RunFlags extends GlobalFlags {
  name?: string
  note?: string
  only?: string[]
  limit?: number
  repeats?: number
  resume?: string | boolean
  retryErrors?: boolean
}

export const RUN_OPTIONS: OptionSpec[] = [
  { flags: '--name <name>', description: 'a name for the run' },
  { flags: '--note <text>', description: 'a note kept with the run' },
  { flags: '--only <configuration>', description: 'only this configuration (may be repeated)', read: listOf },
  { flags: '--limit <number>', description: 'only the first cases of the test set', read: wholeNumber(1) },
  { flags: '--repeats <number>', description: 'ask each question this often', read: wholeNumber(1) },
  { flags: '--resume [run]', description: 'fill the gaps of a run (default: the newest of this configuration file)' },
  { flags: '--retry-errors', description: 'with --resume: ask again where the system failed' },
]

/**
 * The options of the library function from the flags and the context of a command. Flags that would have no effect
 * together are refused (RagstoneError `bad_flag`).
 */
export function runOptions(flags: RunFlags, { output, signal }: CommandContext): RunOptions {
  const { resume, language, ...rest } = flags
  const resumes = resume !== undefined && resume !== false
  refuseWithoutEffect(rest, resumes)
  return {
    ...rest,
    ...(resumes ? { resume: resume === true ? 'latest' : resume } : {}),
    ...(language === undefined ? {} : { language: language as NonNullable<RunOptions['language']> }),
    signal,
    onProgress: (progress) => output.progress(progress),
    log: (line) => output.note(line),
  }
}

function refuseWithoutEffect(flags: RunFlags, resumes: boolean): void {
  if (!resumes && flags.retryErrors === true) {
    throw new RagstoneError('bad_flag', '--retry-errors without --resume: a new run has no errors to ask again', {
      hint: 'add --resume for the newest run of this configuration file, or --resume RUN for another',
    })
  }
  const flag = (['name', 'note'] as const).find((one) => flags[one] !== undefined)
  if (resumes && flag !== undefined) {
    throw new RagstoneError('bad_flag', `--${flag} with --resume: a run keeps the ${flag} that it was started with`, {
      hint: `leave out --${flag} to go on with that run, or --resume to start a new one`,
    })
  }
}

/** What an interrupted command says: nothing is lost, and how to go on. */
export function resumeLine(runId: string, flags: GlobalFlags): string {
  return `interrupted; what was done is stored. Go on with: npx ragstone run --resume ${runId}${commandFlags(flags)}`
}

/** The exit code of a run that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130
