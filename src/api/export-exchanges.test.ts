import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Exchange, Message } from '../core/exchange.ts'
import { type ExportKind, exportRecords } from './export-records.ts'
import { run } from './run.ts'
import { judgedProject } from './test-support/judged-project.ts'

async function lines(cwd: string, what: ExportKind): Promise<string[]> {
  let text = ''
  for await (const piece of exportRecords({ cwd, what, format: 'jsonl' })) text += piece
  return text.split('\n').filter((line) => line !== '')
}

const QUESTIONS = {
  json: {
    questions: ['How long is leave?', 'Who is the boss?', 'Is parking free on Sundays?'].map((question) => ({
      question,
      noncommittal: false,
    })),
  },
}

/** The project once more, with what was recorded in place of its models. */
async function replay(cwd: string, config: string, written: readonly string[]) {
  const folder = join(cwd, 'replay')
  mkdirSync(folder)
  const offline = config
    .replace(/judge:[\s\S]*$/, '')
    .replaceAll('answers.jsonl', '../answers.jsonl')
    .replaceAll('cases.jsonl', '../cases.jsonl')
  writeFileSync(join(folder, 'exchanges.jsonl'), written.join('\n'))
  writeFileSync(
    join(folder, 'ragstone.yaml'),
    `${offline}judge: {provider: recorded, model: exchanges.jsonl, claims: sentences}
embeddings: {provider: recorded, model: exchanges.jsonl}
`,
  )
  return run({ cwd: folder })
}

const listOf = (messages: readonly Message[]) =>
  messages[0]?.content.includes('Answer "true" if') === true ? 'first' : 'second'

describe('exported steps', () => {
  it('hold for every question what was sent and what came back', async () => {
    const { cwd } = await judgedProject()
    const steps = (await lines(cwd, 'steps')).map((line) => JSON.parse(line))
    const asked = steps.filter(({ kind }) => kind === 'judge')
    expect(asked.length).toBeGreaterThan(5)
    for (const step of asked) {
      expect(step).toMatchObject({ provider: 'ollama', model: 'small', reply: expect.any(String), stop: 'stop' })
      expect(step.messages.at(-1).content).not.toBe('')
      expect(step).toMatchObject({ parameters: { temperature: 0 }, usage: { prompt_tokens: expect.any(Number) } })
    }
    expect(steps.some(({ kind, messages }) => kind === 'rule' && messages === undefined)).toBe(true)
  })
})

describe('exported exchanges', () => {
  it('are a recording that is played again without a server, with the same scores', async () => {
    const metrics = '[faithfulness, context_precision, correct, answer_relevancy]'
    const { cwd, model, result, config } = await judgedProject({
      metrics,
      judge: '  claims: sentences',
      embeddings: true,
      server: { reply: ({ prompt }) => (prompt.includes('Write the 3 questions') ? QUESTIONS : undefined) },
    })
    const written = await lines(cwd, 'exchanges')
    const [header] = written.map((line) => JSON.parse(line))
    expect(header).toMatchObject({ recording: 'judge', provider: 'ollama', model: 'small' })
    const exchanges = written.map((line) => JSON.parse(line)).filter((one): one is Exchange => 'exchange_id' in one)
    expect(exchanges).toHaveLength(result.report.judge?.calls ?? 0)
    await model.close()
    const again = await replay(cwd, config, written)
    const figures = ({ report }: typeof again) =>
      report.summaries.map(({ metric, configuration, value, n_scored }) => ({ metric, configuration, value, n_scored }))
    expect(figures(again)).toEqual(figures(result))
    expect(figures(again).every(({ value }) => value !== null)).toBe(true)
  })

  it('are played again without a question of the word list that the model was found not to tell apart', async () => {
    const { cwd, model, result, config } = await judgedProject({
      metrics: '[faithfulness]',
      judge: '  claims: sentences',
      server: {
        reply: ({ messages }) =>
          listOf(messages) === 'first' ? { text: 'true', probabilities: { true: 0.05 } } : undefined,
      },
    })
    const written = await lines(cwd, 'exchanges')
    const kept = written.map((line) => JSON.parse(line)).filter((one): one is Exchange => 'exchange_id' in one)
    expect(new Set(kept.map(({ request }) => listOf(request.messages)))).toEqual(new Set(['first', 'second']))
    expect(kept).toHaveLength(result.report.judge?.calls ?? 0)
    await model.close()
    const again = await replay(cwd, config, written)
    expect(again.report.summaries.map(({ value }) => value)).toEqual(result.report.summaries.map(({ value }) => value))
    expect(again.report.judge?.calls).toBe(kept.filter(({ request }) => listOf(request.messages) === 'second').length)
  })
})
