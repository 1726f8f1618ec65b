#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { VERSION } from '../api/version.ts'
import { isRagstoneError } from '../core/errors.ts'
import { BadFlag, type CommandSpec, type GlobalFlags, readLanguage, refuseUnused, wholeNumber } from './command.ts'
import { pasteable } from './command-flags.ts'
import { COMMANDS } from './commands.ts'
import { createOutput, type Output } from './output.ts'
import { usageHint } from './usage-hint.ts'

/** Exit codes: 0 done, 2 the user's input, 70 our bug, 100 a gate failed, 101 a gate undecided, 130 interrupted. */
const EXIT_USER = 2
const EXIT_BUG = 70
const EXIT_INTERRUPTED = 130

function buildProgram(finish: (code: number) => void): Command {
  const program = new Command('ragstone')
    .description('A laboratory for RAG systems: run named configurations over a test set, score them, see why.')
    .version(VERSION)
    .exitOverride()
    .option('--config <file>', 'configuration file (default: ragstone.yaml or ragstone.config.ts in this folder)')
    .option('--store <file>', 'where results are kept (default: the `store` of the configuration)')
    .option('--json', 'print the result as one JSON document')
    .option('--quiet', 'no progress and no notes')
    .option('--no-color', 'no colours')
    .option('--seed <number>', 'seed of everything random (default 1)', parser(wholeNumber(0)))
    .option(
      '--language <code>',
      'language of reports: en, zh-Hant (zh-TW, zh-HK), zh-Hans (zh-CN)',
      parser(readLanguage),
    )
    .showHelpAfterError('(npx ragstone --help lists the commands)')
    .showSuggestionAfterError()
  for (const spec of COMMANDS) program.addCommand(toCommand(spec, finish))
  return program
}

function toCommand(spec: CommandSpec, finish: (code: number) => void): Command {
  const command = new Command(spec.name)
    .summary(spec.summary)
    .description(spec.description ?? spec.summary)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(`${text}hint: ${usageHint(spec, text)}\n`) })
    .addHelpText('after', `\nExample:\n  ${spec.example.split('\n').join('\n  ')}\n`)
  for (const argument of spec.arguments ?? []) command.argument(argument.syntax, argument.description)
  for (const option of spec.options) {
    if (option.read === undefined) command.option(option.flags, option.description)
    else command.option(option.flags, option.description, parser(option.read))
  }
  command.action(async (...given: unknown[]) => {
    const flags = command.optsWithGlobals<GlobalFlags & { quiet?: boolean }>()
    const output = createOutput({ quiet: flags.quiet === true, color: flags.color !== false })
    const controller = new AbortController()
    const onInterrupt = () => {
      if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED)
      controller.abort(new Error('interrupted'))
    }
    process.on('SIGINT', onInterrupt)
    process.on('SIGTERM', onInterrupt)
    const args = given.slice(0, spec.arguments?.length ?? 0).flat() as (string | undefined)[]
    try {
      refuseUnused(spec, flags)
      finish(await spec.run(args, flags, { output, signal: controller.signal }))
    } catch (error) {
      finish(reportFailure(error, output, flags, controller.signal.aborted))
    } finally {
      output.endProgress()
      process.off('SIGINT', onInterrupt)
      process.off('SIGTERM', onInterrupt)
    }
  })
  return command
}

function parser(read: (value: string, previous: unknown) => unknown) {
  return (value: string, previous: unknown) => {
    try {
      return read(value, previous)
    } catch (error) {
      if (error instanceof BadFlag) throw new InvalidArgumentError(error.message)
      throw error
    }
  }
}

function reportFailure(error: unknown, output: Output, flags: GlobalFlags, interrupted: boolean): number {
  if (isRagstoneError(error)) {
    const { code, message, details } = error
    const hint = error.hint === undefined ? undefined : pasteable(error.hint, flags)
    output.warn(`error: ${message}`)
    for (const detail of details) output.warn(`  ${detail}`)
    if (hint !== undefined) output.warn(`hint: ${hint}`)
    if (flags.json === true) {
      process.stdout.write(`${JSON.stringify({ error: { code, message, hint: hint ?? null, details } })}\n`)
    }
    return EXIT_USER
  }
  if (interrupted) return EXIT_INTERRUPTED
  output.warn(error instanceof Error ? (error.stack ?? error.message) : String(error))
  output.warn('This is a bug of ragstone.')
  return EXIT_BUG
}

let exitCode = 0
// A closed pipe (`ragstone report | head`) is no failure.
process.stdout.on('error', () => process.exit(exitCode))
try {
  await buildProgram((code) => {
    exitCode = code
  }).parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  exitCode = error.exitCode === 0 ? 0 : EXIT_USER
}
process.stdout.write('', () => process.exit(exitCode))
