import { expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { usageHint } from './usage-hint.ts'

function hint(name: string, problem: string): string {
  const spec = COMMANDS.find((one) => one.name === name)
  if (spec === undefined) throw new Error(`no command ${name}`)
  return usageHint(spec, problem)
}

it.each([
  ['run', "error: unknown option '--format'", 'npx ragstone report --format json'],
  ['evaluate', "error: unknown option '--format'", 'npx ragstone report --format json'],
  ['export', "error: missing required argument 'what'", 'responses, scores, steps, exchanges, grades or test-set'],
  ['report', "error: too many arguments for 'report'. Expected 1 argument but got 2.", 'npx ragstone report [run]'],
  ['run', "error: too many arguments for 'run'. Expected 0 arguments but got 1.", 'options only'],
  ['lint', "error: unknown option '--limt'", 'npx ragstone lint --help'],
])('says what to do about a command line of %s that could not be read: %s', (name, problem, way) => {
  expect(hint(name, problem)).toContain(way)
})
