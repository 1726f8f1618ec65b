import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import { ask, PYTHON } from './test-support/ask.ts'

const folder = join(import.meta.dirname, '..', '..', 'examples', 'python')

it.skipIf(PYTHON === undefined || !existsSync(folder))(
  'the example in Python retrieves, cites, declines and reports',
  async () => {
    const config = SYSTEM_SCHEMAS.command.parse({ command: [PYTHON, 'rag.py'], timeout_s: 20 })
    const log: string[] = []
    const system = await openSystem(config, { folder, log: (line) => log.push(line) })
    try {
      const settings = { index: 'with_titles', top_k: 2, prompt: 'plain' }
      const known = await ask(system, '特休可以保留多久？', { settings })
      expect(known.retrieved_contexts?.[0]).toMatchObject({ source: 'leave.md', score: expect.any(Number) })
      expect(known.retrieved_contexts).toHaveLength(2)
      expect(known.response).toMatch(/十二個月.*\[1\]/)
      const unknown = await ask(system, 'zzz', { settings })
      expect(unknown.response).toContain('找不到')
      const wrong = await ask(system, 'q', { settings: { index: 'none' } })
      expect(wrong.error).toEqual({ code: 'reported', message: "KeyError: 'none'" })
      expect(log).toEqual([])
    } finally {
      await system.close()
    }
  },
)
