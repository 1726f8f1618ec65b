import { describe, expect, it } from 'vitest'
import type { ItemOutcome } from './item-outcome.ts'
import { verdictsOf } from './verdicts.ts'

const lost = (id: string): { item: { id: string; text: string }; outcome: ItemOutcome<'yes'> } => ({
  item: { id, text: id },
  outcome: { item: id, use: { exchanges: [] } as never, ok: false, reason: 'judge_unreadable', detail: 'prose' },
})

describe('items without a verdict', () => {
  it('are named, but not by the thousand', () => {
    const few = verdictsOf([lost('1'), lost('2')])
    expect(few).toMatchObject({ ok: false, detail: 'no verdict for 2 of 2 items (1, 2): prose' })
    const many = verdictsOf(Array.from({ length: 10_000 }, (_, index) => lost(String(index + 1))))
    expect(many.ok || many.detail).toMatch(/^no verdict for 10000 of 10000 items \(1, 2, .*, 20, 9980 more\): prose$/)
  })
})
