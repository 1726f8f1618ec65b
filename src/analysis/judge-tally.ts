import type { Run } from '../core/run.ts'
import { isAsked, type NaReason, RULE_JUDGE, type Score, type Step } from '../core/score.ts'
import { exchangesOf, judgedItems } from './judged-items.ts'
import type { JudgeCheck, JudgeModelFacts, JudgeReport, Summary } from './run-report.ts'

/** NA reasons that the judge, its provider or the budget gave. */
const OF_THE_JUDGE: readonly NaReason[] = [
  'judge_refused',
  'judge_unreadable',
  'judge_truncated',
  'missing_verdicts',
  'conflicting_verdicts',
  'out_of_scale',
  'context_truncated',
  'timeout',
  'rate_limited',
  'budget_exhausted',
  'provider_error',
  'embeddings_missing',
]

/** What is known of the models besides the scores. */
export interface JudgeFacts {
  models: JudgeModelFacts[]
  dropped_parameters: string[]
  check: JudgeCheck | null
  spent: JudgeReport['spent']
}

/** Takes the scores of the metrics that ask a judge, with their steps. */
export interface JudgeTally {
  addSteps(score: Score): void
  /** An exchange of the judge and one of the verifier, from which a report may read which models answered. */
  examples(): { judge?: string; verifier?: string }
  /** null when no metric of the run asks a judge. */
  finish(summaries: readonly Summary[], facts: JudgeFacts): JudgeReport | null
}

type Counts = Pick<
  JudgeReport,
  | 'scores'
  | 'questions'
  | 'calls'
  | 'cached'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'contradictions'
  | 'repaired'
  | 'instruction_like'
>

/** Counts what was asked for the scores of a run. Memory: the ids of the exchanges. */
export function createJudgeTally(run: Run): JudgeTally {
  const asking = run.metrics.filter(({ judge }) => isAsked(judge)).map(({ metric }) => metric)
  const seen = new Set<string>()
  const failures = new Map<string, number>()
  const examples: { judge?: string; verifier?: string } = {}
  const counts: Counts = {
    scores: 0,
    questions: 0,
    calls: 0,
    cached: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    contradictions: 0,
    repaired: 0,
    instruction_like: 0,
  }
  const addStep = (step: Step): void => {
    counts.questions += 1
    if (step.repairs !== undefined) counts.repaired += 1
    if (step.cache !== 'asked') counts.cached += 1
    if (typeof step.exchange === 'string')
      examples[step.verifier === undefined ? 'judge' : 'verifier'] ??= step.exchange
    for (const id of exchangesOf(step)) {
      if (seen.has(id)) continue
      seen.add(id)
      const isLast = id === step.exchange
      counts.calls += isLast ? numberOf(step.attempts) || 1 : 1
      if (!isLast) continue
      counts.prompt_tokens += numberOf(step.prompt_tokens)
      counts.completion_tokens += numberOf(step.completion_tokens)
    }
  }
  return {
    addSteps({ metric, steps, outcome }) {
      if (!asking.includes(metric)) return
      counts.scores += 1
      if (outcome.status === 'na' && OF_THE_JUDGE.includes(outcome.reason)) {
        failures.set(outcome.reason, (failures.get(outcome.reason) ?? 0) + 1)
      }
      for (const step of steps) if (step.kind === 'judge') addStep(step)
      counts.contradictions += judgedItems(steps).filter(({ contradiction }) => contradiction === true).length
      if (steps.some(({ kind, step }) => kind === 'rule' && step === 'instruction_like_context')) {
        counts.instruction_like += 1
      }
    },
    examples: () => examples,
    finish(summaries, facts) {
      if (asking.length === 0) return null
      const fingerprint =
        run.judge === RULE_JUDGE ? (run.metrics.find(({ judge }) => isAsked(judge))?.judge ?? '') : run.judge
      const { models, dropped_parameters, check, spent } = facts
      return {
        fingerprint,
        models,
        grading: Object.fromEntries(asking.map((metric) => [metric, formOf(metric, summaries)])),
        ...counts,
        failures: Object.fromEntries([...failures].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
        dropped_parameters,
        check,
        spent,
      }
    },
  }
}

function formOf(metric: string, summaries: readonly Summary[]) {
  const forms = new Set(summaries.flatMap((one) => (one.metric === metric ? (one.grading ?? []) : [])))
  return forms.size > 1 ? 'mixed' : ([...forms][0] ?? null)
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
