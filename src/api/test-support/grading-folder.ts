import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Grade } from '../../core/grade.ts'
import type { Store } from '../../store/store.ts'
import { all, response, run, testCase } from '../../store/test-support/records.ts'
import type { Grading } from '../grading.ts'
import { openProjectStore } from '../project.ts'

/** Answers by configuration, then by test case. */
export type Answers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A folder with a run of these answers. */
export async function gradingFolder(answers: Answers): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-grading-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  await inStore(cwd, async (store) => {
    const configurations = Object.keys(answers).map((name) => ({ name, settings: {}, origin: {}, extends: [] }))
    await store.createRun(run({ configurations }))
  })
  await addAnswers(cwd, answers)
  return cwd
}

/** Adds answers to the run, and configurations that it does not have. */
export async function addAnswers(cwd: string, answers: Answers): Promise<void> {
  await inStore(cwd, async (store) => {
    const stored = await store.findRun('run-1')
    if (stored === undefined) throw new Error('the run is gone')
    const known = stored.configurations.map(({ name }) => name)
    const more = Object.keys(answers).filter((name) => !known.includes(name))
    const configurations = more.map((name) => ({ name, settings: {}, origin: {}, extends: [] }))
    await store.updateRun({ ...stored, configurations: [...stored.configurations, ...configurations] })
    const ids = [...new Set(Object.values(answers).flatMap((own) => Object.keys(own)))]
    const cases = ids.map((id, position) => ({ position, test_case: testCase(id, { reference: `reference ${id}` }) }))
    await store.saveTestCases('run-1', cases)
    await store.saveResponses(
      Object.entries(answers).flatMap(([configuration, own]) =>
        Object.entries(own).map(([id, text]) => response(id, { configuration, response: text })),
      ),
    )
  })
}

export async function inStore<T>(cwd: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openProjectStore({ cwd }, undefined)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** What is stored of a run that people grade. */
export async function storedGrades(cwd: string): Promise<Grade[]> {
  return inStore(cwd, (store) => all(store.grades('run-1')))
}

/** Grades until nothing is left, or so many answers; returns which were asked about. */
export async function gradeOn(grading: Grading, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const asked: string[] = []
  while (asked.length < most) {
    const task = await grading.current()
    if (task === undefined) break
    asked.push(task.members.map(({ configuration }) => `${task.test_case.id}/${configuration}`).join('='))
    await grading.give(task.response.includes('no') ? 'wrong' : 'right')
  }
  return asked
}
