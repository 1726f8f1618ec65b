import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import type { CommandContext } from './command.ts'
import { createOutput } from './output.ts'
import { type RunFlags, runOptions } from './run-flags.ts'

const context: CommandContext = {
  output: createOutput({ quiet: true, color: false }),
  signal: new AbortController().signal,
}
const options = (flags: Partial<RunFlags>) => runOptions({ color: false, ...flags }, context)

function refused(flags: Partial<RunFlags>) {
  try {
    options(flags)
  } catch (error) {
    if (isRagstoneError(error)) return error
  }
  throw new Error('nothing was refused')
}

describe('the flags of a run', () => {
  it('name the run to resume, the newest where none is named', () => {
    expect(options({ resume: true }).resume).toBe('latest')
    expect(options({ resume: 'nightly', retryErrors: true })).toMatchObject({ resume: 'nightly', retryErrors: true })
    expect(options({ name: 'a', note: 'b' })).not.toHaveProperty('resume')
  })

  it('are refused when a new run is told to ask errors again', () => {
    const error = refused({ retryErrors: true })
    expect([error.code, error.message]).toEqual([
      'bad_flag',
      '--retry-errors without --resume: a new run has no errors to ask again',
    ])
    expect(error.hint).toContain('--resume RUN')
  })

  it.each(['name', 'note'] as const)('are refused when a resumed run is given another %s', (flag) => {
    for (const resume of [true, 'nightly']) {
      const error = refused({ resume, [flag]: 'x' })
      expect([error.code, error.message]).toEqual([
        'bad_flag',
        `--${flag} with --resume: a run keeps the ${flag} that it was started with`,
      ])
      expect(error.hint).toContain(`leave out --${flag}`)
    }
  })
})
