import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('takes the singular for one alone', () => {
  expect([0, 1, 2].map((n) => counted(n, 'case'))).toEqual(['0 cases', '1 case', '2 cases'])
  expect(counted(2, 'reply', 'replies')).toBe('2 replies')
})
