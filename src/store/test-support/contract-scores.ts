import { beforeEach, expect, it } from 'vitest'
import { NA_REASONS, type NaReason, na, PASSING_REASONS } from '../../core/score.ts'
import type { Store } from '../store.ts'
import { all, judged, response, run, score, testCase, withCases } from './records.ts'

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
      { outcome: { status: 'scored', value: 0.7, grading: 'probability', verdict_value: 0.5, k: 1, n: 2 } },
      { outcome: { status: 'scored', value: 0, grading: 'verdict' } },
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
    for (const outcome of [{ value: Number.NaN }, { value: 1, verdict_value: Number.POSITIVE_INFINITY }]) {
      const broken = score('a', { outcome: { status: 'scored', ...outcome } })
      await expect(given().saveScores([score('a', { metric: 'mrr' }), broken])).rejects.toThrow(TypeError)
    }
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

/** Which scores give way to others. */
export function replacedScoreContract(given: () => Store): void {
  const failed = (reason: NaReason) => na(reason, 'it failed')
  const stored = () => all(given().scores('run-1'))

  beforeEach(async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
  })

  it.each(NA_REASONS)('an NA for the reason %s stays unless it passes', async (reason) => {
    const old = score('a', { outcome: failed(reason) })
    const other = score('b', { outcome: failed(reason) })
    const next = score('a', { outcome: { status: 'scored', value: 0.5, k: 1, n: 2, label: 'half' }, steps: [] })
    await given().saveScores([old, other])
    await given().saveScores([next])
    expect(await stored()).toEqual([PASSING_REASONS.includes(reason) ? next : old, other])
  })

  it('replaces any score when asked to, and never adds one', async () => {
    const outcome = failed('judge_unreadable')
    const [first, second] = [judged('a', []), judged('b', [], { outcome })]
    await given().saveScores([first, second])
    const next = [judged('a', [], { outcome, direction: 'neutral' }), judged('b', [], { direction: 'neutral' })]
    await given().saveScores(next, { replace: true })
    expect(await stored()).toEqual(next)
  })

  it('stores an import with the record of its run, or neither of them', async () => {
    const value = (id: string, of: number) =>
      score(id, { judge: 'imported', outcome: { status: 'scored', value: of }, steps: [] })
    await given().saveImport(run({ note: 'first' }), () => [value('a', 0.1)])
    const cutShort = function* () {
      yield* Array.from({ length: 3000 }, (_, index) => value(index % 2 === 0 ? 'a' : 'b', 0.9))
      throw new Error('stopped')
    }
    await expect(given().saveImport(run({ note: 'second' }), cutShort)).rejects.toThrow('stopped')
    expect(await stored()).toEqual([value('a', 0.1)])
    expect((await given().findRun('latest'))?.note).toBe('first')
    await given().saveImport(run({ note: 'third' }), () => [value('a', 0.2), value('b', 0.3)])
    expect(await stored()).toEqual([value('a', 0.2), value('b', 0.3)])
    expect((await given().findRun('latest'))?.note).toBe('third')
    expect(await all(given().scoreRows('run-1', { metrics: ['other'] }))).toEqual([])
    expect(await all(given().scoreRows('run-1', { metrics: ['hit_rate@3'] }))).toHaveLength(2)
  })

  it('keeps the old score when the new one cannot be stored', async () => {
    const old = score('a', { outcome: failed('timeout') })
    await given().saveScores([old])
    for (const options of [{}, { replace: true }]) {
      const broken = score('a', { test_case_id: 'nowhere' })
      await expect(given().saveScores([score('a'), broken], options)).rejects.toMatchObject({
        code: 'unknown_response',
      })
    }
    expect(await stored()).toEqual([old])
  })

  it.each([false, true])('takes several scores with one key in their order (of a judge: %s)', async (ofJudge) => {
    const make = (value: number) =>
      score('a', { outcome: { status: 'scored', value }, ...(ofJudge ? { judge: 'model-1' } : {}) })
    const passing = { ...make(0), outcome: failed('rate_limited') }
    await Promise.all([passing, make(1), make(2), passing].map((one) => given().saveScores([one])))
    expect(await stored()).toEqual([make(1)])
    await given().saveScores([make(3), make(4)], { replace: true })
    expect(await stored()).toEqual([make(4)])
  })
}

/** What every store must do with samples. */
export function sampleContract(given: () => Store): void {
  it('joins a response with its test case and with what it is scored by', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    const outcome = na('timeout', 'after 60 s')
    await given().saveScores([
      score('a'),
      score('a', { metric: 'mrr', judge: 'model-1', metric_version: '3', outcome }),
    ])
    expect(await all(given().samples('run-1'))).toEqual([
      {
        test_case: testCase('a'),
        response: response('a'),
        scored: [
          { metric: 'hit_rate@3', metric_version: '1', judge: 'rule' },
          { metric: 'mrr', metric_version: '3', judge: 'model-1', reason: 'timeout' },
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
