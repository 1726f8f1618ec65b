import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchange } from '../../core/exchange.ts'
import type { Exchanges } from '../../core/exchanges.ts'
import { judgeSchema } from '../../core/judge-config.ts'
import { memoryExchanges } from '../exchanges.ts'
import type { JudgeModel } from '../judge-model.ts'
import { openJudge } from '../open-judge.ts'
import type { Provider } from '../provider.ts'
import type { ModelServerOptions } from '../scripted-server/model-server-options.ts'
import { startModelServer } from '../scripted-server/start-model-server.ts'
import { colours } from '../test-support/colours.ts'
import { ollamaProvider } from './ollama.ts'
import { recordedProvider } from './recorded.ts'
import { judgeRecording } from './recording-format.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-replay-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a judge says to a closed question and to a free one. */
async function asked(judge: JudgeModel) {
  const recording = judge.recording(() => {})
  const closed = await recording.verdicts(colours(['red', 'blue', 'orange']))
  const schema = z.object({ names: z.array(z.string()) })
  const free = await recording.ask({ step: 'names', prompt: 'Name them.', schema, typical: { names: [] } })
  return { asking: judge.asking, closed, free, spent: judge.spent().calls }
}

async function open(provider: Provider, settings: object, exchanges: Exchanges) {
  const parsed = judgeSchema.parse({ model: 'm', ...settings })
  return openJudge(parsed, { provider, exchanges, signal: new AbortController().signal })
}

async function recordedAndReplayed(options: ModelServerOptions) {
  const server = await startModelServer(options)
  const settings = { provider: 'ollama', base_url: server.url }
  const provider = ollamaProvider(judgeSchema.parse({ model: 'm', ...settings }))
  const saved: Exchange[] = []
  const memory = memoryExchanges()
  const watched: Exchanges = {
    ...memory,
    saveExchanges: (exchanges, items) => {
      saved.push(...exchanges)
      return memory.saveExchanges(exchanges, items)
    },
  }
  const judge = await open(provider, settings, watched)
  const first = await asked(judge)
  await judge.close()
  await server.close()
  const about = { recorded_at: '2026-03-01T10:00:00Z', provider: 'ollama', model: 'm', facts: judge.facts }
  await writeFile(join(folder, 'recording.jsonl'), [...judgeRecording(about, saved)].join('\n'))
  const replay = { provider: 'recorded', model: 'recording.jsonl' }
  const recorded = await recordedProvider(judgeSchema.parse(replay), { folder })
  const again = await open(recorded, replay, memoryExchanges())
  return { first, second: await asked(again) }
}

describe('a judge that plays its recording again', () => {
  it('gives the same verdicts and probabilities without a server', async () => {
    const { first, second } = await recordedAndReplayed({})
    expect(first.closed).toMatchObject({ ok: true, grading: 'probability' })
    expect(second).toEqual(first)
  })

  it('asks in batches when the recorded model gave no probabilities', async () => {
    const { first, second } = await recordedAndReplayed({ ollamaVersion: '0.12.10' })
    expect(first).toMatchObject({ asking: 'batched', closed: { ok: true, grading: 'verdict' } })
    expect(second).toEqual(first)
  })

  it('repeats what was asked anew after an unreadable reply', async () => {
    let broken = 0
    const { first, second } = await recordedAndReplayed({
      reply: ({ prompt }) => {
        if (!prompt.includes('Name them')) return undefined
        broken += 1
        return broken === 1 ? 'Well, Ann.' : { json: { names: ['Ann'] } }
      },
    })
    expect(first.free).toEqual({ ok: true, value: { names: ['Ann'] } })
    expect(second).toEqual(first)
  })
})
