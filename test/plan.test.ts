import { describe, expect, it, onTestFinished } from 'vitest'
import { type ModelServer, startModelServer } from '../src/judge/scripted-server/start-model-server.ts'
import { folderWith, ragstone } from './support/project.ts'

const ROWS = [1, 2, 3].flatMap((n) =>
  ['base', 'wide'].map((configuration) => ({
    id: `c${n}`,
    configuration,
    user_input: `第 ${n} 間會議室在哪裡？`,
    reference: `第 ${n} 間會議室在二樓。`,
    response: `${configuration} 說第 ${n} 間會議室在二樓。`,
    retrieved_contexts: [`第 ${n} 間會議室的位置`, `第 ${n} 間會議室的鑰匙`],
  })),
)

async function study(more = ''): Promise<{ folder: string; server: ModelServer }> {
  const server = await startModelServer({ ollamaVersion: '0.12.11' })
  onTestFinished(() => server.close())
  const config = `metrics: [faithfulness, context_precision, correct, refusal]
judge: {provider: ollama, base_url: "${server.url}", model: "local:1b"}
${more}`
  const answers = ROWS.map((row) => JSON.stringify(row)).join('\n')
  return { folder: folderWith({ 'ragstone.yaml': config, 'answers.jsonl': answers }), server }
}

describe('plan on the command line', () => {
  it('says the calls that evaluate then makes, for a local model asked item by item', async () => {
    const { folder, server } = await study()
    const { code, stdout, stderr } = await ragstone(folder, 'plan', 'answers.jsonl', '--json')
    expect(code, stderr).toBe(0)
    const planned = JSON.parse(stdout)
    expect(server.asked).toEqual([])
    // A claim each, two texts for each question whatever the configuration, a verdict each.
    expect(planned).toMatchObject({ calls: 6 + 6 + 6, naive_calls: 12 + 12 + 6, cost_usd: 0, seconds: null })
    for (const part of [...Object.values(planned.by_metric), ...Object.values(planned.by_configuration)]) {
      expect(part).toMatchObject({ calls: expect.any(Number), naive_calls: expect.any(Number), cost_usd: 0 })
    }
    const evaluated = await ragstone(folder, 'evaluate', 'answers.jsonl', '--json')
    expect(evaluated.code, evaluated.stderr).toBe(0)
    expect(server.asked).toHaveLength(planned.calls)
    const again = await ragstone(folder, 'plan', 'answers.jsonl')
    expect(again.stdout).toMatch(/^calls: 0;/m)
    expect(again.stdout).not.toMatch(/NaN|undefined|\[object/)
  })

  it('ends with 0 also when the budget would be crossed or the server is down', async () => {
    const { folder, server } = await study('budget: {calls: 5}')
    await server.close()
    const { code, stdout } = await ragstone(folder, 'plan', 'answers.jsonl')
    expect(code).toBe(0)
    expect(stdout).toContain('would stop after 5 calls')
    expect(stdout).toContain('the judge could not be asked for facts')
  })

  it('refuses flags that contradict each other', async () => {
    const { folder } = await study()
    const { code, stderr } = await ragstone(folder, 'plan', 'answers.jsonl', '--new')
    expect(code).toBe(2)
    expect(stderr).toContain('a plan is about answers of one kind')
  })
})

describe('cache on the command line', () => {
  it('shows what is kept, and clears it by age', async () => {
    const { folder } = await study()
    await ragstone(folder, 'evaluate', 'answers.jsonl', '--quiet')
    const shown = await ragstone(folder, 'cache')
    expect(shown.code, shown.stderr).toBe(0)
    expect(shown.stdout).toMatch(/18 exchanges, 18 of them answer/)
    expect(shown.stdout).toContain('ollama local:1b')
    const young = JSON.parse((await ragstone(folder, 'cache', '--clear', '--older-than', '30d', '--json')).stdout)
    expect(young).toMatchObject({ removed: 0, cache: { usable: 18 } })
    const cleared = await ragstone(folder, 'cache', '--clear')
    expect(cleared.stdout).toContain('18 exchanges no longer answer anything and stay')
    expect((await ragstone(folder, 'cache', '--older-than', '30d')).code).toBe(2)
  })
})
