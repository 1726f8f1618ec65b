import type { CheckJudgeOptions } from '../api/check-judge.ts'
import type { CommandSpec, GlobalFlags } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { EXIT_INTERRUPTED } from './run-flags.ts'

interface Flags extends GlobalFlags {
  quick?: boolean
}

export const checkJudgeCommand: CommandSpec = {
  name: 'check-judge',
  summary: 'test the judge with a labelled set: how often it is right, what it really reads, how fast it is',
  description:
    'Asks the judge of the configuration about a built-in labelled set in English and Chinese, in every way of asking, and says what it is good for. --language asks only the items in one language. Ends with 101 when the judge is unusable. What was asked is kept, so an interrupted check goes on where it stopped.',
  options: [
    { flags: '--quick', description: 'fewer items, no prompts beyond 4,000 tokens, no concurrency: for slow models' },
  ],
  example: 'ragstone check-judge --quick --language en',
  async run(_args, flags: Flags, { output, signal }) {
    const { checkJudge } = await import('../api/check-judge.ts')
    const { language, ...rest } = flags
    const result = await checkJudge({
      ...rest,
      ...(language === undefined ? {} : { language: language as NonNullable<CheckJudgeOptions['language']> }),
      signal,
      onProgress: (progress) => output.progress(progress),
      log: (line) => output.note(line),
    })
    output.endProgress()
    if (flags.json) await output.data(JSON.stringify(result.check))
    else {
      const { checkJudgeText } = await import('./check-judge-text.ts')
      await output.data(checkJudgeText(result, output.width))
    }
    if (!result.interrupted) return result.exit_code
    const again = `${flags.quick === true ? ' --quick' : ''}${language === undefined ? '' : ` --language ${language}`}`
    output.warn(
      `interrupted; what was asked is kept. Go on with: npx ragstone check-judge${again}${commandFlags(flags)}`,
    )
    return EXIT_INTERRUPTED
  },
}
