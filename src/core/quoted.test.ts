import { expect, it } from 'vitest'
import { quoted } from './quoted.ts'

it('puts what a shell would take apart in quotes and leaves the rest', () => {
  expect(quoted('examples/handbook/ragstone.yaml')).toBe('examples/handbook/ragstone.yaml')
  expect(quoted('my study.yaml')).toBe('"my study.yaml"')
  expect(quoted('a;b')).toBe('"a;b"')
  expect(quoted('')).toBe('""')
})
