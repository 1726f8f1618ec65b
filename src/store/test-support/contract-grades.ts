import { expect, it } from 'vitest'
import type { GradingSession } from '../../core/grading-session.ts'
import type { Store } from '../store.ts'
import { all, grade, response, withCases } from './records.ts'

export function gradeContract(given: () => Store): void {
  it('keeps one verdict of each grader on a response, the newest', async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const ben = grade('a', { grader: 'ben', verdict: 'wrong', note: '7 天, not 3' })
    await given().saveGrades([grade('a', { note: 'looks fine' }), ben])
    await given().saveGrades([grade('a', { verdict: 'wrong', at: '2026-01-03T00:00:00.000Z' })])
    expect(await all(given().grades('run-1'))).toEqual([
      grade('a', { verdict: 'wrong', at: '2026-01-03T00:00:00.000Z' }),
      ben,
    ])
  })

  it('keeps the later of two verdicts of one grader that come together', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    const both = [grade('b', { verdict: 'right' }), grade('a', { verdict: 'right' }), grade('a', { verdict: 'wrong' })]
    await given().saveGrades(both)
    expect(await all(given().grades('run-1'))).toEqual([both[2], both[0]])
  })

  it('refuses a grade of a response that is not stored', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponse(response('a'))
    const saved = given().saveGrades([grade('a'), grade('b')])
    await expect(saved).rejects.toMatchObject({ code: 'unknown_response' })
    expect(await all(given().grades('run-1'))).toEqual([])
  })

  it('keeps marks with their bound, and what a grade is a sample of', async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const marked = grade('a', { mark: 3.5, right_above: 3, sampling: 'random' })
    await given().saveGrades([marked])
    expect(await all(given().grades('run-1'))).toEqual([marked])
    await given().saveGrades([grade('a')])
    expect(await all(given().grades('run-1'))).toEqual([grade('a')])
  })

  it("takes back one grader's verdict and leaves the others", async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const ben = grade('a', { grader: 'ben' })
    await given().saveGrades([grade('a'), ben])
    const { configuration, test_case_id, repeat, grader } = grade('a')
    await given().deleteGrades('run-1', [{ configuration, test_case_id, repeat, grader }])
    await given().deleteGrades('run-1', [{ configuration, test_case_id, repeat, grader: 'nobody' }])
    expect(await all(given().grades('run-1'))).toEqual([ben])
  })

  it('keeps one order of asking a grader, and loses it with the run', async () => {
    await withCases(given(), ['a'])
    const session: GradingSession = {
      run_id: 'run-1',
      grader: 'ann',
      order: 'random',
      seed: 7,
      pool: 1,
      pool_hash: 'abc',
      skipped: [],
      started_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    }
    await given().saveGradingSession(session)
    const later = { ...session, skipped: [{ configuration: 'base', test_case_id: 'a', repeat: 1 }] }
    await given().saveGradingSession(later)
    await given().saveGradingSession({ ...session, grader: 'ben', order: 'uncertain_first', metric: 'correct' })
    expect(await given().gradingSessions('run-1')).toMatchObject([later, { grader: 'ben', metric: 'correct' }])
    await given().deleteRun('run-1')
    await expect(given().gradingSessions('run-1')).rejects.toMatchObject({ code: 'unknown_run' })
  })
}
