import type {
  CheckedCall,
  CheckedItem,
  CheckedMode,
  CheckShare,
  JudgeCheckResult,
  ModeFigures,
  VerifierFigures,
} from '../core/judge-check.ts'
import type { Language } from '../core/language.ts'
import type { NaReason } from '../core/score.ts'
import { auroc } from '../stats/auroc.ts'
import { quantileOfSorted } from '../stats/quantile.ts'
import { wilson } from '../stats/wilson.ts'

/** Reasons that lie in the form of the reply; others say nothing of what the model can. */
const FORMAT_REASONS: readonly NaReason[] = [
  'judge_unreadable',
  'judge_truncated',
  'judge_refused',
  'missing_verdicts',
  'conflicting_verdicts',
  'out_of_scale',
]

/** Fewer items on one side make no AUC. */
const LEAST_FOR_AUC = 3

/** k of n with its 95 % Wilson interval; null without items. */
export function shareOf(k: number, n: number): CheckShare {
  const { value, low, high } = wilson(k, n)
  return { value, low, high, k, n }
}

const isRead = ({ verdict }: CheckedItem) => verdict !== null
const isFormatFailure = ({ failed }: CheckedItem) => failed !== null && FORMAT_REASONS.includes(failed)

/** Share of read items with the right verdict, out of all classes. */
export function accuracyOf(items: readonly CheckedItem[]): CheckShare {
  const read = items.filter(isRead)
  return shareOf(read.filter(({ verdict, gold }) => verdict === gold).length, read.length)
}

/** The same with entailment folded into supported and the rest. */
function foldedAccuracyOf(items: readonly CheckedItem[]): CheckShare {
  const read = items.filter((item) => isRead(item) && item.asks === 'entailment')
  const right = read.filter(({ verdict, gold }) => (verdict === 'supported') === (gold === 'supported'))
  return shareOf(right.length, read.length)
}

/** Items without a verdict for the form of the reply, of the items that were answered. */
export function formatFailuresOf(items: readonly CheckedItem[]): { failed: number; of: number } {
  const failed = items.filter(isFormatFailure).length
  return { failed, of: failed + items.filter(isRead).length }
}

/**
 * Probability that a supported claim stands above one that is not, ties counting half (Mann-Whitney): .5 is chance, 1 apart.
 * By the probability of `supported`, or by the verdict word alone. null with fewer than three claims on one side, or where an
 * item has no probability.
 */
export function separation(items: readonly CheckedItem[], by: 'word' | 'probability'): number | null {
  const read = items.filter((item) => isRead(item) && item.asks === 'entailment')
  if (by === 'probability' && read.some(({ probability }) => probability === null)) return null
  const place = (item: CheckedItem) =>
    by === 'word' ? Number(item.verdict === 'supported') : (item.probability ?? Number.NaN)
  const good = read.filter(({ gold }) => gold === 'supported').map(place)
  const rest = read.filter(({ gold }) => gold !== 'supported').map(place)
  if (good.length < LEAST_FOR_AUC || rest.length < LEAST_FOR_AUC) return null
  return auroc(good, rest).value
}

export function modeFigures({ mode, items, calls, seconds }: CheckedMode): ModeFigures {
  const reasons: Record<string, number> = {}
  for (const { failed } of items) if (failed !== null) reasons[failed] = (reasons[failed] ?? 0) + 1
  return {
    mode,
    items: items.length,
    calls: calls.length,
    seconds: Math.round(seconds * 10) / 10,
    format_failures: formatFailuresOf(items).failed,
    by_reason: reasons,
    unreadable_replies: calls.filter(({ unreadable }) => unreadable).length,
    structured: [...new Set(calls.flatMap(({ structured }) => structured ?? []))],
    accuracy: accuracyOf(items),
    supported_vs_rest: foldedAccuracyOf(items),
    auc_word: separation(items, 'word'),
    auc_probability: separation(items, 'probability'),
  }
}

/** Shares by a property of the items, in the order in which its values come. */
export function accuracyBy<K extends string>(
  items: readonly CheckedItem[],
  property: (item: CheckedItem) => K,
  share: (items: readonly CheckedItem[]) => CheckShare = accuracyOf,
): Partial<Record<K, CheckShare>> {
  const groups = new Map<K, CheckedItem[]>()
  for (const item of items) groups.set(property(item), [...(groups.get(property(item)) ?? []), item])
  return Object.fromEntries([...groups].map(([key, held]) => [key, share(held)])) as Partial<Record<K, CheckShare>>
}

/** Entailment: how often each gold class got each verdict. */
export function confusionOf(items: readonly CheckedItem[]): JudgeCheckResult['confusion'] {
  const classes = ['supported', 'contradicted', 'not_mentioned']
  const read = items.filter((item) => isRead(item) && item.asks === 'entailment')
  const count = (gold: string, verdict: string) =>
    read.filter((item) => item.gold === gold && item.verdict === verdict).length
  return Object.fromEntries(
    classes.map((gold) => [gold, Object.fromEntries(classes.map((verdict) => [verdict, count(gold, verdict)]))]),
  )
}

/** Median and 95th percentile of calls in milliseconds. */
export function latencyOfCalls(calls: readonly CheckedCall[], form: CheckedCall['form']) {
  const sorted = calls
    .filter((call) => call.form === form)
    .map(({ latency_ms }) => latency_ms)
    .sort((a, b) => a - b)
  if (sorted.length === 0) return { n: 0, p50: null, p95: null }
  return { n: sorted.length, p50: quantileOfSorted(sorted, 0.5), p95: quantileOfSorted(sorted, 0.95) }
}

/** Below, the times of calls follow something else than their tokens: other users of the server, the network. */
const LEAST_EXPLAINED = 0.8

/**
 * Tokens a second: seconds = read / r + written / w by least squares over the calls whose prompts were not kept by the server.
 * Not known where that explains less than .8 of the variance of the times, and for a rate that comes out negative.
 */
export function tokensPerSecond(calls: readonly CheckedCall[]): { read: number | null; written: number | null } {
  const points = calls.flatMap(({ prompt_tokens: p, completion_tokens: c, latency_ms, cached }) =>
    p === null || c === null || cached ? [] : [{ p, c, t: latency_ms / 1000 }],
  )
  const sum = (of: (point: { p: number; c: number; t: number }) => number) =>
    points.reduce((total, point) => total + of(point), 0)
  const [pp, pc, cc] = [sum(({ p }) => p * p), sum(({ p, c }) => p * c), sum(({ c }) => c * c)]
  const [pt, ct] = [sum(({ p, t }) => p * t), sum(({ c, t }) => c * t)]
  const determinant = pp * cc - pc * pc
  if (determinant <= 1e-9 * pp * cc) return { read: null, written: null }
  const perRead = (pt * cc - ct * pc) / determinant
  const perWritten = (ct * pp - pt * pc) / determinant
  const mean = sum(({ t }) => t) / points.length
  const left = sum(({ p, c, t }) => (t - p * perRead - c * perWritten) ** 2)
  if (left > (1 - LEAST_EXPLAINED) * sum(({ t }) => (t - mean) ** 2)) return { read: null, written: null }
  const rate = (seconds: number) => (seconds > 0 ? Math.round(10 / seconds) / 10 : null)
  return { read: rate(perRead), written: rate(perWritten) }
}

/** How well the first tokens of single questions tell the words apart; null where no probabilities were given. */
export function wordFigures(calls: readonly CheckedCall[]): JudgeCheckResult['words'] {
  const meanOf = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
  const mass = meanOf(calls.flatMap(({ word_mass }) => word_mass ?? []))
  const named = meanOf(calls.flatMap(({ word_named }) => (word_named === null ? [] : Number(word_named))))
  return { probabilities: mass !== null, mass, named }
}

/** The verifier by itself: it tells supported from the rest. */
export function verifierFigures({
  fingerprint,
  items,
}: {
  fingerprint: string
  items: readonly CheckedItem[]
}): VerifierFigures {
  const { failed, of } = formatFailuresOf(items)
  const accuracy = foldedAccuracyOf(items)
  const auc = separation(items, 'probability') ?? separation(items, 'word')
  const percent = accuracy.value === null ? 'nothing read' : `${Math.round(100 * accuracy.value)} % right`
  const share =
    accuracy.low === null || accuracy.high === null
      ? ''
      : ` (${Math.round(100 * accuracy.low)} to ${Math.round(100 * accuracy.high)} %)`
  return {
    fingerprint,
    items: items.length,
    format_failures: failed,
    accuracy,
    by_language: accuracyBy<Language>(items, ({ language }) => language, foldedAccuracyOf),
    auc,
    sentence: `supported or not: ${percent}${share} of ${of} claims; it does not tell contradicted from not mentioned`,
  }
}
