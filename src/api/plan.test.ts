import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ModelServerOptions } from '../judge/scripted-server/model-server-options.ts'
import type { ServedRequest } from '../judge/scripted-server/served-request.ts'
import { type ModelServer, startModelServer } from '../judge/scripted-server/start-model-server.ts'
import { evaluate } from './evaluate.ts'
import { plan } from './plan.ts'
import { studyAnswers, studyConfig } from './test-support/study.ts'

interface Study {
  cwd: string
  server: ModelServer
}

/** A folder with the study and the server that it names. */
async function study(options: Parameters<typeof studyConfig>[1] = {}, server: ModelServerOptions = {}): Promise<Study> {
  const served = await startModelServer({ embeddingModels: ['vectors'], reply: asAJudge, ...server })
  onTestFinished(() => served.close())
  const files = { 'answers.jsonl': studyAnswers(), 'ragstone.yaml': studyConfig(served.url, options) }
  return { cwd: folder(files), server: served }
}

/** Claims are those that the text has, as a judge would give them; other replies are the server's own. */
function asAJudge({ prompt, jsonSchema }: ServedRequest) {
  const schema = JSON.stringify(jsonSchema ?? {})
  const told = { usage: null }
  if (schema.includes('"claims"')) {
    return { json: { claims: prompt.match(/(?:Floor|The (?:desk|office)|Ask) [^.]*\./g) ?? [] }, ...told }
  }
  if (!schema.includes('"noncommittal"')) return told
  const questions = [1, 2, 3].map((n) => ({ question: `Question ${n} to ${prompt.slice(0, 60)}`, noncommittal: false }))
  return { json: { questions }, ...told }
}

function folder(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'ragstone-plan-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}

const count = ({ server }: Study, kind: 'chat' | 'embed') =>
  server.asked.filter(({ request }) => request.kind === kind).length

const FILE = { file: 'answers.jsonl' }

describe('a plan of the study of six configurations', () => {
  it.each([
    { chunksPerCall: 1, concurrency: 1, calls: 344, latencyMs: 0 },
    { chunksPerCall: 1, concurrency: 16, calls: 344, latencyMs: 3 },
    { chunksPerCall: 4, concurrency: 16, calls: 240, latencyMs: 3 },
  ])(
    'with $chunksPerCall chunks a call and $concurrency in flight is what is then asked: $calls calls',
    async ({ chunksPerCall, concurrency, calls, latencyMs }) => {
      const judge = `, concurrency: ${concurrency}`
      const made = await study({ chunksPerCall, judge }, { latencyMs })
      const { cwd, server } = made
      const planned = await plan({ cwd, ...FILE })
      expect(server.asked).toEqual([])
      expect(readdirSync(cwd).sort()).toEqual(['answers.jsonl', 'ragstone.yaml'])
      expect(planned).toMatchObject({ naive_calls: 576, calls, known: 0, samples: 48, answers: 'file' })

      const { spent, report } = await evaluate({ cwd, ...FILE })
      expect(count(made, 'chat')).toBe(calls)
      expect(spent?.judge?.calls).toBe(calls)
      expect(count(made, 'embed')).toBeGreaterThan(0)
      expect(count(made, 'embed')).toBeLessThanOrEqual(planned.embedding_calls)
      for (const { n_scored, n_total } of report.summaries) expect([n_scored, n_total]).toEqual([8, 8])

      server.reset()
      expect(await plan({ cwd, ...FILE })).toMatchObject({ calls: 0, embedding_calls: 0, naive_calls: 576 })
      await evaluate({ cwd, ...FILE })
      expect(server.asked).toEqual([])
    },
    60_000,
  )
})
