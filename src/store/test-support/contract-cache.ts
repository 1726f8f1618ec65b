import { beforeEach, expect, it } from 'vitest'
import { na, type Score } from '../../core/score.ts'
import type { Store } from '../store.ts'
import { all, exchange, judged, response, score, testCase, withCases } from './records.ts'

const NOTHING = { exchanges: 0, usable: 0, vectors: 0, bytes: 0, hits: 0, oldest: null, newest: null, by_model: [] }

/** Those of some ids that are stored. */
function idsIn(given: () => Store) {
  return async (...wanted: string[]) => (await given().exchanges(wanted)).map((one) => one.exchange_id)
}

/** What every store must do with the judge cache as a whole. */
export function cacheContract(given: () => Store): void {
  const ids = idsIn(given)

  it('says what it holds', async () => {
    expect(await given().cacheSummary()).toEqual(NOTHING)
    await given().saveExchanges([
      exchange('a', { created_at: '2026-01-01T00:00:00.000Z' }),
      exchange('b', { usable: false }),
      exchange('c', { model: 'large', request: { messages: [], max_output_tokens: 1, parameters: {} } }),
      exchange('d', { model: 'large', provider: 'a server', reply: 'x'.repeat(5000) }),
    ])
    await given().saveVectors([{ key: 'v', vector: new Float32Array(2000) }])
    await Promise.all([given().countHits('model', 2), given().countHits('model', 3), given().countHits('other', 1)])
    await given().countHits('model', 1)
    const { bytes, by_model, newest, ...rest } = await given().cacheSummary()
    expect(rest).toEqual({ exchanges: 4, usable: 3, vectors: 1, hits: 7, oldest: '2026-01-01T00:00:00.000Z' })
    expect(Date.now() - Date.parse(newest ?? '')).toBeLessThan(60_000)
    expect(by_model.map(({ bytes: _, ...model }) => model)).toEqual([
      { provider: 'a server', model: 'large', exchanges: 1, usable: 1 },
      { provider: 'ollama', model: 'large', exchanges: 1, usable: 1 },
      { provider: 'ollama', model: 'small', exchanges: 2, usable: 1 },
    ])
    expect(by_model[0]?.bytes).toBeGreaterThan(5000)
    expect(by_model[0]?.bytes).toBeLessThan(6000)
    expect(bytes).toBe(by_model.reduce((sum, model) => sum + model.bytes, 8000))
  })

  it('forgets what is older than a moment', async () => {
    const old = { created_at: '2026-01-01T23:59:59.999Z' }
    const items = ['a', 'b'].map((id) => ({ item_key: `item ${id}`, exchange_id: id, item_id: '1' }))
    await given().saveExchanges([exchange('a', old), exchange('b'), exchange('c', { ...old, usable: false })], items)
    await given().saveVectors([{ key: 'v', vector: Float32Array.of(1) }])
    expect(await given().clearCache({ before: '2026-01-02' })).toEqual({ removed: 2, kept_for_scores: 0 })
    expect(await ids('a', 'b', 'c')).toEqual(['b'])
    expect(await given().findExchange('question of a')).toBeUndefined()
    expect(await given().findItems(['item a', 'item b'])).toEqual([items[1]])
    expect(await given().findVectors(['v'])).toHaveProperty('size', 1)
    expect(await given().clearCache()).toEqual({ removed: 2, kept_for_scores: 0 })
    expect(await given().cacheSummary()).toEqual(NOTHING)
  })

  it('removes more than a few', async () => {
    await given().saveExchanges(Array.from({ length: 1203 }, (_, index) => exchange(`${index}`)))
    expect(await given().clearCache()).toEqual({ removed: 1203, kept_for_scores: 0 })
    await given().saveExchanges([exchange('1')])
    expect(await given().findExchange('question of 1')).toEqual(exchange('1'))
  })
}

/** What every store must do with exchanges that scores are made of. */
export function heldExchangeContract(given: () => Store): void {
  const ids = idsIn(given)
  beforeEach(async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a'), response('b')])
    await given().saveExchanges(['1', '2', '3', '4'].map((id) => exchange(id)))
  })

  it('keeps the exchanges that a score is made of, without using them', async () => {
    const steps: Score['steps'] = [
      { kind: 'judge', step: 'claims', exchange: '1', exchanges: 7, n: 2 },
      { kind: 'rule', step: 'mean', exchange: '4' },
      { kind: 'embedding', step: 'near', exchanges: ['3', 'nowhere', '1', null] },
    ]
    await given().saveScores([judged('a', [], { steps })])
    expect(await given().clearCache()).toEqual({ removed: 2, kept_for_scores: 2 })
    expect(await given().exchanges(['1', '2', '3', '4'])).toEqual([
      exchange('1', { usable: false }),
      exchange('3', { usable: false }),
    ])
    expect(await given().findExchange('question of 1')).toBeUndefined()
    const again = exchange('5', { key: 'question of 1', reply: 'no' })
    await given().saveExchanges([again])
    expect(await given().findExchange('question of 1')).toEqual(again)
    expect((await given().exchanges(['1']))[0]?.reply).toBe('yes')
    expect(await all(given().scores('run-1'))).toEqual([judged('a', [], { steps })])
  })

  it('holds what a score that took the place of another is made of, and nothing more', async () => {
    await given().saveScores([judged('a', ['1', '2'], { outcome: na('timeout', '') }), judged('b', ['2'])])
    await given().saveScores([judged('a', ['3']), judged('b', ['4'])])
    expect(await given().clearCache()).toEqual({ removed: 2, kept_for_scores: 2 })
    expect(await ids('1', '2', '3', '4')).toEqual(['2', '3'])
    await given().saveScores([judged('a', ['2']), judged('b', [])], { replace: true })
    expect(await given().clearCache()).toEqual({ removed: 1, kept_for_scores: 1 })
    expect(await ids('2', '3')).toEqual(['2'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['its run is deleted', () => given().deleteRun('run-1')],
    ['its test case is deleted', () => given().deleteTestCases('run-1', ['a'])],
    ['its response is replaced', () => given().saveResponse(response('a', { response: 'another' }))],
    [
      'its test case changes',
      () =>
        given().saveTestCases('run-1', [{ position: 0, test_case: testCase('a', { user_input: 'And otherwise?' }) }]),
    ],
  ])('frees the exchanges of a score when %s', async (_, end) => {
    await given().saveScores([judged('a', ['1']), score('a')])
    expect(await given().clearCache()).toEqual({ removed: 3, kept_for_scores: 1 })
    await end()
    expect(await ids('1')).toEqual(['1'])
    expect(await given().clearCache()).toEqual({ removed: 1, kept_for_scores: 0 })
  })

  it('removes no exchange while a run is being worked on, as a score may be made of it yet', async () => {
    const { release } = await given().claimRun('run-1')
    expect(await given().clearCache()).toEqual({ removed: 0, kept_for_scores: 4 })
    expect(await given().findExchange('question of 1')).toBeUndefined()
    await given().saveScores([judged('a', ['1'])])
    await release()
    expect(await given().clearCache()).toEqual({ removed: 3, kept_for_scores: 1 })
  })
}
