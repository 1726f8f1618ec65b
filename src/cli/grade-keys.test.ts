import { PassThrough } from 'node:stream'
import stringWidth from 'string-width'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Grading, openGrading } from '../api/grading.ts'
import { type Answers, gradingFolder, storedGrades } from '../api/test-support/grading-folder.ts'
import type { KeyInput } from './grade-key-queue.ts'
import { keySeat } from './grade-keys.ts'
import { sit } from './grade-sitting.ts'

const PASTE = (text: string) => `\x1b[200~${text}\x1b[201~`

/** A terminal whose keys have all been typed in advance. */
function terminal(keys: string, columns = 80) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    setRawMode: (on: boolean) => {
      modes.push(on)
      return input
    },
  }) as unknown as KeyInput & PassThrough
  let shown = ''
  const output = {
    columns,
    write(text: string) {
      shown += text
      return true
    },
  } as never
  const controller = new AbortController()
  const seat = keySeat(input, output, { color: false, signal: controller.signal })
  onTestFinished(() => seat.close())
  input.write(keys)
  return { seat, input, modes, controller, shown: () => shown }
}

async function sitDown(answers: Answers): Promise<{ cwd: string; grading: Grading }> {
  const cwd = await gradingFolder(answers)
  const grading = await openGrading({ cwd, grader: 'ann' })
  onTestFinished(() => grading.close())
  return { cwd, grading }
}

const BLIND = { showConfiguration: false }
const ONE: Answers = { secret_name: { q1: 'At nine.' } }

describe('grading by keys', () => {
  it('takes sixty answers, each stored', async () => {
    const answers = Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`q${place}`, `answer ${place}`]))
    const { cwd, grading } = await sitDown({ base: answers })
    const { seat } = terminal(`${'yrn1w0'.repeat(10)}q`)
    expect(await sit(grading, seat, BLIND)).toBe('finished')
    expect(grading.counts()).toEqual({ graded: 60, right: 30, wrong: 30, skipped: 0, total: 60 })
    expect(await storedGrades(cwd)).toHaveLength(60)
  })

  it('understands keys in full width and in capitals, and says which mean nothing', async () => {
    const { grading } = await sitDown({ base: { q1: 'a', q2: 'b' } })
    const { seat, shown } = terminal('x\x1b[AＹNq')
    await sit(grading, seat, BLIND)
    expect(grading.counts()).toMatchObject({ right: 1, wrong: 1 })
    for (const key of ['x', 'up']) expect(shown()).toContain(`"${key}" means nothing here`)
  })

  it('shows neither configuration nor score unless asked to', async () => {
    const blind = await sitDown(ONE)
    const seat = terminal('q')
    await sit(blind.grading, seat.seat, BLIND)
    expect(seat.shown()).toContain('At nine.')
    expect(seat.shown()).not.toContain('secret_name')
    const open = await sitDown(ONE)
    const other = terminal('q')
    await sit(open.grading, other.seat, { showConfiguration: true })
    expect(other.shown()).toContain('secret_name')
  })

  it('lets the last answer be taken back', async () => {
    const { cwd, grading } = await sitDown(ONE)
    const { seat } = terminal('yunq')
    expect(await sit(grading, seat, BLIND)).toBe('finished')
    expect(await storedGrades(cwd)).toMatchObject([{ verdict: 'wrong' }])
  })

  it('keeps a note that is typed, pasted and mended, and leaves it on Escape', async () => {
    const { cwd, grading } = await sitDown(ONE)
    const { seat, shown, input } = terminal(`t太長了é\x7f\x7f${PASTE(' and\nlate')}\rt!\x1b`)
    const sitting = sit(grading, seat, BLIND)
    await expect.poll(() => shown().split('note: 太長 and late').length, { timeout: 10_000 }).toBe(3)
    input.write('yq')
    expect(await sitting).toBe('finished')
    expect(await storedGrades(cwd)).toMatchObject([{ note: '太長 and late', verdict: 'right' }])
  })

  it('does not take pasted text for keys', async () => {
    const { cwd, grading } = await sitDown(ONE)
    const { seat, shown } = terminal(`${PASTE('yes, right\nyyy')}q`)
    expect(await sit(grading, seat, BLIND)).toBe('stopped')
    expect(await storedGrades(cwd)).toEqual([])
    expect(shown()).toContain('Pasted text is not taken for keys')
  })
})

describe('the terminal', () => {
  it.each(['q', '\x03', '\x04'])('is given back as it was after %j', async (key) => {
    const { grading } = await sitDown(ONE)
    const { seat, modes, shown } = terminal(key)
    expect(await sit(grading, seat, BLIND)).toBe('stopped')
    seat.close()
    expect(modes).toEqual([true, false])
    expect(shown().endsWith('\x1b[?2004l')).toBe(true)
  })

  it('ends the sitting when the process is told to end, and when the input ends', async () => {
    for (const end of ['abort', 'end'] as const) {
      const { grading } = await sitDown(ONE)
      const { seat, controller, input } = terminal('')
      const sitting = sit(grading, seat, BLIND)
      if (end === 'abort') controller.abort(new Error('interrupted'))
      else input.end()
      expect(await sitting).toBe('stopped')
    }
  })

  it('shows escape sequences of an answer as text, in 40 columns, in Chinese too', async () => {
    const { grading } = await sitDown({
      base: { q1: `\x1b[2J\x1b]0;title\x07\u202e${'圖書館早上九點開門，'.repeat(20)}` },
    })
    const { seat, shown } = terminal('q', 40)
    await sit(grading, seat, BLIND)
    const own = shown().replaceAll(/\x1b\[\?2004[hl]/g, '')
    expect(own).not.toMatch(/[\x1b\x07\u202e]/)
    expect(own).toContain('\\x1b[2J')
    for (const line of own.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40)
  })

  it('cuts an answer of 100,000 characters and shows it whole on a key', async () => {
    const { grading } = await sitDown({ base: { q1: `begin ${'word '.repeat(20_000)}the end.` } })
    const first = terminal('q')
    await sit(grading, first.seat, BLIND)
    expect(first.shown().length).toBeLessThan(10_000)
    const second = terminal('mq')
    await sit(grading, second.seat, BLIND)
    expect(second.shown()).toContain('the end.')
    expect(second.shown().length).toBeGreaterThan(100_000)
  }, 60_000)
})
