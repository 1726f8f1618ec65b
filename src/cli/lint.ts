import type { CommandSpec, GlobalFlags } from './command.ts'

export const lintCommand: CommandSpec = {
  name: 'lint',
  summary: 'check the configuration and the test set, list pitfalls',
  options: [],
  refuses: ['language'],
  example: 'ragstone lint',
  async run(_args, flags: GlobalFlags, { output }) {
    const { lint } = await import('../api/lint.ts')
    const result = await lint(flags)
    if (flags.json) await output.data(JSON.stringify(result))
    else {
      const { lintText } = await import('./lint-text.ts')
      await output.data(lintText(result))
    }
    return 0
  },
}
