import { createRunReportBuilder } from '../../analysis/build-run-report.ts'
import type { JudgeFacts } from '../../analysis/judge-tally.ts'
import type { RunReport } from '../../analysis/run-report.ts'
import type { ScoreRow } from '../../analysis/score-row.ts'
import { metric, response, row, run, testCase } from '../../analysis/test-support/records.ts'
import type { Language } from '../../core/config.ts'
import type { RunMetric } from '../../core/run.ts'
import { na, type Score, scored } from '../../core/score.ts'

export const SAMPLE_METRICS: RunMetric[] = [
  metric('hit_rate@3', { scale: 'binary', stage: 'retrieval' }),
  metric('mrr', { stage: 'retrieval' }),
  metric('refusal', { scale: 'binary' }),
  metric('faithfulness'),
  metric('token_recall'),
  metric('noise_sensitivity', { direction: 'lower_is_better' }),
  metric('latency', { scale: 'number', unit: 'ms', stage: 'cost', direction: 'lower_is_better', range: [0, null] }),
  metric('cost', { scale: 'number', unit: 'usd', stage: 'cost', direction: 'lower_is_better', range: [0, null] }),
]

export interface SampleOptions {
  language?: Language
  configurations?: string[]
  metrics?: RunMetric[]
  gates?: string[]
  /** How many of the 12 cases were collected. */
  collected?: number
  /** Put into every text that comes from data. */
  hostile?: string
  graded?: boolean
  /** `faithfulness` was scored by a judge, in probability form, with steps. */
  judged?: boolean
}

const JUDGE = 'ollama:small-judge#1234abcd'

const QUESTIONS = [
  '特休沒休完可以留到明年嗎？',
  '病假请了四天要附什么？',
  'Can I expense a taxi after ten?',
  '尾牙在哪裡辦？',
]

/** A report over 12 cases (every fourth unanswerable) with misses, wrong refusals, NA, one error, latencies and gates. */
export function sampleReport(options: SampleOptions = {}): RunReport {
  const {
    configurations = ['base', 'top_k_6', '嚴格提示'],
    metrics: given = SAMPLE_METRICS,
    collected = 12,
    hostile = '',
  } = options
  const judged = options.judged === true
  const metrics = given.map((one) => (judged && one.metric === 'faithfulness' ? { ...one, judge: JUDGE } : one))
  const gates = options.gates ?? ['hit_rate@3 >= 0.90', 'faithfulness >= 0.2', 'latency <= 2000 coverage 100%']
  const record = run(
    configurations.map((name) => name + hostile),
    metrics,
    { test_cases: 12, gates, name: `handbook${hostile}`, note: `second try${hostile}`, judge: judged ? JUDGE : 'rule' },
  )
  const builder = createRunReportBuilder({ run: record, language: options.language ?? 'en' })
  const cases = Array.from({ length: 12 }, (_, i) =>
    testCase(`case-${i}${hostile}`, {
      user_input: `${QUESTIONS[i % 4]}${hostile}`,
      answerable: i % 4 !== 3,
      expected_sources: [`leave.md${hostile}`],
      ...(i % 4 === 3 ? {} : { reference: `It says so on page ${i}.${hostile}` }),
    }),
  )
  for (const one of cases) builder.addCase(one)
  const names = record.configurations.map(({ name }) => name)
  const each = (act: (configuration: string, c: number, i: number) => void) => {
    for (const [c, name] of names.entries()) for (let i = 0; i < collected; i++) act(name, c, i)
  }
  each((name, c, i) => {
    for (const one of metrics) {
      const outcome = outcomeOf(one, c, i)
      const id = cases[i]?.id ?? ''
      if (one.judge === undefined) builder.addScore(row(name, id, one.metric, outcome))
      else {
        const score = judgedScore(row(name, id, one.metric, outcome), hostile)
        builder.addScore(score)
        builder.addSteps(score)
      }
    }
  })
  each((name, c, i) => {
    const one = cases[i]
    if (one === undefined) return
    const failed = i === 5 && c === 1
    builder.addResponse(
      response(name, one.id, {
        response: failed ? null : `今年的尾牙在臺北舉行，請參考公告。 The party is in Taipei.${hostile}`,
        latency_ms: 100 * (i + 1) + c,
        retrieved_contexts: ['expense.md', 'expense.md', 'remote.md'].map((source) => ({
          text: 't',
          source: source + hostile,
        })),
        ...(failed ? { error: { code: 'reported' as const, message: `index not loaded${hostile}` } } : {}),
      }),
      one,
    )
  })
  if (options.graded === true) {
    each((configuration, c, i) => {
      if (i > 3) return
      const verdict = (i + c) % 3 === 0 ? 'wrong' : 'right'
      builder.addGrade({
        run_id: record.id,
        configuration,
        test_case_id: cases[i]?.id ?? '',
        repeat: 1,
        verdict,
        grader: 'g',
        at: '',
      })
    })
  }
  return builder.finish(judged ? judgeFactsOf(hostile) : undefined)
}

/** The same score in probability form, with one claim for each of its n. */
function judgedScore({ outcome, ...key }: ScoreRow, hostile: string): Score {
  const score = { ...key, run_id: 'r', metric_version: '1', judge: JUDGE, direction: 'higher_is_better' as const }
  if (outcome.status === 'na') return { ...score, outcome, steps: [] }
  const { k = 0, n = 1 } = outcome
  const claims = Array.from({ length: n }, (_, i) => ({
    id: `${i + 1}`,
    text: `第 ${i + 1} 項：特休有 7 天。${hostile}`,
  }))
  const verdicts = claims.map(({ id }, i) => {
    const supported = i < k ? 0.9 : 0.2
    const probabilities = { supported, contradicted: (1 - supported) / 4, not_mentioned: ((1 - supported) * 3) / 4 }
    return { id, verdict: i < k ? 'supported' : 'not_mentioned', probabilities, reason: `Page 3 says so.${hostile}` }
  })
  const exchange = `${key.configuration}-${key.test_case_id}`
  const asked = { cache: 'asked', exchange, prompt_tokens: 400, completion_tokens: 2, latency_ms: 90, attempts: 1 }
  return {
    ...score,
    outcome: scored(n === 0 ? 0 : (k * 0.9 + (n - k) * 0.2) / n, {
      k,
      n,
      grading: 'probability',
      verdict_value: k / n,
    }),
    steps: [
      { kind: 'rule', step: 'response_claims', by: 'sentences', claims },
      { kind: 'judge', step: 'claim_support', form: 'single', ...asked, verdicts },
      { kind: 'rule', step: 'arithmetic', line: `${k} of ${n} claims supported`, k, n },
    ],
  }
}

function judgeFactsOf(hostile: string): JudgeFacts {
  const spent = { calls: 3, hits: 1, prompt_tokens: 1200, completion_tokens: 6, failed: {}, dropped_parameters: [] }
  return {
    models: [{ role: 'judge', provider: 'ollama', model: `small-judge${hostile}`, parameters: { temperature: 0 } }],
    dropped_parameters: ['top_p'],
    check: {
      items: 80,
      accuracy: { value: 0.9, low: 0.81, high: 0.95 },
      advice: `usable for comparing configurations${hostile}`,
      checked_at: '2026-01-02T03:04:05.000Z',
      quick: true,
    },
    spent: { judge: { ...spent, cost_usd: null }, embeddings: { ...spent, cost_usd: 0.0123 } },
  }
}

function outcomeOf(one: RunMetric, c: number, i: number) {
  const unanswerable = i % 4 === 3
  if (i === 5 && c === 1 && one.metric !== 'latency') return na('system_error', 'index not loaded')
  if (one.metric === 'latency') return scored(100 * (i + 1) + c)
  if (one.metric === 'cost') return scored(0.0012 * (i + 1))
  if (one.metric === 'refusal') {
    const label = unanswerable ? (i === 3 ? 'answered' : 'declined') : i === 4 ? 'declined' : 'answered'
    return scored((label === 'declined') === unanswerable ? 1 : 0, { label })
  }
  if (one.stage === 'retrieval' && unanswerable) return na('not_applicable', 'unanswerable')
  if (one.scale === 'binary') return scored(i === c ? 0 : 1)
  if (unanswerable) return na('refusal', 'declined')
  return scored(((i * 3 + c) % 5) / 5, { k: (i * 3 + c) % 5, n: 5 })
}
