import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import { startModelServer } from '../judge/scripted-server/start-model-server.ts'
import { evaluate } from './evaluate.ts'
import { importGrades } from './grades.ts'
import { trust } from './trust.ts'

/** What the scripted judge makes of an answer, by a word in it: probabilities of "yes, correct". */
const SURENESS: Readonly<Record<string, number>> = { firmly: 0.95, fairly: 0.7, hardly: 0.3, never: 0.05 }

/** Answers of one run: the word decides the judge's verdict, `right` is what the person says. */
const GRADED = Array.from({ length: 40 }, (_, k) => {
  const right = k % 2 === 0
  const usual = right ? (k % 4 === 0 ? 'firmly' : 'fairly') : k % 4 === 1 ? 'hardly' : 'never'
  // Four answers on which judge and person differ: two passed, two failed.
  const odd: Readonly<Record<number, string>> = { 1: 'firmly', 3: 'fairly', 4: 'hardly', 6: 'never' }
  return { id: `q${k}`, right, word: odd[k] ?? usual }
})

function answersOf(rows: readonly { id: string; word: string }[]): string {
  const lines = rows.map(({ id, word }) => ({
    id,
    user_input: `How is ${id} done?`,
    reference: `The rule of ${id} stands in the guide.`,
    response: `It is ${word} done as ${id} asks.`,
  }))
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

describe('a run that a judge scored and a person graded', () => {
  let cwd = ''
  let found: TrustReport
  let later: TrustReport

  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'ragstone-trust-judged-'))
    const model = await startModelServer({
      models: ['small'],
      reply({ prompt }) {
        const word = Object.keys(SURENESS).find((one) => prompt.includes(` ${one} `))
        const yes = SURENESS[word ?? ''] ?? 0.5
        return { probabilities: { yes, no: 1 - yes } }
      },
    })
    writeFileSync(
      join(cwd, 'ragstone.yaml'),
      `name: study\nmetrics: [correct]\njudge: {provider: ollama, model: small, base_url: "${model.url}"}\n`,
    )
    writeFileSync(join(cwd, 'graded.jsonl'), answersOf(GRADED))
    writeFileSync(
      join(cwd, 'grades.csv'),
      [
        'test_case_id,verdict,grader,note',
        ...GRADED.map(
          ({ id, right }) => `${id},${right ? 'right' : 'wrong'},ann,${id === 'q1' ? 'a wrong number' : ''}`,
        ),
      ].join('\n'),
    )
    const others = Array.from({ length: 200 }, (_, k) => ({ id: `r${k}`, word: k < 140 ? 'firmly' : 'never' }))
    writeFileSync(join(cwd, 'later.jsonl'), answersOf(others))
    writeFileSync(join(cwd, 'few.csv'), 'test_case_id,verdict,grader\nr0,right,ann\nr150,wrong,ann\n')
    await evaluate({ cwd, file: 'graded.jsonl', name: 'graded' })
    await importGrades({ cwd, file: 'grades.csv', run: 'graded' })
    found = await trust({ cwd, run: 'graded' })
    await evaluate({ cwd, file: 'later.jsonl', name: 'later' })
    await importGrades({ cwd, file: 'few.csv', run: 'later' })
    later = await trust({ cwd, run: 'later', calibration: 'graded' })
    return async () => {
      await model.close()
      rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
    }
  }, 60_000)

  it('has a line for each reading of the same verdicts, and says what the judge was asked', () => {
    const own = found.metrics.filter(({ metric }) => metric === 'correct')
    expect(own.map(({ form }) => form).sort()).toEqual(['probability', 'verdict'])
    const [byProbability, byWords] = [...own].sort((a, b) => (a.form ?? '').localeCompare(b.form ?? ''))
    expect(byProbability).toMatchObject({ origin: 'judge', judge_calls: 40, n: 40, distinct_values: 4 })
    expect(byWords).toMatchObject({ origin: 'judge', judge_calls: 40, n: 40, distinct_values: 2 })
    // By words 18 of 20 are told apart on each side: (.9 + .9) / 2.
    expect(byWords?.auc).toBeCloseTo(0.9, 12)
    expect(byProbability?.against_verdict_form).toMatchObject({ n: 40 })
    expect(byProbability?.against_verdict_form?.difference).toBeCloseTo((byProbability?.auc ?? 0) - 0.9, 12)
    expect(byWords?.against_verdict_form).toBeNull()
  })

  it('is spot-checked: agreement, and both sides of every disagreement', () => {
    const check = found.spot_check
    expect(check).toMatchObject({ metric: 'correct', n: 40, disagreements_total: 4 })
    expect(check?.table).toEqual([
      [18, 2],
      [2, 18],
    ])
    expect(check?.agreement.value).toBeCloseTo(0.9, 12)
    expect(check?.kappa.value).toBeCloseTo(0.8, 12)
    expect(check?.disagreements.map(({ test_case_id }) => test_case_id).sort()).toEqual(['q1', 'q3', 'q4', 'q6'])
    const first = check?.disagreements.find(({ test_case_id }) => test_case_id === 'q1')
    expect(first).toMatchObject({
      user_input: 'How is q1 done?',
      response: 'It is firmly done as q1 asks.',
      person: { verdict: 'wrong', graders: ['ann'], notes: ['a wrong number'] },
      judge: { verdict: 'right' },
    })
    expect(first?.judge.value).toBeCloseTo(0.95, 6)
  })

  it('puts the rate of another run right by the errors that its judge made here', () => {
    const [rate] = later.rates
    // Se = Sp = 18/20, the judge passes 140 of 200: (.7 + .9 - 1) / (.9 + .9 - 1) = .75 before Lang and Reiczigel's counts.
    expect(rate).toMatchObject({ method: 'lang_reiczigel', reason_code: 'calibrated', judge_rate: 0.7 })
    expect(rate).toMatchObject({ sensitivity: 0.9, specificity: 0.9 })
    expect(rate?.value).toBeGreaterThan(0.7)
    expect(rate?.low).toBeLessThan(0.75)
    expect(rate?.high).toBeGreaterThan(0.75)
  })
})
