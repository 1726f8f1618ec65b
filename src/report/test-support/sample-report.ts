import { createRunReportBuilder } from '../../analysis/build-run-report.ts'
import type { RunReport } from '../../analysis/run-report.ts'
import { metric, response, row, run, testCase } from '../../analysis/test-support/records.ts'
import type { Language } from '../../core/config.ts'
import type { RunMetric } from '../../core/run.ts'
import { na, scored } from '../../core/score.ts'

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
}

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
    metrics = SAMPLE_METRICS,
    collected = 12,
    hostile = '',
  } = options
  const gates = options.gates ?? ['hit_rate@3 >= 0.90', 'faithfulness >= 0.2', 'latency <= 2000 coverage 100%']
  const record = run(
    configurations.map((name) => name + hostile),
    metrics,
    { test_cases: 12, gates, name: `handbook${hostile}`, note: `second try${hostile}` },
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
    for (const one of metrics) builder.addScore(row(name, cases[i]?.id ?? '', one.metric, outcomeOf(one, c, i)))
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
  return builder.finish()
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
