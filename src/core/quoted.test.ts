import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quoted } from './quoted.ts'

it('puts what a shell would take apart in quotes and leaves the rest', () => {
  expect(quoted('examples/handbook/ragstone.yaml')).toBe('examples/handbook/ragstone.yaml')
  expect(quoted('my study.yaml')).toBe('"my study.yaml"')
  expect(quoted('a;b')).toBe('"a;b"')
  expect(quoted('')).toBe('""')
  expect(quoted('C:\\my study\\$a.yaml', 'win32')).toBe('"C:\\my study\\$a.yaml"')
  expect(quoted('C:\\study\\a.yaml', 'win32')).toBe('C:\\study\\a.yaml')
})

it('lets nothing in a name run where it is pasted into a POSIX shell', () => {
  expect(quoted('$(touch x).csv', 'linux')).toBe("'$(touch x).csv'")
  expect(quoted("it's `id`.csv", 'linux')).toBe("'it'\\''s `id`.csv'")
})

it.skipIf(process.platform === 'win32')('is read back by a shell as it was', () => {
  const text = fc.stringMatching(/^[ -~字]{1,12}$/)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (values) => {
      const words = values.map((value) => quoted(value)).join(' ')
      const shown = execFileSync('sh', ['-c', `for word in ${words}; do printf '%s\\n' "$word"; done`], {
        encoding: 'utf8',
      })
      expect(shown).toBe(values.map((value) => `${value}\n`).join(''))
    }),
    { numRuns: 40, examples: [[['$(id)', '`id`', "it's", 'a\\b', '"x"', '$HOME', '!x', '*', '~', 'a b']]] },
  )
})
