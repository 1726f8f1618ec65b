import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Entry, Queue } from './queue.ts'

interface Numbered extends Entry {
  readonly order: number
}

const entry = (order: number): Numbered => ({ order, before: undefined, after: undefined, queued: false })

it('is a sorted list, whoever joins and leaves', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (moves) => {
      const entries = Array.from({ length: 21 }, (_, order) => entry(order))
      const queue = new Queue<Numbered>()
      const expected = new Set<number>()
      for (const order of moves) {
        const moved = entries[order] as Numbered
        if (expected.delete(order)) queue.leave(moved)
        else {
          expected.add(order)
          queue.join(moved)
        }
        const line: number[] = []
        for (let next = queue.first; next !== undefined; next = next.after) line.push(next.order)
        expect(line).toEqual([...expected].sort((a, b) => a - b))
        expect(queue.size).toBe(expected.size)
      }
    }),
  )
})

it('lets an entry leave that is not in it', () => {
  const queue = new Queue<Numbered>()
  queue.leave(entry(1))
  expect(queue.size).toBe(0)
})
