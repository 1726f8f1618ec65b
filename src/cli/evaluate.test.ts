import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import type { CommandContext } from './command.ts'
import { evaluateCommand } from './evaluate.ts'

const unused = {} as CommandContext

describe('evaluate', () => {
  it('takes one file at a time, and says how to score two', async () => {
    const error: unknown = await evaluateCommand.run(['a.csv', 'b.csv'], {}, unused).catch((one: unknown) => one)
    expect(isRagstoneError(error) && [error.code, error.message]).toEqual([
      'bad_arguments',
      'evaluate takes one file at a time, and was given a.csv, b.csv',
    ])
    expect(isRagstoneError(error) && error.hint).toContain('ragstone evaluate a.csv, then ragstone evaluate b.csv')
  })
})
