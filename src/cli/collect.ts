import { type CommandSpec, FORMAT_HINT } from './command.ts'
import { EXIT_INTERRUPTED, RUN_OPTIONS, type RunFlags, resumeLine, runOptions } from './run-flags.ts'

export const collectCommand: CommandSpec = {
  name: 'collect',
  summary: 'the first half of run: ask the system and store the answers, score nothing',
  options: RUN_OPTIONS,
  refuses: ['language'],
  usageHints: [FORMAT_HINT],
  example: 'ragstone collect --name nightly && ragstone evaluate',
  async run(_args, flags: RunFlags, context) {
    const { collect } = await import('../api/run.ts')
    const result = await collect(runOptions(flags, context))
    context.output.endProgress()
    const { run_id, asked, total, errors, interrupted } = result
    await context.output.data(
      flags.json
        ? JSON.stringify(result)
        : `run ${run_id}: ${asked} asked now, ${total} in all, ${errors} with an error`,
    )
    if (!interrupted) return 0
    context.output.warn(resumeLine(run_id, flags))
    return EXIT_INTERRUPTED
  },
}
