import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { layOutCase } from '../report/case-layout.ts'
import { markdownText } from '../report/markdown.ts'
import { terminalReport, terminalText } from '../report/terminal.ts'
import { casePage } from './case-page.ts'
import { judgedProject } from './test-support/judged-project.ts'

/** The judge doubts everything about Ann. */
const doubting = (prompt: string) =>
  /Statement: .*Ann/.test(prompt.slice(-200)) ? { probabilities: { unknown: 0.8, true: 0.2 } } : undefined

describe('the page of one case', () => {
  it('shows question, answer, texts, verdicts, arithmetic and the exchanges behind them, each once', async () => {
    const { cwd, model } = await judgedProject({ server: { reply: ({ prompt }) => doubting(prompt) } })
    const before = model.calls.length
    const page = await casePage({ cwd, case: 'leave-01' })
    expect(model.calls.length).toBe(before)
    expect(page.test_case).toMatchObject({ id: 'leave-01', reference: 'Seven days after one year.' })
    expect(page.responses.map(({ configuration }) => configuration)).toEqual(['base', 'wide'])
    const [base] = page.responses
    expect(base?.retrieved_contexts[0]).toMatchObject({ rank: 1, source: 'leave.md', score: 0.71 })
    const faithfulness = base?.scores.find(({ metric }) => metric === 'faithfulness')
    expect(faithfulness?.items).toMatchObject([
      { id: '1', text: 'You get seven days of leave.', verdict: 'supported' },
      { id: '2', text: 'The boss is called Ann.', verdict: 'not_mentioned' },
    ])
    expect(faithfulness?.outcome).toMatchObject({ grading: 'probability', k: 1, n: 2, verdict_value: 0.5 })
    expect(faithfulness?.arithmetic).toContain('1 of 2 claims supported')
    expect(base?.scores.map(({ metric }) => metric)).toEqual([
      'faithfulness',
      'context_precision',
      'correct',
      'exact_match',
    ])
    const ids = page.exchanges.map(({ exchange_id }) => exchange_id)
    expect(new Set(ids).size).toBe(ids.length)
    // 3 claims, of which one is shared, 2 texts for both configurations, 2 answers compared with the reference.
    expect(ids).toHaveLength(6)
  })

  it('is readable in a terminal: long texts cut with the command that shows all, nothing cut with raw', async () => {
    const { cwd } = await judgedProject()
    const page = await casePage({ cwd, case: 'leave-01', only: ['base'] })
    const short = terminalText(layOutCase(page), 'en')
    const whole = terminalText(layOutCase(page, { raw: true }), 'en')
    const prompt = page.exchanges[0]?.request.messages[0]?.content ?? ''
    const lastLine = prompt.split('\n').at(-1) ?? ''
    expect(short).toMatch(/report \S+ --case leave-01 --raw/)
    expect(short).toMatch(/\.\.\. \d+ more lines?/)
    expect(whole).toContain(lastLine)
    expect(whole).not.toMatch(/\.\.\. \d+ more lines?|Long texts are cut/)
    expect(whole).toContain('1. [supported, p 0.9')
    expect(whole).toContain('question claim_support: exchange 1, asked for this score')
    for (const form of [short, whole, markdownText(layOutCase(page), 'en')])
      expect(form).not.toMatch(/undefined|NaN|\[object/)
  })

  it('shows the rule and the reason where nobody was asked', async () => {
    const { cwd } = await judgedProject()
    const page = await casePage({ cwd, case: 'leave-02', only: ['wide'], language: 'zh-Hant' })
    const text = terminalText(layOutCase(page), 'zh-Hant')
    expect(text).toContain('faithfulness：未評分，拒答（refusal）')
    expect(text).toContain('規則 refusal')
  })

  it('says of a verifier that it knows no contradiction, with its probability of each claim, in the report too', async () => {
    const { cwd, result } = await judgedProject({
      verifier: true,
      server: {
        reply: ({ prompt }) =>
          prompt.startsWith('Document: ')
            ? { probabilities: /Ann/.test(prompt) ? { No: 0.8, Yes: 0.2 } : { Yes: 0.9, No: 0.1 } }
            : undefined,
      },
    })
    const page = await casePage({ cwd, case: 'leave-01', only: ['base'] })
    const faithfulness = page.responses[0]?.scores.find(({ metric }) => metric === 'faithfulness')
    expect(faithfulness?.items).toMatchObject([
      { verdict: 'supported', probabilities: { supported: 0.9 } },
      { verdict: 'not_mentioned', probabilities: { supported: 0.2, not_mentioned: 0.8 } },
    ])
    const text = terminalText(layOutCase(page), 'en')
    expect(text).toContain('1. [supported, p 0.900; not supported, p 0.100; text 1, 2] You get seven days of leave.')
    expect(text).toContain('2. [not supported, p 0.800; supported, p 0.200] The boss is called Ann.')
    expect(text).toContain('not supported: the verifier does not tell contradicted from not mentioned')
    expect(text).toMatch(/question entailment: exchange 2, asked for this score; \[not supported, p 0\.800\] The boss/)
    expect(result.report.unsupported_answers).toMatchObject([
      { claims: [{ verdict: 'not_mentioned', verifier: true }] },
    ])
    const report = terminalReport(result.report)
    expect(report).toContain('[not supported, p of supported 0.200] The boss is called Ann.')
    expect(report).toContain('not supported: the verifier does not tell contradicted from not mentioned')
    expect(`${text}${report}`).not.toMatch(/(?<!or |from )not mentioned/)
  })

  it('names the nearest cases when there is none of that id', async () => {
    const { cwd } = await judgedProject()
    const error = await casePage({ cwd, case: 'leave-1' }).catch((one: unknown) => one)
    if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
    expect([error.code, error.hint]).toEqual(['unknown_case', 'did you mean leave-01, leave-02?'])
  })
})
