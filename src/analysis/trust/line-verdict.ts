import { clusterQuantile } from '../../stats/clustered-auroc.ts'
import { gradesNeeded, type MoreGrades } from '../../stats/grades-needed.ts'
import { planningError } from '../../stats/hanley-mcneil.ts'
import { normalSf } from '../../stats/normal-cdf.ts'
import { messages } from '../../text/catalogue.ts'
import { formatRate } from '../../text/format-number.ts'
import type { LineFigures } from './line-figures.ts'
import { ALPHA, type LineP } from './line-p.ts'
import type { GradesNeeded, TrustReasonCode, TrustVerdict } from './trust-line.ts'

/** With fewer right or fewer wrong answers than this no verdict is given. */
export const LEAST_OF_A_CLASS = 5
/** Nor with fewer clusters. */
export const LEAST_CLUSTERS = 6

/** What a verdict follows from. */
export interface VerdictInput {
  figures: LineFigures
  p: LineP
  /** An AUC whose interval lies below it does not separate. */
  bar: number
  /** Lines that Holm's correction counts. */
  family: number
  /** The smallest p that could have come out, before correction. */
  smallest: number
}

/**
 * The verdict on a line, with its reason. In this order:
 * - `too_few_grades`: no scored answer, none right or none wrong, fewer than 5 of a class, fewer than 6 clusters, or the smallest
 *   p that could come out is above .05 after correction for the number of lines;
 * - `does_not_separate`: all scores equal;
 * - `separates`: the interval's lower end is above .5 and p after Holm's correction is below .05;
 * - `does_not_separate`: the interval lies below .5 (`reversed`) or below the bar;
 * - `undecided`: everything else, as when the interval holds both .5 and useful values.
 */
export function verdictOf(input: VerdictInput): { verdict: TrustVerdict; reason_code: TrustReasonCode } {
  const { figures, p, bar } = input
  const few = tooFew(input)
  if (few !== undefined) return { verdict: 'too_few_grades', reason_code: few }
  const { low, high } = figures
  if (figures.distinct_values < 2) return { verdict: 'does_not_separate', reason_code: 'all_equal' }
  if (low === null || high === null) return { verdict: 'undecided', reason_code: 'between' }
  if (low > 0.5 && p.p_holm !== null && p.p_holm < ALPHA) return { verdict: 'separates', reason_code: 'separates' }
  if (high < 0.5) return { verdict: 'does_not_separate', reason_code: 'reversed' }
  if (high < bar) return { verdict: 'does_not_separate', reason_code: 'below_bar' }
  if (low <= 0.5) return { verdict: 'undecided', reason_code: 'interval_holds_half' }
  if (p.p !== null && p.p < ALPHA) return { verdict: 'undecided', reason_code: 'not_after_holm' }
  return { verdict: 'undecided', reason_code: 'between' }
}

function tooFew({ figures, smallest, family }: VerdictInput): TrustReasonCode | undefined {
  const { n, n_right: right, n_wrong: wrong, clusters } = figures
  if (n === 0) return 'no_scores'
  if (right === 0) return 'no_right'
  if (wrong === 0) return 'no_wrong'
  if (Math.min(right, wrong) < LEAST_OF_A_CLASS) return 'few_of_one_class'
  if (clusters < LEAST_CLUSTERS) return 'few_clusters'
  return smallest * family > ALPHA ? 'p_unreachable' : undefined
}

/** The reason in English, one sentence with its figures. */
export function reasonSentence(code: TrustReasonCode, { figures, p, bar }: VerdictInput): string {
  const say = messages('en').trustReasons
  const { n_right: right, n_wrong: wrong, clusters } = figures
  if (code === 'few_of_one_class' || code === 'p_unreachable') return say[code](right, wrong)
  if (code === 'few_clusters') return say.few_clusters(clusters)
  if (code === 'no_right' || code === 'no_wrong' || code === 'no_scores' || code === 'all_equal') return say[code]
  const rate = (value: number | null) => (value === null ? '-' : formatRate(value))
  return say[code]({
    right,
    wrong,
    auc: rate(figures.auc),
    low: rate(figures.low),
    high: rate(figures.high),
    p: rate(p.p_holm),
    bar: String(bar),
  })
}

/**
 * What would decide a line that is undecided or has too few grades, at the AUC and with the spread seen so far: more right and
 * more wrong answers in the proportion found. To separate it has to pass Holm's correction too, so the interval of that plan has
 * the level 1 - .05 / lines; it is as wide as the line's own, which for few clusters is wider than the normal. null where nothing is undecided, where there is no AUC to plan with, and where it is not the
 * number of grades that is lacking (clusters).
 */
export function neededFor(verdict: TrustVerdict, { figures, bar, family }: VerdictInput): GradesNeeded | null {
  if (verdict !== 'undecided' && verdict !== 'too_few_grades') return null
  const { auc, se, n_right: good, n_wrong: bad, design_effect: effect } = figures
  if (auc === null || good === 0 || bad === 0 || figures.distinct_values < 2) return null
  const planned = planningError(auc, good, bad)
  const designEffect = se !== null && planned > 0 ? (se / planned) ** 2 : Math.max(1, effect ?? 1)
  const plan = (alpha: number) => {
    const level = asWide(alpha, figures.clusters)
    return gradesNeeded({
      auc,
      good,
      bad,
      bar,
      level,
      leastPerClass: LEAST_OF_A_CLASS,
      designEffect: designEffect || 1,
    })
  }
  const plain = plan(ALPHA)
  const isDone = plain.inProportion.good !== null && plain.inProportion.outcome === 'does_not_separate'
  const { inProportion, onlyGood, onlyBad } = isDone ? plain : plan(ALPHA / Math.max(1, family))
  if (inProportion.good === null) {
    return { right: null, wrong: null, shows: null, rarer: null, reason: inProportion.reason }
  }
  if (inProportion.good + inProportion.bad === 0) return null
  return {
    right: inProportion.good,
    wrong: inProportion.bad,
    shows: inProportion.outcome,
    rarer: good < bad ? ofClass('right', onlyGood) : ofClass('wrong', onlyBad),
  }
}

/** The level at which a normal interval is as wide as the one at 1 - alpha that so many clusters get. */
function asWide(alpha: number, clusters: number): number {
  if (clusters < 2) return 1 - alpha
  return Math.min(1 - 1e-12, 1 - 2 * normalSf(clusterQuantile(clusters, 1 - alpha).factor))
}

function ofClass(name: 'right' | 'wrong', more: MoreGrades): NonNullable<GradesNeeded['rarer']> | null {
  return more.good === null ? null : { class: name, n: more.good + more.bad }
}
