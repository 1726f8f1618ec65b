import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Asked, allSaid, type GradingState, gradingCounts, note, say, takeOver, undo } from './grading-state.ts'

const asked = (id: string, more: Partial<Asked> = {}): Asked => {
  const key = { configuration: 'base', test_case_id: id, repeat: 1 }
  return { group: { id, members: [key] }, keys: [key], ...more }
}

const starting = (...waiting: Asked[]): GradingState => takeOver({ waiting, past: [] })

const command = fc.oneof(
  fc.constantFrom('right', 'wrong', 'skipped', 'undo'),
  fc.constantFrom('', 'too long', '太長').map((text) => ({ text })),
)
type Command = 'right' | 'wrong' | 'skipped' | 'undo' | { text: string }

function obey(state: GradingState, one: Command): GradingState {
  if (one === 'undo') return undo(state) ?? state
  return typeof one === 'object' ? note(state, one.text) : say(state, one)
}

const states = fc
  .array(
    fc.record({
      known: fc.option(fc.constantFrom('right', 'wrong'), { nil: undefined }),
      draft: fc.option(fc.constantFrom('a note'), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    starting(
      ...list.map(({ known, draft }, place) =>
        asked(String(place), { ...(known === undefined ? {} : { known }), ...(draft === undefined ? {} : { draft }) }),
      ),
    ),
  )

describe('grading', () => {
  it('undoes any step exactly, notes and skips too', () => {
    fc.assert(
      fc.property(states, fc.array(command, { maxLength: 30 }), (start, commands) => {
        let state = start
        for (const one of commands as Command[]) {
          const next = obey(state, one)
          if (one !== 'undo' && next !== state) expect(undo(next)).toEqual(state)
          state = next
        }
      }),
    )
  })

  it('goes back to the start by undoing, and loses and doubles no answer on the way', () => {
    fc.assert(
      fc.property(states, fc.array(command, { maxLength: 30 }), (start, commands) => {
        const idsOf = ({ waiting, past }: GradingState) =>
          [
            ...past.flatMap((step) => (step.kind === 'said' ? step.asked.group.id : [])),
            ...waiting.map((one) => one.group.id),
          ].join()
        let state = (commands as Command[]).reduce(obey, start)
        expect(idsOf(state)).toBe(idsOf(start))
        for (let before = undo(state); before !== undefined; before = undo(state)) state = before
        expect(allSaid(state).every(({ carried }) => carried === true)).toBe(true)
        expect(takeOver(state)).toEqual(start)
      }),
    )
  })

  it('takes over what was said of equal answers when their turn comes, and undoes it with the answer before', () => {
    const start = starting(asked('a'), asked('b', { known: 'wrong' }), asked('c', { known: 'right' }), asked('d'))
    const next = say(start, 'right')
    expect(next.waiting.map(({ group }) => group.id)).toEqual(['d'])
    expect(allSaid(next).map(({ verdict }) => verdict)).toEqual(['right', 'wrong', 'right'])
    expect(undo(next)).toEqual(start)
  })

  it('counts what is skipped until it is graded', () => {
    const start = starting(asked('a'), asked('b'), asked('c', { again: true }))
    expect(gradingCounts(start)).toEqual({ graded: 0, right: 0, wrong: 0, skipped: 1, total: 3 })
    const passed = say(say(start, 'skipped'), 'wrong')
    expect(gradingCounts(passed)).toEqual({ graded: 1, right: 0, wrong: 1, skipped: 2, total: 3 })
    expect(gradingCounts(say(passed, 'right'))).toMatchObject({ graded: 2, skipped: 1 })
  })

  it('does nothing when no answer is left', () => {
    const over = say(starting(asked('a')), 'right')
    for (const one of ['right', 'skipped', { text: 'late' }] as Command[]) expect(obey(over, one)).toBe(over)
  })
})
