import { type CommandSpec, FORMAT_HINT } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { EXIT_INTERRUPTED, RUN_OPTIONS, type RunFlags, resumeLine, runOptions } from './run-flags.ts'

export const runCommand: CommandSpec = {
  name: 'run',
  summary: 'ask the system every question under every configuration, score the answers, report',
  options: RUN_OPTIONS,
  usageHints: [FORMAT_HINT],
  example: 'ragstone run --name "chunks of 300" --only base --only top_k_6',
  async run(_args, flags: RunFlags, context) {
    const { run } = await import('../api/run.ts')
    const { LISTED_AFTER_RUN, renderReport } = await import('./render.ts')
    const result = await run(runOptions(flags, context))
    context.output.endProgress()
    const format = flags.json ? 'json' : 'terminal'
    await context.output.data(
      renderReport(result.report, format, context.output, {
        listed: LISTED_AFTER_RUN,
        commandFlags: commandFlags(flags),
      }),
    )
    if (!result.interrupted) return result.exit_code
    context.output.warn(resumeLine(result.report.run.id, flags))
    return EXIT_INTERRUPTED
  },
}
