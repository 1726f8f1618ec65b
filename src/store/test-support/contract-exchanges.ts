import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Exchange, ItemPointer } from '../../core/exchange.ts'
import type { Store } from '../store.ts'
import { exchange } from './records.ts'

const item = (key: string, exchangeId: string, id = '1'): ItemPointer => ({
  item_key: key,
  exchange_id: exchangeId,
  item_id: id,
})

/** What every store must do with exchanges. */
export function exchangeContract(given: () => Store): void {
  it('gives every kind of exchange back as it was stored', async () => {
    const plain = exchange('a')
    const full = exchange('b', {
      model_digest: 'sha256:1',
      repeat: 3,
      stop: 'length',
      stop_detail: 'max_tokens',
      first_token: [{ token: '是', logprob: -0.1 }],
      attempts: 2,
      warnings: ['slow'],
      usage: { prompt_tokens: 7, completion_tokens: null, cached_tokens: 3 },
    })
    full.request = {
      messages: [...full.request.messages, { role: 'assistant', content: '{"a": "\\ud83d"}' }],
      json_schema: { type: 'object', properties: { a: { enum: [1, null] } } },
      structured: 'tool',
      top_logprobs: 5,
      max_output_tokens: 10,
      parameters: { temperature: 0, stop: ['\n'] },
      num_ctx: 4096,
    }
    const failed = exchange('c', { usable: false, reply: null, stop: null, usage: null })
    failed.error = { kind: 'timeout', message: 'no reply in 60 s' }
    failed.request = { messages: [], max_output_tokens: 1, parameters: {} }
    await given().saveExchanges([plain, full])
    await given().saveExchanges([failed])
    expect(await given().exchanges(['c', 'unknown', 'a', 'b', 'a'])).toEqual([failed, plain, full, plain])
  })

  it('finds what answers a question: usable exchanges alone', async () => {
    await given().saveExchanges([
      exchange('a', { usable: false }),
      exchange('b', { key: 'question of a' }),
      exchange('c', { usable: false }),
    ])
    expect(await given().findExchange('question of a')).toEqual(exchange('b', { key: 'question of a' }))
    expect(await given().findExchange('question of c')).toBeUndefined()
    expect(await given().findExchange('')).toBeUndefined()
  })

  it('lets the first of several answers to a question stand and keeps the others without using them', async () => {
    const [first, second, third] = ['1', '2', '3'].map((id) => exchange(id, { key: 'question', reply: id }))
    await Promise.all([first, second].map((one) => given().saveExchanges([one as Exchange])))
    await given().saveExchanges([third as Exchange])
    await given().saveExchanges([{ ...(first as Exchange), reply: 'another' }])
    expect(await given().findExchange('question')).toEqual(first)
    expect(await given().exchanges(['1', '2', '3'])).toEqual([
      first,
      { ...second, usable: false },
      { ...third, usable: false },
    ])
  })

  it('lets a newer answer take the place of one that is not read any more, and keeps the old one', async () => {
    const [old, fresh, late] = ['old', 'fresh', 'late'].map((id) => exchange(id, { key: 'question' }))
    await given().saveExchanges([old, exchange('b')] as Exchange[], [item('x', 'old'), item('y', 'b'), item('z', 'b')])
    await given().saveExchanges([fresh as Exchange], [item('x', 'fresh'), item('y', 'fresh'), item('z', 'fresh')], {
      exchanges: ['old', 'nowhere'],
      items: ['y', 'nowhere'],
    })
    await given().saveExchanges([late as Exchange])
    expect(await given().findExchange('question')).toEqual(fresh)
    expect(await given().exchanges(['old', 'late', 'b'])).toEqual([
      { ...old, usable: false },
      { ...late, usable: false },
      exchange('b'),
    ])
    expect(new Set(await given().findItems(['x', 'y', 'z']))).toEqual(
      new Set([item('x', 'fresh'), item('y', 'fresh'), item('z', 'b')]),
    )
  })

  it('points to verdicts of usable exchanges, the first of a key, before and after their exchange was stored', async () => {
    await given().saveExchanges(
      [exchange('a'), exchange('b', { key: 'question of a' }), exchange('c', { usable: false })],
      [item('x', 'a'), item('y', 'a', '2'), item('z', 'b'), item('u', 'c'), item('v', 'nowhere')],
    )
    await given().saveExchanges([exchange('d')], [item('x', 'd'), item('w', 'd', '項 7')])
    await given().saveExchanges([], [item('later', 'a')])
    const found = await given().findItems(['w', 'x', 'y', 'z', 'u', 'v', 'later', 'x'])
    expect(new Set(found)).toEqual(
      new Set([item('w', 'd', '項 7'), item('x', 'a'), item('y', 'a', '2'), item('later', 'a')]),
    )
    expect(found).toHaveLength(4)
    expect(await given().findItems([])).toEqual([])
  })

  it('takes and gives many at once', async () => {
    const many = Array.from({ length: 777 }, (_, index) => exchange(`${index}`, { model: `model-${index % 600}` }))
    const items = many.map(({ exchange_id: id }) => item(`item ${id}`, id))
    await given().saveExchanges(many, items)
    expect(await given().exchanges(many.map((one) => one.exchange_id))).toEqual(many)
    expect(await given().findItems(items.map((one) => one.item_key))).toHaveLength(777)
  })

  it('shows a saved exchange at once, also while others are being saved', async () => {
    const asked = Array.from({ length: 50 }, async (_, index) => {
      await given().saveExchanges([exchange(`${index}`)])
      expect(await given().findExchange(`question of ${index}`)).toEqual(exchange(`${index}`))
    })
    await Promise.all(asked)
  })

  it('replaces surrogates without a partner, wherever they stand, and keeps all other characters', async () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\ud800', '\udfff', '\0', '\x10', '\\', '"'), fc.string()),
    })
    let number = 0
    await fc.assert(
      fc.asyncProperty(text, async (odd) => {
        number += 1
        const whole = odd.toWellFormed()
        const id = (of: string) => `${number} ${of}`
        const make = (of: string) => ({
          ...exchange(id(of), { model: of, reply: of, stop_detail: of, first_token: [{ token: of, logprob: 0 }] }),
          ...{ request: { messages: [{ role: 'user', content: of }], max_output_tokens: 1, parameters: { [of]: of } } },
        })
        await given().saveExchanges([make(odd) as Exchange], [item(id(`${odd} item`), id(odd), odd)])
        expect(await given().exchanges([id(odd)])).toEqual([make(whole)])
        expect(await given().findExchange(`question of ${id(odd)}`)).toEqual(make(whole))
        expect(await given().findItems([id(`${odd} item`)])).toEqual([item(id(`${whole} item`), id(whole), whole)])
      }),
      { numRuns: 50 },
    )
  })

  it('stores a reply of 20 MB', async () => {
    const long = exchange('a', { reply: '一二三四五六七 '.repeat(1_000_000) })
    await given().saveExchanges([long])
    expect((await given().findExchange('question of a'))?.reply === long.reply).toBe(true)
  })
}

/** What every store must remember of models. */
export function judgeMemoryContract(given: () => Store): void {
  it('gives vectors back bit by bit, keeps the first of a key and leaves out one without numbers', async () => {
    const vector = Float32Array.of(0.1, -0, Number.MAX_VALUE, 1e-45, Number.NaN)
    const part = new Float32Array([9, 1, 2, 9]).subarray(1, 3)
    const saved = given().saveVectors([
      { key: 'a', vector },
      { key: 'b', vector: part },
      { key: 'empty', vector: Float32Array.of() },
    ])
    part.fill(7)
    await saved
    await given().saveVectors([{ key: 'a', vector: Float32Array.of(1) }])
    const found = await given().findVectors(['b', 'a', 'unknown', 'empty', 'a'])
    expect(found).toEqual(
      new Map([
        ['a', vector],
        ['b', Float32Array.of(1, 2)],
      ]),
    )
    expect(await given().findVectors([])).toEqual(new Map())
  })

  it('takes and gives many vectors at once', async () => {
    const vectors = Array.from({ length: 300 }, (_, index) => ({ key: `v${index}`, vector: Float32Array.of(index, 1) }))
    await given().saveVectors(vectors)
    const found = await given().findVectors(vectors.map(({ key }) => key))
    expect(found).toEqual(new Map(vectors.map(({ key, vector }) => [key, vector])))
  })

  it('remembers the newest fact of a name, for each model apart', async () => {
    expect(await given().judgeFact('model', 'ratio')).toBeUndefined()
    await given().saveJudgeFact('model', 'ratio', { latin: 4.1, han: [1, null] })
    await given().saveJudgeFact('model', 'structured', 'tool')
    await given().saveJudgeFact('other', 'ratio', null)
    expect(await given().judgeFact('model', 'ratio')).toEqual({ latin: 4.1, han: [1, null] })
    await given().saveJudgeFact('model', 'ratio', false)
    expect(await given().judgeFact('model', 'ratio')).toBe(false)
    expect(await given().judgeFact('model', 'structured')).toBe('tool')
    expect(await given().judgeFact('other', 'ratio')).toBeNull()
  })
}
