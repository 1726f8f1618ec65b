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
  if (!figures.complete) return { usable: 'undecided', advice: 'undecided: the check is not complete' }
  const fault = unusable(figures)
  if (fault !== undefined) return { usable: 'no', advice: `unusable as a judge: ${fault}` }
  const few = undecided(figures)
  if (few !== undefined) return { usable: 'undecided', advice: `undecided: ${few}; ask more items` }
  const doubt = singleDoubt(figures)
  if (doubt === undefined) return { usable: 'single_answers', advice: `good enough for single answers${way(figures)}` }
  return {
    usable: 'comparing',
    advice: `usable for comparing configurations, not for single answers: ${doubt}${way(figures)}`,
  }
}

function unusable(figures: Figures): string | undefined {
  const limits = CHECK_THRESHOLDS
  const { accuracy, format_failures, in_use } = figures
  const { failed, of } = format_failures[in_use] ?? { failed: 0, of: 0 }
  if (of === 0) return 'no question was answered'
  if (failed / of > limits.most_format_failures) return `${failed} of ${of} items got no verdict that can be read`
  const { high, value } = accuracy
  if (high === null || value === null || gradesWell(figures)) return undefined
  if (saysOneThing(figures)) return `every claim gets the same verdict (${percent(value)} of all verdicts are right)`
  if (high >= limits.least_accuracy_high) return undefined
  return `${percent(value)} of the verdicts are right, at most ${percent(high)}`
}

/** The probabilities in use separate supported claims from others, whatever the words say. */
function gradesWell({ in_use, modes }: Figures): boolean {
  const auc = in_use === 'per_item' ? modes.find(({ mode }) => mode === in_use)?.auc_probability : undefined
  return auc != null && auc >= CHECK_THRESHOLDS.least_auc
}

/** Claims of all classes were judged, and all alike. */
function saysOneThing({ confusion }: Figures): boolean {
  const rows = Object.values(confusion).map((verdicts) => Object.values(verdicts))
  const columns = Object.keys(confusion).map((verdict) => Object.values(confusion).map((row) => row[verdict] ?? 0))
  const used = (counts: readonly number[]) => counts.some((count) => count > 0)
  return rows.every(used) && columns.filter(used).length === 1
}

/** Too few items to tell the judge from one that always gives the same verdict; undefined when it is told apart. */
function undecided(figures: Figures): string | undefined {
  const { accuracy, by_kind, confusion } = figures
  if (accuracy.low === null || gradesWell(figures)) return undefined
  const claims = Object.values(confusion).map((row) => Object.values(row).reduce((sum, count) => sum + count, 0))
  const others = Object.entries(by_kind).reduce((sum, [, { n }]) => sum + n, 0) - claims.reduce((sum, n) => sum + n, 0)
  const constant = (Math.max(0, ...claims) + others / 2) / accuracy.n
  if (accuracy.low > constant) return undefined
  return `${percent(accuracy.value ?? 0)} of the verdicts are right, at least ${percent(accuracy.low)}, and always the same verdict would get ${percent(constant)}`
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
