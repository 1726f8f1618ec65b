import { RagstoneError } from '../core/errors.ts'
import type { CommandSpec, GlobalFlags } from './command.ts'

interface Flags extends GlobalFlags {
  clear?: boolean
  olderThan?: string
}

export const cacheCommand: CommandSpec = {
  name: 'cache',
  summary: 'what is kept of the judge: size, hits, by model; clears it by age',
  description:
    'Every question to a model is paid once: its exchange is kept in the store and answers the same question again. Shows what is kept, or clears it, so that questions are asked anew. Exchanges that stored scores are made of stay readable.',
  options: [
    { flags: '--clear', description: 'clear the cache' },
    { flags: '--older-than <age>', description: 'with --clear: only what is older, e.g. 30d, 12h, 2w' },
  ],
  refuses: ['language'],
  example: 'ragstone cache --clear --older-than 30d',
  async run(_args, flags: Flags, { output }) {
    const { clear, olderThan, ...rest } = flags
    if (olderThan !== undefined && clear !== true) {
      throw new RagstoneError('bad_flag', '--older-than without --clear: what is shown is the whole cache', {
        hint: `add --clear: ragstone cache --clear --older-than ${olderThan}`,
      })
    }
    const { cacheSummary, clearCache } = await import('../api/cache.ts')
    const { cacheText, clearedText } = await import('./cache-text.ts')
    if (clear === true) {
      const cleared = await clearCache({ ...rest, ...(olderThan === undefined ? {} : { olderThan }) })
      await output.data(flags.json ? JSON.stringify(cleared) : clearedText(cleared))
      return 0
    }
    const summary = await cacheSummary(rest)
    await output.data(flags.json ? JSON.stringify(summary) : cacheText(summary, output.width))
    return 0
  },
}
