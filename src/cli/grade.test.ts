import { expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { gradeCommand } from './grade.ts'
import { createOutput } from './output.ts'

it('says both halves of the work when it is told neither', async () => {
  const context = { output: createOutput({ quiet: true, color: false }), signal: new AbortController().signal }
  const error = await gradeCommand.run([undefined], { color: false }, context).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  expect(error.code).toBe('nothing_to_do')
  for (const half of ['ragstone grade --export grades.csv', 'ragstone grade --import grades.csv']) {
    expect(error.hint).toContain(half)
  }
  expect(error.hint).not.toContain('#')
})
