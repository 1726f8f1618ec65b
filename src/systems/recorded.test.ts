import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask } from './test-support/ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'ragstone-recorded-'))

const nomiracl = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'nomiracl-zh', 'zh_visible.jsonl')

afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0

function openFile(content: string, ending: string, fields?: Record<string, string>): Promise<System> {
  files += 1
  const recorded = `answers-${files}.${ending}`
  writeFileSync(join(folder, recorded), content)
  const config = { recorded, timeout_s: 5, concurrency: 4, ...(fields === undefined ? {} : { fields }) }
  return openSystem(config, { folder, log: () => {} })
}

/** Opens the rows as jsonl. */
function open(rows: object[], fields?: Record<string, string>): Promise<System> {
  return openFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'jsonl', fields)
}

async function answers(system: System, questions: [string, Parameters<typeof ask>[2]?][]): Promise<unknown[]> {
  const replies = []
  for (const [question, options] of questions) {
    const reply = await ask(system, question, options)
    replies.push(reply.response ?? reply.error?.code)
  }
  await system.close()
  return replies
}

describe('recorded answers', () => {
  it('are found by test_case_id, by id, or by an equal question', async () => {
    const system = await open([
      { test_case_id: 'a', response: '1' },
      { id: 'b', response: '2' },
      { user_input: ' 特休有幾天？ ', response: '3' },
      { user_input: 'long '.repeat(100), response: '4' },
    ])
    expect(
      await answers(system, [
        ['x', { id: 'a' }],
        ['y', { id: 'b' }],
        ['特休有幾天？', { id: 'c' }],
        ['long '.repeat(100)],
        ['long '.repeat(101)],
      ]),
    ).toEqual(['1', '2', '3', '4', 'not_recorded'])
  })

  it('say when a row with another id was taken for its question', async () => {
    const system = await open([{ id: 'row-7', user_input: 'q', response: 'x' }])
    const reply = await ask(system, 'q', { id: 'case-1' })
    expect(reply.response).toBe('x')
    expect(reply.problems).toEqual([`found by its user_input; the row's id is "row-7"`])
    await system.close()
  })

  it('are not guessed when rows of several ids share the question', async () => {
    const system = await open([
      { id: 'a', user_input: 'q', response: '1' },
      { id: 'b', user_input: 'q', response: '2' },
    ])
    expect(
      await answers(system, [
        ['q', { id: 'a' }],
        ['q', { id: 'b' }],
        ['q', { id: 'c' }],
      ]),
    ).toEqual(['1', '2', 'not_recorded'])
  })

  it('serve every configuration without a row of its own', async () => {
    const system = await open([
      { id: 'a', response: 'any' },
      { id: 'a', configuration: 'special', response: 'own' },
    ])
    expect(
      await answers(system, [
        ['q', { id: 'a', configuration: 'base' }],
        ['q', { id: 'a', configuration: 'special' }],
      ]),
    ).toEqual(['any', 'own'])
  })

  it('serve the repeat that they name, the first when they name none', async () => {
    const system = await open([
      { id: 'a', response: 'first' },
      { id: 'a', repeat: 2, response: 'second' },
    ])
    const asked = [1, 2, 3].map((repeat): [string, Parameters<typeof ask>[2]] => ['q', { id: 'a', repeat }])
    expect(await answers(system, asked)).toEqual(['first', 'second', 'not_recorded'])
  })

  it('that are missing are named by what was looked for', async () => {
    const system = await open([{ id: 'a', response: 'x' }])
    const { error } = await ask(system, 'wo?', { id: 'z', configuration: 'big', repeat: 2 })
    for (const part of ['answers-', '"big"', 'repeat 2', '"z"', '"wo?"']) expect(error?.message).toContain(part)
    await system.close()
  })

  it.each([
    [
      [
        { id: 'a', response: '1' },
        { id: 'b', response: '1' },
        { id: 'a', response: '2' },
      ],
      /jsonl:1 and .*jsonl:3/,
    ],
    [
      [
        { id: 'a', response: '1' },
        { id: 'a', repeat: 1, response: '2' },
      ],
      /"a".*jsonl:1 and .*jsonl:2/,
    ],
    [
      [
        { user_input: 'q', response: '1' },
        { user_input: 'q', response: '2' },
      ],
      /user_input.*jsonl:1 and .*jsonl:2/,
    ],
  ])('that come twice are refused with both places: %j', async (rows, message) => {
    await expect(open(rows)).rejects.toMatchObject({
      code: 'duplicate_answer',
      message: expect.stringMatching(message),
    })
  })

  it('that name no case are refused with the place', async () => {
    await expect(
      open([
        { id: 'a', response: '1' },
        { response: '2', nr: 4 },
      ]),
    ).rejects.toMatchObject({
      code: 'answer_without_case',
      message: expect.stringMatching(/jsonl:2: .*nr/),
    })
  })

  it('keep latency, usage, error and contexts of their row', async () => {
    const system = await open([
      { id: 'a', response: 'x', latency_ms: 12.5, usage: { prompt_tokens: 3 }, contexts: ['c', { text: 'd' }, null] },
      { id: 'b', error: 'index not loaded' },
      { id: 'c', retrieved_contexts: ['only'] },
      { id: 'd', text: 'unknown column' },
    ])
    expect(await ask(system, 'q', { id: 'a' })).toEqual({
      response: 'x',
      latency_ms: 12.5,
      usage: { prompt_tokens: 3 },
      retrieved_contexts: [{ text: 'c' }, { text: 'd' }],
      problems: ['context 3 is null; it was left out'],
    })
    expect((await ask(system, 'q', { id: 'b' })).error).toEqual({ code: 'reported', message: 'index not loaded' })
    const retrieved = await ask(system, 'q', { id: 'c' })
    expect(retrieved).toEqual({ response: null, latency_ms: null, retrieved_contexts: [{ text: 'only' }] })
    expect((await ask(system, 'q', { id: 'd' })).error).toMatchObject({
      code: 'unreadable_reply',
      message: expect.stringContaining('text'),
    })
    await system.close()
  })

  it('with half a character in a context are used, and it is told', async () => {
    const system = await openFile('{"id":"a","response":"ok","contexts":["half \\ud83d"]}\n', 'jsonl')
    const reply = await ask(system, 'q', { id: 'a' })
    expect(reply).toMatchObject({ response: 'ok', retrieved_contexts: [{ text: 'half \ufffd' }] })
    expect(reply.problems?.join()).toMatch(/surrogate/)
    await system.close()
  })

  it('are read through a mapping of fields', async () => {
    const system = await open([{ nr: 7, out: { text: 'deep' } }], { id: 'nr', response: 'out.text' })
    expect(await answers(system, [['q', { id: '7' }]])).toEqual(['deep'])
  })

  it('of all configurations may stand in one row', async () => {
    const rows = [
      { query_id: 'a', results: { 'gpt-4': 'one', 'llama 2': 'two' } },
      { query_id: 'b', results: { 'gpt-4': 'three' } },
    ]
    const system = await open(rows, { id: 'query_id', response: 'results."{{configuration.name}}"' })
    expect(
      await answers(system, [
        ['q', { id: 'a', configuration: 'gpt-4' }],
        ['q', { id: 'a', configuration: 'llama 2' }],
        ['q', { id: 'b', configuration: 'gpt-4' }],
        ['q', { id: 'b', configuration: 'llama 2' }],
      ]),
    ).toEqual(['one', 'two', 'three', 'unreadable_reply'])
  })

  it.each([
    ['csv', 'id,response\r\na,"one\r\nline"\r\nb,two\r\n'],
    ['json', '[{"id":"a","response":"one\\r\\nline"},{"id":"b","response":"two"}]'],
    ['yaml', '- {id: a, response: "one\\r\\nline"}\n- {id: b, response: two}\n'],
    ['jsonl', '\ufeff{"id":"a","response":"one\\r\\nline"}\r\n\r\n{"id":"b","response":"two"}'],
  ])('may be a %s file', async (ending, content) => {
    const system = await openFile(content, ending)
    expect(
      await answers(system, [
        ['q', { id: 'b' }],
        ['q', { id: 'a' }],
      ]),
    ).toEqual(['two', 'one\r\nline'])
  })

  it('of a jsonl file are read from it when asked, whatever the order and the scripts', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ id: `問${n}`, response: `答😀${'字'.repeat(n)}` }))
    const system = await open(rows)
    const replies = await Promise.all([...rows].reverse().map((row) => ask(system, 'q', { id: row.id })))
    expect(replies.map((reply) => reply.response)).toEqual([...rows].reverse().map((row) => row.response))
    await system.close()
  })

  it('in a missing file are refused by name', async () => {
    const opened = openSystem({ recorded: 'none.jsonl', timeout_s: 1, concurrency: 1 }, { folder, log: () => {} })
    await expect(opened).rejects.toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining('none.jsonl'),
    })
  })

  it.skipIf(!existsSync(nomiracl))('of the eleven models of NoMIRACL serve as eleven configurations', async () => {
    const rows = readFileSync(nomiracl, 'utf8').trim().split('\n')
    const cases = rows.map((row) => JSON.parse(row) as { query_id: string; results: Record<string, string> })
    const fields = { id: 'query_id', response: 'results."{{configuration.name}}"' }
    const config = { recorded: nomiracl, fields, timeout_s: 5, concurrency: 1 }
    const system = await openSystem(config, { folder, log: () => {} })
    let asked = 0
    for (const { query_id, results } of cases) {
      for (const [model, reply] of Object.entries(results)) {
        expect((await ask(system, 'q', { id: query_id, configuration: model })).response).toBe(reply)
        asked += 1
      }
    }
    expect(asked).toBe(11 * 299)
    await system.close()
  })
})
