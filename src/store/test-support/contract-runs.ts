import { expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { all, grade, response, run, score, testCase, withCases } from './records.ts'

/** What every store must do with runs. */
export function runContract(given: () => Store): void {
  it('gives back a run as it was stored, by its id', async () => {
    const stored = run({ note: 'first try', git: { commit: 'abc', dirty: true }, gates: ['mrr >= 0.5'] })
    await given().createRun(stored)
    expect(await given().findRun('run-1')).toEqual(stored)
    expect(await given().findRun('run-2')).toBeUndefined()
  })

  it('finds the newest run of a name, and the newest of all as latest', async () => {
    await given().createRun(run({ id: 'c', name: 'x', created_at: '2026-01-03T00:00:00.000Z' }))
    await given().createRun(run({ id: 'a', name: 'x', created_at: '2026-01-01T00:00:00.000Z' }))
    await given().createRun(run({ id: 'b', name: 'y', created_at: '2026-01-04T00:00:00.000Z' }))
    expect((await given().findRun('x'))?.id).toBe('c')
    expect((await given().findRun('latest'))?.id).toBe('b')
    expect((await given().listRuns()).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect((await given().listRuns({ limit: 2 })).map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('takes the run that was stored last as the newest of one moment', async () => {
    await given().createRun(run({ id: 'z' }))
    await given().createRun(run({ id: 'a' }))
    expect((await given().findRun('latest'))?.id).toBe('a')
    expect((await given().findRun('handbook'))?.id).toBe('a')
  })

  it('prefers the run with an id to runs of that name', async () => {
    await given().createRun(run({ id: 'one', name: 'first' }))
    await given().createRun(run({ id: 'two', name: 'one' }))
    expect((await given().findRun('one'))?.id).toBe('one')
  })

  it('replaces the record of a run', async () => {
    await given().createRun(run())
    await given().updateRun(run({ name: 'other', test_cases: 12 }))
    expect(await given().findRun('other')).toEqual(run({ name: 'other', test_cases: 12 }))
    expect(await given().findRun('handbook')).toBeUndefined()
    await expect(given().updateRun(run({ id: 'run-9' }))).rejects.toMatchObject({ code: 'unknown_run' })
  })

  it('refuses a second run with the same id and keeps the first', async () => {
    await given().createRun(run())
    await expect(given().createRun(run({ name: 'second' }))).rejects.toMatchObject({ code: 'run_exists' })
    expect((await given().listRuns()).map(({ name }) => name)).toEqual(['handbook'])
  })

  it('deletes a run with all that hangs on it and leaves other runs alone', async () => {
    await withCases(given(), ['a'])
    await given().createRun(run({ id: 'run-2' }))
    await given().saveTestCases('run-2', [{ position: 0, test_case: testCase('a') }])
    for (const run_id of ['run-1', 'run-2']) {
      await given().saveResponse(response('a', { run_id }))
      await given().saveScores([score('a', { run_id })])
      await given().saveGrades([grade('a', { run_id })])
    }
    await given().deleteRun('run-1')
    await given().deleteRun('run-1')
    expect((await given().listRuns()).map(({ id }) => id)).toEqual(['run-2'])
    expect(await all(given().scores('run-2'))).toEqual([score('a', { run_id: 'run-2' })])
    expect(await all(given().grades('run-2'))).toHaveLength(1)
    await withCases(given(), ['a'])
    expect(await all(given().responses('run-1'))).toEqual([])
    expect(await all(given().grades('run-1'))).toEqual([])
  })

  it('names an unknown run instead of giving nothing', async () => {
    const streams: AsyncIterable<unknown>[] = [
      given().testCases('no'),
      given().responses('no'),
      given().responseFacts('no'),
      given().samples('no'),
      given().scores('no'),
      given().scoreRows('no'),
      given().grades('no'),
    ]
    for (const rows of streams) await expect(all(rows)).rejects.toMatchObject({ code: 'unknown_run' })
    await expect(given().saveTestCases('no', [])).rejects.toMatchObject({ code: 'unknown_run' })
    await expect(given().saveResponse(response('a', { run_id: 'no' }))).rejects.toMatchObject({ code: 'unknown_run' })
  })

  it('lists the newest of 2,000 runs within 100 ms', async () => {
    await Promise.all(
      Array.from({ length: 2000 }, (_, index) =>
        given().createRun(run({ id: `run-${index}`, created_at: new Date(index * 1000).toISOString() })),
      ),
    )
    const start = performance.now()
    const newest = await given().listRuns({ limit: 20 })
    expect(performance.now() - start).toBeLessThan(100)
    expect(newest[0]?.id).toBe('run-1999')
    expect(await given().listRuns()).toHaveLength(2000)
  })
}

/** What every store must do with test cases. */
export function testCaseContract(given: () => Store): void {
  it('gives test cases back whole, in the order of their positions', async () => {
    const full = testCase('b', {
      reference: 'Yes.',
      reference_contexts: ['one', 'two'],
      reference_context_ids: ['1'],
      expected_sources: ['a.md'],
      relevance: { 'a.md': 2 },
      answerable: false,
      tags: { type: 'factual', 種類: '口語' },
      rubrics: { tone: 'polite' },
      review: 'checked',
    })
    await given().createRun(run())
    const replaced = await given().saveTestCases('run-1', [
      { position: 7, test_case: testCase('z') },
      { position: 2, test_case: full },
    ])
    expect(replaced).toEqual([])
    expect(await all(given().testCases('run-1'))).toEqual([full, testCase('z')])
  })

  it('replaces a changed case in its place and removes its scores, but not its responses and grades', async () => {
    await withCases(given(), ['a', 'b', 'c'])
    for (const id of ['a', 'b']) {
      await given().saveResponse(response(id))
      await given().saveScores([score(id)])
      await given().saveGrades([grade(id)])
    }
    const changed = testCase('a', { reference: 'New.' })
    const replaced = await given().saveTestCases('run-1', [
      { position: 9, test_case: changed },
      { position: 1, test_case: testCase('b') },
      { position: 2, test_case: testCase('d') },
    ])
    expect(replaced).toEqual(['a'])
    expect(await all(given().testCases('run-1'))).toEqual([changed, testCase('b'), testCase('c'), testCase('d')])
    expect((await all(given().scores('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
    expect((await all(given().grades('run-1'))).map((row) => row.test_case_id)).toEqual(['a', 'b'])
    expect(await all(given().responses('run-1'))).toHaveLength(2)
  })

  it('takes a case whose keys merely stand in another order as unchanged', async () => {
    await given().createRun(run())
    await given().saveTestCases('run-1', [{ position: 0, test_case: testCase('a', { tags: { x: '1', y: '2' } }) }])
    const again = testCase('a', { tags: { y: '2', x: '1' } })
    expect(await given().saveTestCases('run-1', [{ position: 0, test_case: again }])).toEqual([])
  })

  it('deletes cases with all that hangs on them', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    await given().saveScores([score('a'), score('b')])
    await given().saveGrades([grade('a'), grade('b')])
    await given().deleteTestCases('run-1', ['a', 'never there'])
    expect((await all(given().testCases('run-1'))).map(({ id }) => id)).toEqual(['b'])
    expect((await all(given().responses('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
    expect((await all(given().scores('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
    expect((await all(given().grades('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
  })
}
