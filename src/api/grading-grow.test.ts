import { expect, it, onTestFinished } from 'vitest'
import { type Grading, openGrading } from './grading.ts'
import { addAnswers, gradeOn, gradingFolder, inStore, storedGrades } from './test-support/grading-folder.ts'
import { trust } from './trust.ts'

const answers = (prefix: string, n: number, text = 'yes') =>
  Object.fromEntries(Array.from({ length: n }, (_, place) => [`${prefix}${place}`, `${text} ${prefix}${place}`]))

async function sitDown(cwd: string, only?: string[]): Promise<Grading> {
  const grading = await openGrading({ cwd, grader: 'ann', ...(only === undefined ? {} : { only }) })
  onTestFinished(() => grading.close())
  return grading
}

const poolOf = async (cwd: string) => (await inStore(cwd, (store) => store.gradingSessions('run-1')))[0]?.pool

it('new answers take their places in the order, and the sample speaks for all when those among the first are graded', async () => {
  const cwd = await gradingFolder({ base: answers('a', 20) })
  const first = await sitDown(cwd)
  const before = await gradeOn(first, 10)
  await addAnswers(cwd, { base: answers('b', 20, 'no') })
  const grading = await sitDown(cwd)
  expect(grading.begun).toBe('run_changed')
  expect(grading.counts()).toMatchObject({ graded: 10, total: 40 })
  let asked = 0
  while ((await poolOf(cwd)) === 20) {
    expect(await gradeOn(grading, 1)).toEqual([expect.stringContaining('b')])
    asked += 1
  }
  expect(asked).toBeGreaterThan(2)
  expect(await poolOf(cwd)).toBe(40)
  const fresh = await sitDown(await gradingFolder({ base: { ...answers('a', 20), ...answers('b', 20, 'no') } }))
  const together = await gradeOn(fresh, 10 + asked)
  expect((await storedGrades(cwd)).map(({ test_case_id: id }) => `${id}/base`).sort()).toEqual([...together].sort())
  expect(together.filter((id) => id.startsWith('a'))).toEqual(before)
})

it('rates are refused while a run that grew has not been caught up with, and given after', async () => {
  const cwd = await gradingFolder({ base: answers('a', 20) })
  await gradeOn(await sitDown(cwd), 10)
  const rate = async () => (await trust({ cwd })).rates[0]
  await inStore(cwd, async (store) => {
    const run = await store.findRun('run-1')
    if (run === undefined) throw new Error('the run is gone')
    const metric = { metric: 'm', metric_version: '1', direction: 'higher_is_better', stage: 'generation' } as const
    await store.updateRun({ ...run, metrics: [{ ...metric, scale: 'ratio', range: [0, 1], options: {} }] })
  })
  expect(await rate()).toMatchObject({ method: 'human_only', value: 1 })
  await addAnswers(cwd, { base: answers('b', 20, 'no') })
  expect(await rate()).toMatchObject({ method: null, reason_code: 'run_grew' })
  const grading = await sitDown(cwd)
  while ((await poolOf(cwd)) === 20) await gradeOn(grading, 1)
  expect(await rate()).toMatchObject({ method: 'human_only' })
})

it('a configuration that joins later, or is asked about alone, leaves the samples of the others as they are', async () => {
  const cwd = await gradingFolder({ base: answers('a', 12), big: answers('a', 12, 'no') })
  await gradeOn(await sitDown(cwd, ['base']), 8)
  expect(await poolOf(cwd)).toBe(12)
  const both = await sitDown(cwd)
  expect(both.begun).toBe('resumed')
  expect(both.counts()).toMatchObject({ graded: 8, total: 24 })
  await gradeOn(both, 3)
  expect(await poolOf(cwd)).toBe(24)
  await gradeOn(await sitDown(cwd, ['base']), 1)
  expect(await poolOf(cwd)).toBe(24)
  await addAnswers(cwd, { third: answers('a', 12, 'yes') })
  await gradeOn(await sitDown(cwd), 4)
  expect(new Set((await storedGrades(cwd)).map(({ sampling }) => sampling))).toEqual(new Set(['random']))
})
