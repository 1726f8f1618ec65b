import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareResponses, type ResponseName, responseKey } from './response-key.ts'

const name = fc.record({
  configuration: fc.constantFrom('', 'a', '1/a', '/a', '1/1/a', '\u0000', '基準'),
  test_case_id: fc.constantFrom('', 'a', '/a', '1/a', '準'),
  repeat: fc.integer({ min: 1, max: 2 }),
})

it('is one text for one name, and another for every other', () => {
  const sameParts = (a: ResponseName, b: ResponseName) =>
    a.configuration === b.configuration && a.test_case_id === b.test_case_id && a.repeat === b.repeat
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(responseKey(a) === responseKey(b)).toBe(sameParts(a, b))
    }),
  )
  const split = { configuration: 'a', test_case_id: 'bc', repeat: 1 }
  expect(responseKey(split)).not.toBe(responseKey({ ...split, configuration: 'ab', test_case_id: 'c' }))
})

it('orders by configuration, then test case, then repeat as a number', () => {
  const of = (configuration: string, test_case_id: string, repeat: number) => ({ configuration, test_case_id, repeat })
  const ordered = [of('a', 'q1', 2), of('a', 'q1', 10), of('a', 'q2', 1), of('b', 'q1', 1)]
  expect([...ordered].reverse().sort(compareResponses)).toEqual(ordered)
})
