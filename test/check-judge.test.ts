import { describe, expect, it, onTestFinished } from 'vitest'
import { probesFor } from '../src/judge/probes/by-language.ts'
import type { ModelServerOptions } from '../src/judge/scripted-server/model-server-options.ts'
import type { ScriptedReply } from '../src/judge/scripted-server/scripted-reply.ts'
import type { ServedRequest } from '../src/judge/scripted-server/served-request.ts'
import { startModelServer } from '../src/judge/scripted-server/start-model-server.ts'
import { folderWith, ragstone, start } from './support/project.ts'

const ITEMS = probesFor().flatMap(({ items }) => items)
const WORDS: Record<string, string> = {
  supported: 'true',
  contradicted: 'false',
  not_mentioned: 'unknown',
  useful: 'yes',
  not_useful: 'no',
  correct: 'yes',
  incorrect: 'no',
}

/** A model in English that is right; every item stands on a line of its own. */
function rightReply({ prompt, jsonSchema }: ServedRequest): ScriptedReply {
  const code = /KT-\d+-QZ/.exec(prompt)?.[0]
  if (prompt.includes('code of the day')) return { json: { code: code ?? '' } }
  const lines = prompt.split('\n')
  const found = lines.flatMap((line) => {
    const item = ITEMS.find(({ text }) => line.endsWith(`: ${text}`))
    return item === undefined ? [] : [{ line, gold: item.gold }]
  })
  if (jsonSchema !== undefined) {
    const verdicts = found.map(({ line, gold }) => ({
      id: /(\d+): /.exec(line)?.[1] ?? '1',
      reason: 'so it says',
      verdict: gold,
    }))
    return { json: { verdicts } }
  }
  const word = WORDS[found.at(-1)?.gold ?? ''] ?? 'true'
  return { probabilities: { [word]: 0.94, other: 0.06 } }
}

async function served(options: ModelServerOptions = {}) {
  const server = await startModelServer({ reply: rightReply, ...options })
  onTestFinished(() => server.close())
  return server
}

function project(url: string, more = ''): string {
  return folderWith({
    'ragstone.yaml': `judge: {provider: ollama, model: m, base_url: "${url}"${more}}\n`,
  })
}

describe('check-judge', () => {
  it('says what the judge is good for, keeps it, and asks nothing again', async () => {
    const server = await served()
    const folder = project(server.url)
    const first = await ragstone(folder, 'check-judge', '--quick', '--language', 'en', '--json')
    expect(first.code, first.stderr).toBe(0)
    const check = JSON.parse(first.stdout)
    expect(check).toMatchObject({
      model: 'ollama:m',
      items: 15,
      in_use: 'per_item',
      accuracy: { value: 1 },
      by_language: { en: { n: 15 } },
      contradictions: { count: 0, of: 9 },
      format_failures: { per_item: { failed: 0, of: 15 } },
      complete: true,
    })
    expect(check.largest_prompt_read).toBeGreaterThan(2000)
    expect(check.advice).toMatch(/^(good enough|usable)/)
    expect(first.stderr).toMatch(/this takes about .*\n/)
    const asked = server.asked.length
    const again = await ragstone(folder, 'check-judge', '--quick', '--language', 'en')
    expect(server.asked.length).toBe(asked)
    expect(again.stdout.split('\n')[0]).toMatch(/^ollama:m: (good enough|usable)/)
    expect(again.stdout).toMatch(/largest prompt read: 3,\d+ tokens/)
  }, 60_000)

  it('ends with 101 for a model that says yes to everything', async () => {
    const server = await served({
      reply: ({ jsonSchema }) => (jsonSchema === undefined ? { probabilities: { true: 0.6, yes: 0.3 } } : undefined),
    })
    const { code, stdout } = await ragstone(project(server.url), 'check-judge', '--quick', '--language', 'en')
    expect(code).toBe(101)
    expect(stdout).toMatch(/^ollama:m: unusable as a judge: /)
  }, 60_000)

  it('counts replies that cannot be read by way of asking', async () => {
    const server = await served({
      reply: (request) => (request.jsonSchema === undefined ? rightReply(request) : { text: 'I would say yes' }),
    })
    const { stdout } = await ragstone(project(server.url), 'check-judge', '--quick', '--language', 'en', '--json')
    const check = JSON.parse(stdout)
    expect(check.format_failures).toMatchObject({
      per_item: { failed: 0, of: 15 },
      batched: { failed: 9, of: 9 },
      batched_with_reasons: { failed: 9, of: 9 },
    })
    expect(check.usable).not.toBe('no')
  }, 60_000)

  it('finds a server that cuts prompts in silence', async () => {
    const server = await served({
      reply: (request) => ({
        ...rightReply(request),
        ...(request.promptTokens > 1500 ? { json: { code: 'gone' } } : {}),
      }),
    })
    const { stdout, code } = await ragstone(project(server.url), 'check-judge', '--quick', '--language', 'en')
    expect(code).toBe(0)
    expect(stdout).toMatch(/largest prompt read: [\d,]+ tokens; the beginning of the prompt was not found/)
    expect(stdout).toMatch(/warning: about \d+ tokens were read, then/)
  }, 60_000)

  it('uses the number of requests in flight that it measured from then on', async () => {
    const server = await served({ latencyMs: 40 })
    const folder = project(server.url)
    const { stdout, code, stderr } = await ragstone(folder, 'check-judge', '--language', 'en', '--json')
    expect(code, stderr).toBe(0)
    const recommended = JSON.parse(stdout).recommended_concurrency
    expect(recommended).toBeGreaterThan(1)
    server.reset()
    await ragstone(folder, 'check-judge', '--quick', '--language', 'zh-TW')
    expect(server.maxInFlight).toBe(recommended)
  }, 120_000)

  it('keeps what was asked when it is interrupted', async () => {
    const server = await served({ latencyMs: 100 })
    const { child, finished } = start(project(server.url), ['check-judge', '--quick', '--language', 'en'])
    const waiting = setInterval(() => {
      if (server.asked.length < 5) return
      clearInterval(waiting)
      child.kill('SIGINT')
    }, 20)
    const { code, stderr, stdout } = await finished
    expect(code).toBe(130)
    expect(stderr).toMatch(
      /interrupted; what was asked is kept. Go on with: npx ragstone check-judge --quick --language en\n/,
    )
    expect(stdout).toMatch(/the check is not complete: interrupted/)
  }, 60_000)

  it('needs a judge', async () => {
    const { code, stderr } = await ragstone(folderWith({ 'ragstone.yaml': 'name: x\n' }), 'check-judge')
    expect(code).toBe(2)
    expect(stderr).toMatch(/names no judge to check\nhint: add `judge: /)
  })
})
