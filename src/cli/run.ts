import type { CommandSpec } from './command.ts'
import { EXIT_INTERRUPTED, RUN_OPTIONS, type RunFlags, resumeLine, runOptions } from './run-flags.ts'

export const runCommand: CommandSpec = {
  name: 'run',
  summary: 'ask the system every question under every configuration, score the answers, report',
  options: RUN_OPTIONS,
  example: 'ragstone run --name "chunks of 300" --only base --only top_k_6',
  async run(_args, flags: RunFlags, context) {
    const { run } = await import('../api/run.ts')
    const { renderReport } = await import('./render.ts')
    const result = await run(runOptions(flags, context))
    context.output.endProgress()
    await context.output.data(renderReport(result.report, flags.json ? 'json' : 'terminal', context.output))
    if (!result.interrupted) return result.exit_code
    context.output.warn(resumeLine(result.report.run.id, flags))
    return EXIT_INTERRUPTED
  },
}
