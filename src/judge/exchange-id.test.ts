import { expect, it } from 'vitest'
import { newExchangeId } from './exchange-id.ts'

it('gives each exchange a name of its own, in the order of time', () => {
  const times = [0, 1, 35, 36, Date.UTC(2025, 0), Date.UTC(2025, 0) + 1, Date.UTC(2100, 0)]
  const ids = times.map(newExchangeId)
  expect(ids.toSorted()).toEqual(ids)
  const many = Array.from({ length: 20_000 }, () => newExchangeId(1))
  expect(new Set(many).size).toBe(many.length)
})
