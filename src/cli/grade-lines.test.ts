import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGrading } from '../api/grading.ts'
import { gradingFolder, storedGrades } from '../api/test-support/grading-folder.ts'
import { plainSeat, readPlainLine } from './grade-lines.ts'
import { sit } from './grade-sitting.ts'

/** Grades a run of these answers by lines; returns what was stored and shown. */
async function gradeByLines(answers: Record<string, string>, lines: string) {
  const cwd = await gradingFolder({ base: answers })
  const grading = await openGrading({ cwd, grader: 'ann' })
  onTestFinished(() => grading.close())
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const seat = plainSeat(input, output, { width: 80, signal: new AbortController().signal })
  input.end(lines)
  const end = await sit(grading, seat, { showConfiguration: false })
  seat.close()
  return { end, grades: await storedGrades(cwd), shown, counts: grading.counts() }
}

describe('one line an answer', () => {
  it.each([
    ['right', { kind: 'right' }],
    ['  WRONG ', { kind: 'wrong' }],
    ['對', { kind: 'right' }],
    ['错', { kind: 'wrong' }],
    ['note off by a day ', { kind: 'note', note: 'off by a day' }],
    ['note', { kind: 'note', note: '' }],
    ['notes', { kind: 'unknown', typed: 'notes' }],
    ['', { kind: 'unknown', typed: '' }],
  ])('%j is understood', (line, command) => {
    expect(readPlainLine(line)).toEqual(command)
  })

  it('is enough to grade, to note, to undo and to stop', async () => {
    const answers = { q1: 'a', q2: 'b', q3: 'c', q4: 'd' }
    const { end, grades, counts } = await gradeByLines(
      answers,
      'note first\r\nright\r\nskip\nwrong\nundo\nright\nquit\nright\n',
    )
    expect(end).toBe('stopped')
    expect(counts).toEqual({ graded: 2, right: 2, wrong: 0, skipped: 1, total: 4 })
    expect(grades.map(({ note }) => note).filter((note) => note !== undefined)).toEqual(['first'])
  })

  it('stores nothing for a line that means nothing, and stops where the lines end', async () => {
    const { end, grades, shown } = await gradeByLines({ q1: 'a' }, 'rihgt\n\x1b[2J\n')
    expect(end).toBe('stopped')
    expect(grades).toEqual([])
    expect(shown).toContain('"rihgt" means nothing here')
    expect(shown).not.toContain('\x1b')
  })

  it('ends when no answer is left', async () => {
    expect(await gradeByLines({ q1: 'a' }, 'right\n')).toMatchObject({
      end: 'finished',
      grades: [{ verdict: 'right' }],
    })
  })
})
