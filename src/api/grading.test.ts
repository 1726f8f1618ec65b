import { describe, expect, it, onTestFinished } from 'vitest'
import { type Grading, openGrading } from './grading.ts'
import type { GradingOptions } from './grading-session.ts'
import { type Answers, gradeOn, gradingFolder, inStore, storedGrades } from './test-support/grading-folder.ts'

const CASES = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']
const each = (text: (id: string) => string) => Object.fromEntries(CASES.map((id) => [id, text(id)]))
const TWO: Answers = { base: each((id) => `base ${id}`), big: each((id) => `no ${id}`) }

async function sitDown(cwd: string, options: Partial<GradingOptions> = {}): Promise<Grading> {
  const grading = await openGrading({ cwd, grader: 'ann', ...options })
  onTestFinished(() => grading.close())
  return grading
}

/** All that is stored, without times. */
async function stored(cwd: string) {
  const [session] = await inStore(cwd, (store) => store.gradingSessions('run-1'))
  const grades = (await storedGrades(cwd)).map(({ at: _, ...grade }) => grade)
  const { skipped = [], notes = [], pool, seed } = session ?? {}
  return { grades, skipped: skipped.map(({ at: _, ...key }) => key), notes, pool, seed }
}

describe('a person who grades', () => {
  it('has every verdict on disk at once, as part of a random sample', async () => {
    const cwd = await gradingFolder(TWO)
    const grading = await sitDown(cwd)
    expect(grading.begun).toBe('new')
    await grading.give('wrong', ' not at nine ')
    const { grades, pool } = await stored(cwd)
    expect(grades).toMatchObject([{ grader: 'ann', verdict: 'wrong', note: 'not at nine', sampling: 'random' }])
    expect(pool).toBe(12)
    expect(grading.counts()).toEqual({ graded: 1, right: 0, wrong: 1, skipped: 0, total: 12 })
  })

  it('goes on after a break as if there had been none', async () => {
    const [cwd, other] = [await gradingFolder(TWO), await gradingFolder(TWO)]
    const whole = await gradeOn(await sitDown(cwd))
    const parts: string[] = []
    while (parts.length < 12) {
      const grading = await openGrading({ cwd: other, grader: 'ann' })
      expect(grading.begun).toBe(parts.length === 0 ? 'new' : 'resumed')
      parts.push(...(await gradeOn(grading, 5)))
      await grading.close()
    }
    expect(parts).toEqual(whole)
    expect(await stored(other)).toEqual(await stored(cwd))
  })

  it('is asked in the order of the seed, and goes on in it when none is named', async () => {
    const [cwd, other] = [await gradingFolder(TWO), await gradingFolder(TWO)]
    const first = await gradeOn(await sitDown(cwd, { seed: 5 }), 3)
    const second = await gradeOn(await sitDown(cwd), 3)
    expect([...first, ...second]).toEqual(await gradeOn(await sitDown(other, { seed: 5 }), 6))
    expect(await gradeOn(await sitDown(await gradingFolder(TWO), { seed: 6 }), 6)).not.toEqual([...first, ...second])
  })

  it('takes back verdicts, skips and notes step by step, also of an earlier sitting', async () => {
    const cwd = await gradingFolder(TWO)
    const before = [await stored(cwd)]
    const grading = await openGrading({ cwd, grader: 'ann' })
    await grading.note('a doubt')
    before.push(await stored(cwd))
    await grading.skip()
    before.push(await stored(cwd))
    await grading.give('right', 'clear')
    before.push(await stored(cwd))
    await grading.give('wrong')
    await grading.close()
    const later = await sitDown(cwd)
    expect(await later.undo()).toBe(true)
    expect(await stored(cwd)).toEqual(before[3])
    await later.undo()
    expect((await later.current())?.note).toBe('clear')
    expect((await stored(cwd)).grades).toEqual(before[2]?.grades)
    await later.undo()
    expect((await later.current())?.note).toBe('a doubt')
    expect(await stored(cwd)).toMatchObject({ grades: [], skipped: [] })
    expect(await later.undo()).toBe(false)
  })

  it('meets skipped answers again only when they ask for them, with their notes', async () => {
    const cwd = await gradingFolder(TWO)
    const grading = await sitDown(cwd)
    await grading.note('which hall?')
    const skipped = (await grading.current())?.test_case.id
    await grading.skip()
    await gradeOn(grading)
    expect(grading.counts()).toMatchObject({ graded: 11, skipped: 1 })
    expect(await (await sitDown(cwd)).current()).toBeUndefined()
    const again = await sitDown(cwd, { skipped: true })
    expect(await again.current()).toMatchObject({ note: 'which hall?', test_case: { id: skipped } })
    expect(again.counts()).toMatchObject({ graded: 11, skipped: 1 })
    await again.give('right')
    expect(await stored(cwd)).toMatchObject({ skipped: [], notes: [] })
  })
})

describe('equal answers to one question', () => {
  const SAME: Answers = {
    base: each(() => 'yes'),
    big: each((id) => (id === 'q1' ? 'no' : 'yes')),
    new: each(() => 'yes'),
  }

  it('are asked about once, and the verdict counts for all of them', async () => {
    const cwd = await gradingFolder(SAME)
    const grading = await sitDown(cwd)
    const asked = await gradeOn(grading)
    expect(asked).toHaveLength(7)
    expect(asked).toContain('q2/base=q2/big=q2/new')
    expect((await storedGrades(cwd)).filter(({ verdict }) => verdict === 'right')).toHaveLength(17)
  })

  it('are asked about one by one with `each`', async () => {
    const cwd = await gradingFolder(SAME)
    expect(await gradeOn(await sitDown(cwd, { each: true }))).toHaveLength(18)
  })

  it('are graded for other configurations only when their turn comes', async () => {
    const cwd = await gradingFolder(SAME)
    const some = await gradeOn(await sitDown(cwd, { only: ['base'] }))
    expect(some).toHaveLength(6)
    expect((await storedGrades(cwd)).map(({ configuration }) => configuration)).not.toContain('new')
    expect(await gradeOn(await sitDown(cwd))).toEqual(['q1/big'])
    const grades = await storedGrades(cwd)
    expect(grades).toHaveLength(18)
    expect(new Set(grades.map(({ sampling }) => sampling))).toEqual(new Set(['random']))
  })
})

describe('a second person', () => {
  it('can be asked for what the first one graded, and it is as random as that', async () => {
    const cwd = await gradingFolder(TWO)
    const first = await gradeOn(await sitDown(cwd, { seed: 3 }), 5)
    const ben = await sitDown(cwd, { grader: 'ben', overlap: 'ann' })
    expect(ben.counts().total).toBe(5)
    expect(await gradeOn(ben)).toEqual(first)
    expect(await ben.agreement()).toMatchObject([{ a: 'ann', b: 'ben', n: 5, agreement: { value: 1 } }])
    const grades = (await storedGrades(cwd)).filter(({ grader }) => grader === 'ben')
    expect(grades.map(({ sampling }) => sampling)).toEqual(Array.from({ length: 5 }, () => 'random'))
    const sessions = await inStore(cwd, (store) => store.gradingSessions('run-1'))
    expect(sessions.map(({ pool }) => pool)).toEqual([12, 12])
  })

  it('is refused an overlap with somebody who graded nothing', async () => {
    const cwd = await gradingFolder(TWO)
    await gradeOn(await sitDown(cwd), 1)
    await expect(openGrading({ cwd, grader: 'ben', overlap: 'cat' })).rejects.toMatchObject({
      code: 'unknown_grader',
      hint: 'it was graded by ann',
    })
  })
})

describe('a run that cannot be graded', () => {
  it('is refused in words', async () => {
    const cwd = await gradingFolder({ base: {} })
    await expect(openGrading({ cwd, grader: 'ann' })).rejects.toMatchObject({ code: 'nothing_to_grade' })
    const other = await gradingFolder(TWO)
    await expect(openGrading({ cwd: other, grader: 'ann', only: ['bsae'] })).rejects.toMatchObject({
      code: 'unknown_configuration',
    })
    await expect(openGrading({ cwd: other, grader: 'ann', uncertainFirst: true })).rejects.toMatchObject({
      code: 'no_metric',
    })
  })
})
