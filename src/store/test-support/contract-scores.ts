import { expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { all, grade, response, score, testCase, withCases } from './records.ts'

/** What every store must do with scores. */
export function scoreContract(given: () => Store): void {
  it('gives every kind of outcome back as it was stored', async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const outcomes: Parameters<typeof score>[1][] = [
      { outcome: { status: 'scored', value: 0.1 + 0.2, k: 1, n: 3, label: 'partly' } },
      { outcome: { status: 'scored', value: 0 }, direction: 'lower_is_better', steps: [] },
      { outcome: { status: 'scored', value: -1.5e-300 }, direction: 'neutral' },
      { outcome: { status: 'na', reason: 'missing_verdicts', detail: 'two of five', bounds: [0.4, 0.8] } },
      { outcome: { status: 'na', reason: 'timeout', detail: '' }, judge: 'model-1' },
      { outcome: { status: 'scored', value: 1, k: 0, n: 0 }, metric_version: '2+abc' },
    ]
    const scores = outcomes.map((changes, index) => score('a', { metric: `metric-${index}`, ...changes }))
    await given().saveScores(scores)
    expect(await all(given().scores('run-1'))).toEqual(scores)
    expect(await all(given().scoreRows('run-1'))).toEqual(scores.map(({ steps: _, ...row }) => row))
    expect(await all(given().scores('run-1', { metric: 'metric-3' }))).toEqual([scores[3]])
    expect(await all(given().scores('run-1', { metric: 'other' }))).toEqual([])
  })

  it('keeps a score that is there, and other versions and judges beside it', async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const first = score('a')
    const others = [score('a', { metric_version: '2' }), score('a', { judge: 'model-1' })]
    await given().saveScores([first])
    await given().saveScores([score('a', { outcome: { status: 'scored', value: 0 } }), ...others])
    expect(await all(given().scores('run-1'))).toEqual([first, ...others])
  })

  it('refuses a score of a response that is not stored, and nothing else with it', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponse(response('a'))
    const results = await Promise.allSettled([
      given().saveScores([score('a')]),
      given().saveScores([score('a', { metric: 'mrr' }), score('b')]),
      given().saveScores([score('a', { metric: 'ndcg@5' })]),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { code: 'unknown_response', message: expect.stringContaining('"b"') } })
    expect((await all(given().scores('run-1'))).map((row) => row.metric)).toEqual(['hit_rate@3', 'ndcg@5'])
  })

  it('never stores a value that is not a number', async () => {
    await withCases(given(), ['a'])
    await given().saveResponse(response('a'))
    const broken = score('a', { outcome: { status: 'scored', value: Number.NaN } })
    await expect(given().saveScores([score('a', { metric: 'mrr' }), broken])).rejects.toThrow(TypeError)
    expect(await all(given().scores('run-1'))).toEqual([])
  })

  it('finds the response of a score after its test case was deleted and asked again', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    await given().deleteTestCases('run-1', ['b'])
    await expect(given().saveScores([score('b')])).rejects.toMatchObject({ code: 'unknown_response' })
    await given().saveTestCases('run-1', [{ position: 1, test_case: testCase('b') }])
    await given().saveResponse(response('b'))
    await given().saveScores([score('b')])
    expect((await all(given().scores('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
  })
}

/** What every store must do with samples. */
export function sampleContract(given: () => Store): void {
  it('joins a response with its test case and with what it is scored by', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    await given().saveScores([score('a'), score('a', { metric: 'mrr', judge: 'model-1', metric_version: '3' })])
    expect(await all(given().samples('run-1'))).toEqual([
      {
        test_case: testCase('a'),
        response: response('a'),
        scored: [
          { metric: 'hit_rate@3', metric_version: '1', judge: 'rule' },
          { metric: 'mrr', metric_version: '3', judge: 'model-1' },
        ],
      },
      { test_case: testCase('b'), response: response('b'), scored: [] },
    ])
  })

  it('can be read while scores and responses are written', async () => {
    const ids = Array.from({ length: 600 }, (_, index) => `case-${index}`)
    await withCases(given(), ids)
    await given().saveResponses(ids.map((id) => response(id)))
    const seen: string[] = []
    for await (const sample of given().samples('run-1')) {
      seen.push(sample.response.test_case_id)
      if (seen.length % 50 !== 0) continue
      await given().saveScores([score(sample.test_case.id)])
      await given().saveResponse(response(sample.test_case.id, { response: 'again' }))
      await given().saveResponse(response(sample.test_case.id, { configuration: 'after' }))
    }
    expect(seen.slice(0, 600)).toEqual(ids)
    expect(seen.slice(600)).toEqual(ids.filter((_, index) => (index + 1) % 50 === 0))
    expect(await all(given().scores('run-1'))).toEqual([])
  })

  it('lets timers and signals through while it is read', async () => {
    const ids = Array.from({ length: 1500 }, (_, index) => `case-${index}`)
    await withCases(given(), ids)
    await given().saveResponses(ids.map((id) => response(id)))
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    await all(given().samples('run-1'))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })

  it('lets a reader stop early', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    for await (const _ of given().samples('run-1')) break
    await given().saveScores([score('b')])
    expect(await all(given().scores('run-1'))).toHaveLength(1)
  })
}

/** What every store must do with grades. */
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

  it('refuses a grade of a response that is not stored', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponse(response('a'))
    const saved = given().saveGrades([grade('a'), grade('b')])
    await expect(saved).rejects.toMatchObject({ code: 'unknown_response' })
    expect(await all(given().grades('run-1'))).toEqual([])
  })
}
