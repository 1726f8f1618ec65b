import { expect, it } from 'vitest'
import type { Response } from '../../core/response.ts'
import type { Store } from '../store.ts'
import { all, grade, response, score, withCases } from './records.ts'

/** What every store must do with responses. */
export function responseContract(given: () => Store): void {
  it('gives every field back as it was stored', async () => {
    await withCases(given(), ['a', 'b', 'c'])
    const full = response('a', {
      retrieved_contexts: [
        {
          id: 'a#1',
          text: '特休 7 天 🏖️',
          source: 'leave.md',
          score: 0.71,
          metadata: { page: 3, nested: [null, { x: true }] },
        },
        { text: '', rank: 4 },
      ],
      usage: { prompt_tokens: 812, cost_usd: 0.001, other: 'kept' },
      problems: ['the second text was null'],
    })
    const { retrieved_contexts: _, ...untold } = response('b')
    const retrievesOnly = { ...untold, response: null, latency_ms: null }
    const failed = response('c', {
      response: null,
      retrieved_contexts: [],
      error: { code: 'timeout', message: 'no answer\nwithin 60 s' },
    })
    await given().saveResponses([full, retrievesOnly, failed])
    expect(await all(given().responses('run-1'))).toEqual([full, retrievesOnly, failed])
    expect(await all(given().responseFacts('run-1'))).toEqual(
      ([full, retrievesOnly, failed] as Response[]).map(
        ({ response: _r, retrieved_contexts: _c, usage: _u, created_at: _a, ...facts }) => facts,
      ),
    )
  })

  it('replaces a response that is asked again, and removes its scores and grades alone', async () => {
    await withCases(given(), ['a', 'b'])
    await given().saveResponses([response('a', { usage: { total_tokens: 3 } }), response('b')])
    await given().saveScores([score('a'), score('b')])
    await given().saveGrades([grade('a'), grade('b')])
    const { retrieved_contexts: _, ...again } = response('a', { response: 'Another.', asked_key: 'asked-2' })
    await given().saveResponse(again)
    expect(await all(given().responses('run-1'))).toEqual([again, response('b')])
    expect((await all(given().scores('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
    expect((await all(given().grades('run-1'))).map((row) => row.test_case_id)).toEqual(['b'])
  })

  it('keeps the last of several responses with one key that are handed over at once', async () => {
    await withCases(given(), ['a'])
    await Promise.all([
      given().saveResponse(response('a', { response: 'first' })),
      given().saveResponse(response('a', { response: 'second' })),
      given().saveScores([score('a')]),
    ])
    expect((await all(given().responses('run-1'))).map((row) => row.response)).toEqual(['second'])
    expect(await all(given().scores('run-1'))).toHaveLength(1)
  })

  it('names the test case that a response lacks, and stores nothing of that call', async () => {
    await withCases(given(), ['a'])
    const fine = given().saveResponse(response('a'))
    const faulty = given().saveResponses([response('a', { repeat: 2 }), response('x')])
    await expect(faulty).rejects.toMatchObject({ code: 'unknown_test_case', message: expect.stringContaining('"x"') })
    await fine
    expect((await all(given().responses('run-1'))).map((row) => row.repeat)).toEqual([1])
  })

  it('keeps unusual texts and names as they are', async () => {
    const odd = [
      'nul \0 inside',
      'quote \' and " and `',
      '../../etc/passwd',
      'C:\\x',
      '特休🏖️',
      '%s {0} \\ud800',
      'line\r\nend',
      ' ',
    ]
    await withCases(given(), odd)
    const rows = odd.map((text) =>
      response(text, { response: text, retrieved_contexts: [{ text, source: text }], usage: { note: text } }),
    )
    await given().saveResponses(rows)
    await given().saveScores(odd.map((id) => score(id, { outcome: { status: 'na', reason: 'timeout', detail: id } })))
    expect(await all(given().responses('run-1'))).toEqual(rows)
    expect((await all(given().scores('run-1'))).map((row) => row.outcome)).toEqual(
      odd.map((detail) => ({ status: 'na', reason: 'timeout', detail })),
    )
    expect((await all(given().testCases('run-1'))).map(({ id }) => id)).toEqual(odd)
  })

  it('stores surrogates without a partner as U+FFFD, in texts and in JSON', async () => {
    await withCases(given(), ['a\ud800'])
    await given().saveResponse(
      response('a\ud800', {
        response: 'x\udc00y',
        retrieved_contexts: [{ text: 'z\ud83d', metadata: { 'k\ud800': '\\ud800 \ud800' } }],
      }),
    )
    await given().saveScores([score('a\ud800', { steps: [{ kind: 'rule', step: 's', seen: '\udfff' }] })])
    const [stored] = await all(given().responses('run-1', { test_case_ids: ['a\ud800'] }))
    expect(stored).toMatchObject({ test_case_id: 'a\ufffd', response: 'x\ufffdy' })
    expect(stored?.retrieved_contexts).toEqual([{ text: 'z\ufffd', metadata: { 'k\ufffd': '\\ud800 \ufffd' } }])
    expect((await all(given().scores('run-1')))[0]?.steps).toEqual([{ kind: 'rule', step: 's', seen: '\ufffd' }])
  })

  it('takes texts of 20 MB', async () => {
    await withCases(given(), ['a', 'b'])
    const long = '長い文'.repeat(7_000_000 / 3)
    await given().saveResponses([
      response('a', { response: long }),
      response('b', { retrieved_contexts: [{ text: long }] }),
    ])
    const [a, b] = await all(given().responses('run-1'))
    expect(a?.response === long).toBe(true)
    expect(b?.retrieved_contexts?.[0]?.text === long).toBe(true)
  })
}

/** In which order, and how much, every store must read. */
export function orderContract(given: () => Store): void {
  const keys = (rows: { configuration: string; test_case_id: string; repeat: number }[]) =>
    rows.map((row) => `${row.configuration} ${row.test_case_id} ${row.repeat}`)

  it('orders by configuration as the run does, then by position, then by repeat', async () => {
    await withCases(given(), ['z', 'a'])
    const stored = []
    for (const configuration of ['extra', 'after', 'base']) {
      for (const id of ['a', 'z']) {
        for (const repeat of [10, 2]) stored.push(response(id, { configuration, repeat }))
      }
    }
    await given().saveResponses(stored)
    await given().saveScores(
      stored.map(({ test_case_id, configuration, repeat }) => score(test_case_id, { configuration, repeat })),
    )
    await given().saveGrades(
      stored.map(({ test_case_id, configuration, repeat }) => grade(test_case_id, { configuration, repeat })),
    )
    const expected = ['base', 'after', 'extra'].flatMap((name) => [
      `${name} z 2`,
      `${name} z 10`,
      `${name} a 2`,
      `${name} a 10`,
    ])
    expect(keys(await all(given().responses('run-1')))).toEqual(expected)
    expect(keys(await all(given().responseFacts('run-1')))).toEqual(expected)
    expect(keys(await all(given().scores('run-1')))).toEqual(expected)
    expect(keys(await all(given().scoreRows('run-1')))).toEqual(expected)
    expect(keys(await all(given().grades('run-1')))).toEqual(expected)
    expect(keys((await all(given().samples('run-1'))).map((sample) => sample.response))).toEqual(expected)
  })

  it('gives every row once when there are several pages of them', async () => {
    const ids = Array.from({ length: 1100 }, (_, index) => `case-${index}`)
    await withCases(given(), ids)
    await given().saveResponses(ids.map((id) => response(id)))
    await given().saveScores(ids.flatMap((id) => [score(id), score(id, { metric: 'mrr' })]))
    const expected = ids.map((id) => `base ${id} 1`)
    expect((await all(given().testCases('run-1'))).map(({ id }) => id)).toEqual(ids)
    expect(keys(await all(given().responses('run-1')))).toEqual(expected)
    expect(keys(await all(given().responseFacts('run-1')))).toEqual(expected)
    const samples = await all(given().samples('run-1'))
    expect(samples.map(({ test_case, scored }) => `${test_case.id} ${scored.length}`)).toEqual(
      ids.map((id) => `${id} 2`),
    )
    for (const rows of [await all(given().scores('run-1')), await all(given().scoreRows('run-1'))]) {
      expect(rows.map((row) => `${row.test_case_id} ${row.metric}`)).toEqual(
        ids.flatMap((id) => [`${id} hit_rate@3`, `${id} mrr`]),
      )
    }
  })

  it('reads the selected rows alone', async () => {
    const ids = Array.from({ length: 700 }, (_, index) => `case-${index}`)
    await withCases(given(), ids)
    await given().saveResponses(ids.flatMap((id) => [response(id), response(id, { configuration: 'after' })]))
    await given().saveScores(ids.map((id) => score(id, { configuration: 'after' })))
    const few = { configurations: ['after', 'unknown'], test_case_ids: ['case-9', 'case-3', 'unknown'] }
    expect(keys(await all(given().responses('run-1', few)))).toEqual(['after case-3 1', 'after case-9 1'])
    expect(keys(await all(given().scores('run-1', few)))).toEqual(['after case-3 1', 'after case-9 1'])
    expect(keys(await all(given().scoreRows('run-1', { configurations: ['base'] })))).toEqual([])
    const many = { configurations: ['base'], test_case_ids: ids.slice(50, 650) }
    expect((await all(given().samples('run-1', many))).map((row) => row.test_case.id)).toEqual(ids.slice(50, 650))
    expect(await all(given().samples('run-1', { test_case_ids: [] }))).toEqual([])
    expect(await all(given().samples('run-1', { configurations: [] }))).toEqual([])
  })
}
