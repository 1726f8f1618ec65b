import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ModelServerOptions } from '../src/judge/scripted-server/model-server-options.ts'
import { startModelServer } from '../src/judge/scripted-server/start-model-server.ts'
import { casesJsonl, folderWith, linesOf, RIGHT, ragstone, systemScript } from './support/project.ts'

type Provider = 'openai-compatible' | 'ollama'

async function served(options: ModelServerOptions = {}) {
  const server = await startModelServer({ models: ['small'], embeddingModels: ['vectors'], key: 'right', ...options })
  onTestFinished(() => server.close())
  return server
}

/** A project of `count` cases whose system notes what it is asked; the judge stands in line 4, the embeddings in line 5. */
function project(
  url: string,
  { count = 3, judge = {}, embeddings = {}, metrics = 'faithfulness, answer_relevancy' } = {},
) {
  const section = (settings: object) => JSON.stringify({ base_url: url, retries: 0, api_key: 'right', ...settings })
  return folderWith({
    'system.mjs': systemScript(RIGHT),
    'cases.jsonl': casesJsonl(count),
    'ragstone.yaml': `test_set: cases.jsonl
system: {command: [node, system.mjs]}
metrics: [${metrics}]
judge: ${section({ provider: 'ollama', model: 'small', ...judge })}
embeddings: ${section({ provider: 'ollama', model: 'vectors', ...embeddings })}
`,
  })
}

const addressOf = (server: { url: string; openaiUrl: string }, provider: Provider) =>
  provider === 'ollama' ? server.url : server.openaiUrl

const asked = (folder: string) => linesOf(join(folder, 'asked.log'))

const WRONG: [string, Provider, 'judge' | 'embeddings', Record<string, string>, RegExp][] = (
  ['openai-compatible', 'ollama'] as const
).flatMap((provider) =>
  (['judge', 'embeddings'] as const).flatMap((section): typeof WRONG => [
    ['a wrong key', provider, section, { api_key: 'wrong' }, /key/],
    ['a server that is not running', provider, section, { base_url: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9/],
    ['an unknown model', provider, section, { model: 'smal' }, /smal/],
  ]),
)

describe('a model that cannot be asked', () => {
  it.each(WRONG)('%s (%s, %s) ends a run before the system is asked', async (_what, provider, section, wrong, said) => {
    const server = await served()
    const folder = project(addressOf(server, provider), {
      judge: { provider, ...(section === 'judge' ? wrong : {}) },
      embeddings: { provider, ...(section === 'embeddings' ? wrong : {}) },
    })
    const place = new RegExp(`^error: ragstone\\.yaml:${section === 'judge' ? 4 : 5}\\b`, 'm')
    const failed = await ragstone(folder, 'run')
    expect(failed.code, failed.stderr).toBe(2)
    expect(failed.stderr.match(/^error:/gm)).toHaveLength(1)
    expect(failed.stderr).toMatch(place)
    expect(failed.stderr).toMatch(said)
    expect(failed.stderr).toMatch(/^hint: /m)
    expect(asked(folder)).toEqual([])
    expect(server.asked.filter(({ request }) => request.prompt !== '' || request.texts.length > 0)).toEqual([])
    expect(JSON.parse((await ragstone(folder, 'report', '--json')).stdout).error.code).toBe('no_runs')
  })

  it('ends an evaluation with the same words, and changes no score', async () => {
    const server = await served()
    const folder = project(server.url, { metrics: 'faithfulness' })
    expect((await ragstone(folder, 'run', '--json')).code).toBe(0)
    const before = (await ragstone(folder, 'report', '--json')).stdout
    const config = readFileSync(join(folder, 'ragstone.yaml'), 'utf8')
    writeFileSync(join(folder, 'ragstone.yaml'), config.replace('"api_key":"right"', '"api_key":"wrong"'))
    const failed = await ragstone(folder, 'evaluate')
    expect(failed.code, failed.stderr).toBe(2)
    expect(failed.stderr).toMatch(/^error: ragstone\.yaml:4\b/m)
    expect((await ragstone(folder, 'report', '--json')).stdout).toBe(before)
  })

  it('as its key was revoked amid a run ends it with one error, and the run goes on later', async () => {
    let revoked = true
    let chats = 0
    const server = await served({
      latencyMs: 5,
      faults: ({ kind }) => {
        if (kind !== 'chat') return undefined
        chats += 1
        return revoked && chats > 40 ? { kind: 'status', status: 401 } : undefined
      },
    })
    const folder = project(server.url, { count: 60, metrics: 'faithfulness', judge: { concurrency: 16 } })
    const failed = await ragstone(folder, 'run')
    expect(failed.code, failed.stderr).toBe(2)
    expect(failed.stderr.match(/^error:/gm)).toHaveLength(1)
    expect(failed.stderr).toMatch(/refuses the key/)
    const [, id = ''] = /ragstone run --resume (\S+)/.exec(failed.stderr) ?? []
    // What was in flight, and no more.
    expect(chats).toBeLessThanOrEqual(40 + 16)
    expect(asked(folder)).toHaveLength(60)
    revoked = false
    const resumed = await ragstone(folder, 'run', '--resume', id, '--json')
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(asked(folder)).toHaveLength(60)
    expect(JSON.parse(resumed.stdout).summaries[0]).toMatchObject({ n_scored: 60, n_total: 60 })
  })
})

describe('a metric that needs an embedding model where none is configured', () => {
  it('is named before anything is asked', async () => {
    const server = await served()
    const folder = project(server.url, { metrics: 'answer_relevancy' })
    writeFileSync(
      join(folder, 'ragstone.yaml'),
      readFileSync(join(folder, 'ragstone.yaml'), 'utf8').replace(/^embeddings: .*$/m, ''),
    )
    const { code, stderr } = await ragstone(folder, 'run')
    expect(code).toBe(0)
    expect(
      stderr.match(/answer_relevancy needs an embedding model, and none is configured.*embeddings: /g),
    ).toHaveLength(1)
    expect(server.asked).toHaveLength(0)
  })
})

describe('what a server tells of a model', () => {
  it('is said once on stderr when a run begins', async () => {
    // It serves any model and lists another.
    const server = await startModelServer({
      faults: ({ path }) =>
        path.includes('/models/') ? { kind: 'status', status: 404, body: { detail: 'Not Found' } } : undefined,
    })
    onTestFinished(() => server.close())
    const folder = project(server.openaiUrl, {
      metrics: 'faithfulness',
      judge: { provider: 'openai-compatible', model: 'other' },
    })
    const { stderr } = await ragstone(folder, 'run')
    expect(stderr.match(/does not list the model "other"/g)).toHaveLength(1)
    expect(stderr).toContain('judge: ')
  })
})

describe('a model that fails for good in the midst', () => {
  it.each([
    ['quota', { kind: 'status', status: 429, body: { error: { message: 'used up', code: 'insufficient_quota' } } }],
    ['auth', { kind: 'status', status: 401 }],
  ] as const)(
    'of a file of answers leaves what was scored, and names the command that goes on (%s)',
    async (kind, fault) => {
      let broken = true
      const server = await served({ faults: ({ number }) => (broken && number > 12 ? fault : undefined) })
      const rows = Array.from({ length: 12 }, (_, index) => {
        const user_input = `What is the number of floor ${index}?`
        return {
          user_input,
          response: `It is ${index}.`,
          reference: `Number ${index}.`,
          retrieved_contexts: ['Floors.'],
        }
      })
      const folder = folderWith({
        'my answers.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
        'study.yaml': `judge: {provider: ollama, base_url: "${server.url}", model: small, api_key: right}\n`,
      })
      const flags = ['--config', 'study.yaml', '--metric', 'correct', '--metric', 'k_precision']
      const failed = await ragstone(folder, 'evaluate', 'my answers.jsonl', ...flags)
      expect(failed.code).toBe(2)
      expect(failed.stderr).toMatch(new RegExp(`ollama small: .*${kind === 'quota' ? 'used up' : 'refuses the key'}`))
      const command = /go on with: npx ragstone (evaluate .*)$/m.exec(failed.stderr)?.[1] ?? ''
      expect(command).toMatch(
        /^evaluate --config study\.yaml "my answers\.jsonl" --resume \S+ --metric correct --metric k_precision$/,
      )
      const before = server.asked.filter(({ status }) => status === 200).length
      expect(before).toBeGreaterThan(3)

      broken = false
      const pasted = Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, inQuotes, plain]) => inQuotes ?? plain ?? '')
      const { stdout, code } = await ragstone(folder, ...pasted, '--json')
      expect(code).toBe(0)
      expect(JSON.parse(stdout).summaries).toMatchObject([
        { metric: 'correct', n_scored: 12 },
        { metric: 'k_precision', n_scored: 12 },
      ])
      expect(server.asked.filter(({ status }) => status === 200)).toHaveLength(12)
      expect(
        (await ragstone(folder, 'report', '--list', '--config', 'study.yaml')).stdout.match(/^\d{8}-/gm),
      ).toHaveLength(1)
    },
  )
})

describe('values of the environment under judge.parameters', () => {
  const VALUE = 'tenant-4711-internal'

  it('are sent, and neither stored nor printed, nor are they when the server repeats them in an error', async () => {
    const server = await served({
      faults: ({ number }) =>
        number === 1 ? { kind: 'status', status: 400, message: `no such user ${VALUE}` } : undefined,
    })
    const folder = project(server.openaiUrl, {
      count: 2,
      metrics: 'faithfulness',
      judge: {
        provider: 'openai-compatible',
        parameters: { user: '${TENANT}', metadata: { owner: '${TENANT}' } },
      },
    })
    writeFileSync(join(folder, '.env'), `TENANT=${VALUE}\n`)
    const run = await ragstone(folder, 'run')
    const steps = await ragstone(folder, 'export', 'steps')
    const exchanges = await ragstone(folder, 'export', 'exchanges')
    expect([run, steps, exchanges]).toMatchObject([{}, { code: 0 }, { code: 0 }])
    expect(server.asked.some(({ request }) => JSON.stringify(request.body).includes(VALUE))).toBe(true)
    expect(steps.stdout).toContain('${TENANT}')
    const store = join(folder, '.ragstone', 'ragstone.db')
    const kept = [store, `${store}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'latin1'))
    for (const text of [run, steps, exchanges].flatMap(({ stdout, stderr }) => [stdout, stderr]).concat(kept)) {
      expect(text).not.toContain(VALUE)
    }
  })
})
