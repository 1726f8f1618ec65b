import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startModelServer } from '../judge/scripted-server/start-model-server.ts'
import { cacheSummary, clearCache } from './cache.ts'
import { evaluate } from './evaluate.ts'
import { plan } from './plan.ts'

const ROW = {
  id: 'c1',
  user_input: 'Where is it?',
  reference: 'Upstairs.',
  response: 'Up.',
  retrieved_contexts: ['a', 'b'],
}

async function project() {
  const server = await startModelServer({})
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-cache-'))
  onTestFinished(async () => {
    await server.close()
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
  })
  const judge = `judge: {provider: openai-compatible, base_url: "${server.openaiUrl}", model: judge, asking: batched}`
  writeFileSync(join(cwd, 'ragstone.yaml'), `metrics: [context_precision]\n${judge}\n`)
  writeFileSync(join(cwd, 'answers.jsonl'), JSON.stringify(ROW))
  return { server, cwd }
}

describe('the judge cache', () => {
  it('tells what it holds and how often it answered', async () => {
    const { cwd, server } = await project()
    await evaluate({ cwd, file: 'answers.jsonl' })
    expect(await cacheSummary({ cwd })).toMatchObject({ exchanges: 2, usable: 2, hits: 0, vectors: 0 })
    await evaluate({ cwd, file: 'answers.jsonl' })
    const summary = await cacheSummary({ cwd })
    expect(summary).toMatchObject({
      exchanges: 2,
      hits: 2,
      by_model: [{ provider: 'openai-compatible', model: 'judge' }],
    })
    expect(summary.bytes).toBeGreaterThan(100)
    expect(summary.oldest).toMatch(/^\d{4}-/)
    expect(server.asked).toHaveLength(2)
  })

  it('is cleared by age, after which its questions are asked anew and scores keep their exchanges', async () => {
    const { cwd } = await project()
    await evaluate({ cwd, file: 'answers.jsonl' })
    expect(await clearCache({ cwd, olderThan: '1h' })).toMatchObject({
      removed: 0,
      kept_for_scores: 0,
      cache: { usable: 2 },
    })
    expect(await plan({ cwd, file: 'answers.jsonl' })).toMatchObject({ calls: 0, known: 2 })
    expect(await clearCache({ cwd })).toMatchObject({
      removed: 0,
      kept_for_scores: 2,
      before: null,
      cache: { exchanges: 2, usable: 0 },
    })
    expect(await plan({ cwd, file: 'answers.jsonl' })).toMatchObject({ calls: 2, known: 0 })
  })

  it.each(['30', 'd', '', '-3d', '3 years', '99999999999999999999d'])(
    'does not take "%s" for an age',
    async (olderThan) => {
      await expect(clearCache({ olderThan })).rejects.toMatchObject({ code: 'bad_age' })
    },
  )
})
