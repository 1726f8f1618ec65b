import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import type { CommandContext } from './command.ts'
import { reportCommand } from './report.ts'

async function refusal(flags: object): Promise<string> {
  const error = await reportCommand.run([undefined], flags, {} as CommandContext).catch((one: unknown) => one)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  return error.message
}

describe('flags of report that have no effect', () => {
  it('are refused: raw without a case, a table of a case, a case in a list', async () => {
    expect(await refusal({ raw: true })).toMatch(/^--raw without --case/)
    expect(await refusal({ case: 'a', format: 'csv' })).toMatch(/^--format csv with --case/)
    expect(await refusal({ case: 'a', worstCase: true })).toMatch(/^--worst-case with --case/)
    expect(await refusal({ case: 'a', list: true })).toMatch(/^--case with --list/)
  })
})
