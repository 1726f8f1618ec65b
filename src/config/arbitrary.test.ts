import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isRagstoneError } from '../core/errors.ts'
import { INTERFACE_EXAMPLE, loadYaml } from './test-support/project.ts'

describe('whatever the file holds', () => {
  const outcome = async (text: string) => {
    try {
      expect((await loadYaml(text, { HOME: 'x' })).config).toBeTypeOf('object')
    } catch (error) {
      if (!isRagstoneError(error)) throw error
      expect(error.message).toMatch(/^(ragstone\.yaml|.*[\\/]ragstone\.yaml)(:|: )/)
    }
  }

  it('is a configuration or one clear error, for any data', async () => {
    const keys = [
      'name',
      'system',
      'command',
      'http',
      'url',
      'module',
      'configurations',
      'extends',
      'metrics',
      'a',
      '__proto__',
    ]
    const data = fc.object({
      key: fc.oneof(fc.constantFrom(...keys), fc.string()),
      maxDepth: 5,
      withNullPrototype: true,
    })
    await fc.assert(
      fc.asyncProperty(data, async (value) => outcome(stringify(value))),
      { numRuns: 300 },
    )
  })

  it('is a configuration or one clear error, for any text', async () => {
    const piece = fc.constantFrom(
      '\n',
      '  ',
      '\t',
      ': ',
      '- ',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      '${X}',
      '|',
      '>',
      '? ',
      '!',
      '%',
      '---\n',
      '#',
      'name',
      'system',
      '<<',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map((parts) => parts.join('')),
    )
    await fc.assert(fc.asyncProperty(text, outcome), { numRuns: 500 })
  })

  it('is a configuration or one clear error, for any small damage to a good file', async () => {
    const damage = fc.record({
      at: fc.nat(INTERFACE_EXAMPLE.length),
      drop: fc.nat(8),
      insert: fc.string({ maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, drop, insert }) =>
        outcome(INTERFACE_EXAMPLE.slice(0, at) + insert + INTERFACE_EXAMPLE.slice(at + drop)),
      ),
      { numRuns: 300 },
    )
  })
})
