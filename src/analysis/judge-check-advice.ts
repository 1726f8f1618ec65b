import type { JudgeCheckResult } from '../core/judge-check.ts'

type Figures = Omit<JudgeCheckResult, 'warnings' | 'usable' | 'advice'>
type Advice = Pick<JudgeCheckResult, 'usable' | 'advice'>

/** Thresholds of the advice; `docs/judges.md` explains them. */
export const CHECK_THRESHOLDS = {
  /** Unusable: a larger share of items without a verdict. */
  most_format_failures: 0.2,
  /** Unusable: the accuracy's interval ends below, and probabilities do not separate either. */
  least_accuracy_high: 0.6,
  /** Probabilities that separate supported claims this well are of use although the words are often wrong. */
  least_auc: 0.75,
  /** Single answers: the accuracy's interval begins at least here. */
  single_accuracy_low: 0.85,
  single_format_failures: 0.05,
  single_stability: 0.95,
  single_contradictions: 0.05,
} as const

const percent = (share: number) => `${Math.round(100 * share)} %`

/** What the judge is good for, in one sentence. */
export function adviceFor(figures: Figures): Advice {
  const fault = unusable(figures)
  if (fault !== undefined) return { usable: 'no', advice: `unusable as a judge: ${fault}` }
  const doubt = singleDoubt(figures)
  if (doubt === undefined) return { usable: 'single_answers', advice: `good enough for single answers${way(figures)}` }
  return {
    usable: 'comparing',
    advice: `usable for comparing configurations, not for single answers: ${doubt}${way(figures)}`,
  }
}

function unusable({ accuracy, format_failures, in_use, modes }: Figures): string | undefined {
  const limits = CHECK_THRESHOLDS
  const { failed, of } = format_failures[in_use] ?? { failed: 0, of: 0 }
  if (of === 0) return 'no question was answered'
  if (failed / of > limits.most_format_failures) return `${failed} of ${of} items got no verdict that can be read`
  const { high, value } = accuracy
  if (high === null || value === null || high >= limits.least_accuracy_high) return undefined
  const auc = in_use === 'per_item' ? modes.find(({ mode }) => mode === in_use)?.auc_probability : undefined
  if (auc != null && auc >= limits.least_auc) return undefined
  return `${percent(value)} of the verdicts are right, at most ${percent(high)}`
}

/** Why single answers are not to be trusted; undefined when they are. */
function singleDoubt({ accuracy, format_failures, in_use, stability, contradictions }: Figures): string | undefined {
  const limits = CHECK_THRESHOLDS
  const { failed, of } = format_failures[in_use] ?? { failed: 0, of: 0 }
  if (accuracy.low === null || accuracy.value === null) return 'nothing was measured'
  if (accuracy.low < limits.single_accuracy_low) {
    return `${percent(accuracy.value)} of the verdicts are right, at least ${percent(accuracy.low)}`
  }
  if (failed / of > limits.single_format_failures) return `${failed} of ${of} items got no verdict that can be read`
  const share = stability?.share ?? null
  if (share !== null && share < limits.single_stability) return `only ${percent(share)} stay the same when asked again`
  const { count, of: reasoned } = contradictions
  if (in_use === 'batched_with_reasons' && count / Math.max(1, reasoned) > limits.single_contradictions) {
    return `${count} of ${reasoned} reasons speak against their verdict`
  }
  return undefined
}

/** The setting that would serve better than the one in use. */
function way({ comparison: { better }, in_use }: Figures): string {
  if (better === null || better === in_use) return ''
  return better === 'per_item'
    ? '; `judge.asking: per_item` would separate better'
    : `; \`judge.asking: batched\` with \`judge.reasons: ${better === 'batched' ? 'none' : 'first'}\` would separate better`
}

/** A kept self-test in one line for reports; undefined for anything else. It may be of another version of the program. */
export function judgeCheckLine(fact: unknown): string | undefined {
  if (typeof fact !== 'object' || fact === null) return undefined
  const { advice, items, accuracy, checked_at, quick } = fact as Partial<JudgeCheckResult>
  if (typeof advice !== 'string') return undefined
  const day = typeof checked_at === 'string' ? ` of ${checked_at.slice(0, 10)}` : ''
  const { value, low, high } = accuracy ?? {}
  const known = typeof value === 'number' && typeof low === 'number' && typeof high === 'number'
  const share = known ? `, ${percent(value)} right (${percent(low)} to ${percent(high)})` : ''
  const count = typeof items === 'number' ? `: ${items} items${share}` : ''
  return `${quick === true ? 'short ' : ''}self-test${day}${count}; ${advice}`
}
