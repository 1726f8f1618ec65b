import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startModelServer } from '../src/judge/scripted-server/start-model-server.ts'
import { folderWith, ragstone } from './support/project.ts'

/** A folder with a project whose judge is a scripted server, and its run. */
async function judgedFolder() {
  const model = await startModelServer({})
  onTestFinished(() => model.close())
  const contexts = [{ text: 'Staff get seven days of leave.', source: 'leave.md' }]
  const answers = ['leave-01', 'leave-02'].map((id) => ({
    id,
    user_input: `How many days? (${id})`,
    reference: 'Seven days.',
    response: 'You get seven days of leave.',
    retrieved_contexts: contexts,
  }))
  const folder = folderWith({
    'answers.jsonl': answers.map((one) => JSON.stringify(one)).join('\n'),
    'ragstone.yaml': `metrics: [faithfulness, correct]
judge: {provider: ollama, model: small, base_url: "${model.url}"}
`,
  })
  const run = await ragstone(folder, 'evaluate', 'answers.jsonl', '--json')
  expect(run.code, run.stderr).toBe(0)
  return { folder, model, report: JSON.parse(run.stdout) }
}

describe('scores of a judge from end to end', () => {
  it('are shown with the judge, one case down to the raw reply, and as a recording', async () => {
    const { folder, report } = await judgedFolder()
    expect(report.judge).toMatchObject({ scores: 4, grading: { faithfulness: 'probability', correct: 'probability' } })
    expect(report.judge.spent.judge.calls).toBe(report.judge.calls)
    const later = JSON.parse((await ragstone(folder, 'report', '--json')).stdout)
    expect({ ...later.judge, spent: null }).toEqual({ ...report.judge, spent: null })

    const terminal = await ragstone(folder, 'report', '--case', 'leave-01', '--language', 'zh-TW')
    expect(terminal.code, terminal.stderr).toBe(0)
    expect(terminal.stdout).toContain('原始問答紀錄')
    for (const format of ['markdown', 'json']) {
      const { stdout, code } = await ragstone(folder, 'report', '--case', 'leave-01', '--format', format)
      expect(code).toBe(0)
      expect(stdout).toContain('Staff get seven days of leave.')
      expect(stdout).not.toMatch(/\bNaN\b|undefined|\[object/)
    }
    const unknown = await ragstone(folder, 'report', '--case', 'leave-1')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('did you mean leave-01')])

    const file = join(folder, 'exchanges.jsonl')
    const exported = await ragstone(folder, 'export', 'exchanges', '--out', file)
    expect(exported.code, exported.stderr).toBe(0)
  })

  it('are explained on demand without a change of any score', async () => {
    const { folder, report } = await judgedFolder()
    const explained = await ragstone(folder, 'evaluate', '--explain', 'leave-01', '--json')
    expect(explained.code, explained.stderr).toBe(0)
    expect(explained.stderr).toContain('explained: leave-01')
    expect(JSON.parse(explained.stdout).summaries).toEqual(report.summaries)
    const page = JSON.parse((await ragstone(folder, 'report', '--case', 'leave-01', '--json')).stdout)
    const reasons = page.responses[0].scores.flatMap((score: { items: { reason?: string }[] }) =>
      score.items.map(({ reason }) => reason),
    )
    expect(reasons.length).toBeGreaterThan(1)
    for (const reason of reasons) expect(reason).toEqual(expect.any(String))
  })
})
