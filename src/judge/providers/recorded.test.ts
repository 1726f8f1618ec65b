import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange, ModelRequest } from '../../core/exchange.ts'
import { canonicalJson } from '../../core/hash.ts'
import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import { modelKeyOf, vectorKey } from '../cache-key.ts'
import type { ModelFacts } from '../provider.ts'
import { recordedProvider } from './recorded.ts'
import { recordedEmbeddings } from './recorded-embeddings.ts'
import { embeddingsRecording, judgeRecording } from './recording-format.ts'

const signal = new AbortController().signal
let folder = ''
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-recorded-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const facts: ModelFacts = {
  digest: 'sha256:abc',
  window: 8192,
  canRaise: true,
  local: true,
  logprobs: true,
  structured: ['json_schema', 'json', 'none'],
  server: '0.13.0',
}
const about = { recorded_at: '2026-03-01T10:00:00.000Z', provider: 'ollama', model: 'small:1b', facts }

function question(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content }], max_output_tokens: 64, parameters: { temperature: 0 }, ...more }
}

let exchanges = 0
function exchange(request: ModelRequest, reply: string | null, more: Partial<Exchange> = {}): Exchange {
  exchanges += 1
  return {
    exchange_id: `x${exchanges}`,
    key: 'k',
    usable: reply !== null,
    created_at: `2026-03-01T09:00:${String(exchanges).padStart(2, '0')}.000Z`,
    provider: 'ollama',
    model: 'small:1b',
    repeat: 1,
    request,
    reply,
    stop: reply === null ? null : 'stop',
    usage: { prompt_tokens: 12, completion_tokens: 3 },
    latency_ms: 900,
    attempts: 1,
    ...more,
  }
}

async function written(lines: Iterable<string>): Promise<string> {
  files += 1
  const name = `recording-${files}.jsonl`
  await writeFile(join(folder, name), `${[...lines].join('\n')}\n`)
  return name
}

async function replay(lines: Iterable<string>) {
  const model = await written(lines)
  return recordedProvider(judgeSchema.parse({ provider: 'recorded', model }), { folder })
}

describe('a recorded judge', () => {
  it('answers as the recorded model did, with its probabilities, counts and stop reason', async () => {
    const first_token = [{ token: 'Yes', logprob: -0.1 }]
    const asked = question('Is it so?', { top_logprobs: 5 })
    const provider = await replay(judgeRecording(about, [exchange(asked, 'Yes', { first_token, stop_detail: 'stop' })]))
    expect(await provider.chat(asked, signal)).toEqual({
      text: 'Yes',
      stop: 'stop',
      stop_detail: 'stop',
      first_token,
      usage: { prompt_tokens: 12, completion_tokens: 3 },
    })
  })

  it('has the facts of the recorded model, and tells which it was and when', async () => {
    const provider = await replay(judgeRecording(about, [exchange(question('a'), 'b')]))
    expect(provider).toMatchObject({ provider: 'recorded', model: 'small:1b', address: `recording-${files}.jsonl` })
    expect(await provider.facts(signal)).toEqual({
      ...facts,
      warnings: ['replies of ollama small:1b, recorded 2026-03-01, are played again'],
    })
  })

  it('demands JSON in the way that worked when it was recorded', async () => {
    const json_schema = { type: 'object' }
    const refused = exchange(question('a', { json_schema, structured: 'json_schema' }), null)
    const worked = exchange(question('a', { json_schema, structured: 'json' }), '{}')
    const provider = await replay(judgeRecording(about, [refused, worked]))
    expect((await provider.facts(signal)).structured).toEqual(['json'])
    expect((await provider.chat(question('a', { json_schema, structured: 'json' }), signal)).text).toBe('{}')
  })

  it('finds a reply whatever the window, the parameters or the order of the keys of the schema', async () => {
    const recorded = question('a', { num_ctx: 2048, json_schema: { type: 'object', required: ['x'] } })
    const provider = await replay(judgeRecording(about, [exchange(recorded, '{"x":1}')]))
    const again = question('a', {
      num_ctx: 4096,
      json_schema: { required: ['x'], type: 'object' },
      parameters: { seed: 2 },
    })
    expect((await provider.chat(again, signal)).text).toBe('{"x":1}')
  })

  it('gives repeats in their order, and the last one from then on', async () => {
    const asked = question('draw')
    const draws = [3, 1, 2].map((repeat) => exchange(asked, `draw ${repeat}`, { repeat }))
    const provider = await replay(judgeRecording(about, draws))
    const texts: string[] = []
    for (let draw = 0; draw < 4; draw += 1) texts.push((await provider.chat(asked, signal)).text)
    expect(texts).toEqual(['draw 1', 'draw 2', 'draw 3', 'draw 3'])
  })

  it('gives an unreadable reply and then what was asked anew, but no failure that an answer followed', async () => {
    const asked = question('twice')
    const timeout = exchange(asked, null, { error: { kind: 'timeout', message: 'too slow' } })
    const unreadable = exchange(asked, 'well...', { usable: false })
    const provider = await replay(judgeRecording(about, [timeout, unreadable, exchange(asked, '{"ok":1}')]))
    expect((await provider.chat(asked, signal)).text).toBe('well...')
    expect((await provider.chat(asked, signal)).text).toBe('{"ok":1}')
  })

  it('fails as it failed where nothing else came', async () => {
    const asked = question('too long')
    const failed = exchange(asked, null, { error: { kind: 'too_long', message: 'the prompt is too long' } })
    const provider = await replay(judgeRecording(about, [failed]))
    await expect(provider.chat(asked, signal)).rejects.toMatchObject({
      kind: 'too_long',
      message: 'recorded: the prompt is too long',
    })
  })

  it('shows the question that it lacks, the file, and how to record it', async () => {
    const provider = await replay(judgeRecording(about, [exchange(question('known'), 'a')]))
    const error = await provider.chat(question('Passage: the shop\nopens at nine.'), signal).catch((thrown) => thrown)
    expect(error.kind).toBe('misconfigured')
    expect(error.message).toContain(`recording-${files}.jsonl`)
    expect(error.message).toContain('"Passage: the shop opens at nine."')
    expect(error.message).toContain('ragstone export exchanges')
  })

  it.each<[string, Partial<ModelRequest>, RegExp]>([
    ['output limit', { max_output_tokens: 128 }, /max_output_tokens 64, not 128/],
    ['number of probabilities', { top_logprobs: 20 }, /without probabilities, not with 20/],
    ['schema', { json_schema: { type: 'array' } }, /another JSON Schema/],
  ])('says when a question is recorded with another %s', async (_what, more, said) => {
    const provider = await replay(judgeRecording(about, [exchange(question('near'), 'a')]))
    await expect(provider.chat(question('near', more), signal)).rejects.toThrow(said)
  })

  it('reads exchanges without a header: they tell the model and whether it was graded', async () => {
    const graded = question('a', { top_logprobs: 5, num_ctx: 2048 })
    const line = exchange(graded, 'Yes', { first_token: [{ token: 'Yes', logprob: 0 }], model_digest: 'd1' })
    const provider = await replay([JSON.stringify(line)])
    expect(provider.model).toBe('small:1b')
    expect(await provider.facts(signal)).toMatchObject({ digest: 'd1', local: true, logprobs: true, canRaise: true })
    const plain = await replay([JSON.stringify(exchange(question('b'), '{}'))])
    expect(await plain.facts(signal)).toMatchObject({ local: false, logprobs: false })
  })

  it('names file and line of what it cannot read, and a file that is not there', async () => {
    const [header] = judgeRecording(about, [])
    const named = `recording-${files + 1}.jsonl`
    await expect(replay([header ?? '', '', '{"reply": '])).rejects.toMatchObject({
      code: 'recording_broken',
      message: expect.stringContaining(`${named}, line 3: not JSON`),
    })
    await expect(replay([JSON.stringify({ ...exchange(question('a'), 'b'), repeat: 0 })])).rejects.toThrow(/repeat/)
    await expect(replay([header ?? '', header ?? ''])).rejects.toMatchObject({ code: 'recording_doubled' })
    await expect(replay([JSON.stringify({ recording: 'judge', format: 9 })])).rejects.toMatchObject({
      code: 'recording_newer',
    })
    const gone = judgeSchema.parse({ provider: 'recorded', model: 'gone.jsonl' })
    await expect(recordedProvider(gone, { folder })).rejects.toMatchObject({
      code: 'recording_missing',
      message: 'the recording gone.jsonl cannot be read: there is no such file',
    })
  })

  it('finds in facts that the file holds no exchange', async () => {
    const provider = await replay(judgeRecording(about, []))
    await expect(provider.facts(signal)).rejects.toMatchObject({ kind: 'misconfigured' })
  })
})

describe('a recorded embedding model', () => {
  const identity = { provider: 'ollama', model: 'vectors', address: 'http://127.0.0.1:11434', digest: 'd2' }
  const header = { ...identity, recorded_at: '2026-03-01T10:00:00.000Z', local: true, parameters: { dimensions: 2 } }

  async function replayed(lines: Iterable<string>) {
    const model = await written(lines)
    return recordedEmbeddings(embeddingsSchema.parse({ provider: 'recorded', model }), { folder })
  }

  it('gives stored vectors by text or by their key in the store, to the last digit', async () => {
    const stored = Float32Array.of(0.1, -1 / 3)
    const key = vectorKey(modelKeyOf(identity), canonicalJson({ dimensions: 2 }), 'by key')
    const provider = await replayed(
      embeddingsRecording(header, [
        { text: 'by text', vector: [1, 2] },
        { key, vector: stored },
      ]),
    )
    expect(await provider.facts(signal)).toEqual({ local: true, digest: 'd2' })
    const { vectors } = await provider.embed(['by key', 'by text'], signal)
    expect(Float32Array.from(vectors[0] ?? [])).toEqual(stored)
    expect(vectors[1]).toEqual([1, 2])
  })

  it('shows the text that it lacks', async () => {
    const provider = await replayed(embeddingsRecording(header, [{ text: 'a', vector: [1] }]))
    await expect(provider.embed(['a', 'unheard of'], signal)).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('unheard of'),
    })
  })

  it('may share a file with a judge', async () => {
    const asked = question('a')
    const name = await written([
      ...judgeRecording(about, [exchange(asked, 'b')]),
      ...embeddingsRecording(header, [{ text: 'a', vector: [1] }]),
    ])
    const judge = await recordedProvider(judgeSchema.parse({ provider: 'recorded', model: name }), { folder })
    const embeddings = await recordedEmbeddings(embeddingsSchema.parse({ provider: 'recorded', model: name }), {
      folder,
    })
    expect((await judge.chat(asked, signal)).text).toBe('b')
    expect((await embeddings.embed(['a'], signal)).vectors).toEqual([[1]])
  })

  it('opens for a run that needed no vector, and then misses the first one; a file without anything does not open', async () => {
    const provider = await replayed(judgeRecording(about, [exchange(question('a'), 'b')]))
    expect(await provider.facts(signal)).toEqual({ local: true })
    await expect(provider.embed(['a'], signal)).rejects.toMatchObject({ kind: 'misconfigured' })
    const empty = await replayed(judgeRecording(about, []))
    await expect(empty.facts(signal)).rejects.toMatchObject({ kind: 'misconfigured' })
  })
})
