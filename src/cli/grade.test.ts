import { expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { gradeCommand } from './grade.ts'
import { createOutput } from './output.ts'

it('says the other ways to grade where there is no terminal', async () => {
  const context = { output: createOutput({ quiet: true, color: false }), signal: new AbortController().signal }
  const error = await gradeCommand.run([undefined], { color: false }, context).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  expect(error.code).toBe('no_terminal')
  for (const way of ['ragstone grade --export grades.csv', '--import grades.csv', 'ragstone grade --plain']) {
    expect(error.hint).toContain(way)
  }
  expect(error.hint).not.toContain('#')
}, 60_000)

it.each([
  [{ import: 'g.csv', overlap: 'ann' }, '--overlap'],
  [{ export: 'g.csv', language: 'en' }, '--language'],
  [{ sample: 20 }, '--sample'],
  [{ rightAbove: 3 }, '--right-above'],
  [{ json: true }, '--json'],
])('refuses flags that would do nothing: %j', async (flags, named) => {
  const context = { output: createOutput({ quiet: true, color: false }), signal: new AbortController().signal }
  await expect(gradeCommand.run([undefined], { color: false, ...flags }, context)).rejects.toMatchObject({
    code: 'bad_flag',
    message: expect.stringMatching(new RegExp(`^${named} has no effect`)),
  })
})
