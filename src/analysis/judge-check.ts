import type {
  CheckedItem,
  CheckedMode,
  CheckMode,
  CheckRecord,
  CheckShare,
  JudgeCheckResult,
  ModeComparison,
} from '../core/judge-check.ts'
import type { Language } from '../core/language.ts'
import { adviceFor } from './judge-check-advice.ts'
import {
  accuracyBy,
  accuracyOf,
  confusionOf,
  formatFailuresOf,
  latencyOfCalls,
  modeFigures,
  separation,
  tokensPerSecond,
  verifierFigures,
  wordFigures,
} from './judge-check-figures.ts'
import { warningsFor } from './judge-check-warnings.ts'

/** One way of asking is better than another when it separates by at least so much more. */
const LEAST_GAIN = 0.05

/** The figures of a self-test, with warnings and one sentence of advice. */
export function judgeCheckOf(
  record: CheckRecord,
  about: Pick<JudgeCheckResult, 'model' | 'fingerprint' | 'checked_at' | 'quick'>,
): JudgeCheckResult {
  const used = record.modes.find(({ mode }) => mode === record.in_use) ?? record.modes[0]
  const items = used?.items ?? []
  const calls = record.modes.flatMap((mode) => mode.calls)
  const figures: Omit<JudgeCheckResult, 'warnings' | 'usable' | 'advice'> = {
    format: 1,
    ...about,
    complete: record.complete,
    items: items.length,
    in_use: record.in_use,
    format_failures: Object.fromEntries(record.modes.map((mode) => [mode.mode, formatFailuresOf(mode.items)])),
    accuracy: accuracyOf(items),
    by_language: accuracyBy<Language>(items, ({ language }) => language),
    by_kind: accuracyBy(items, ({ kind }) => kind) as Record<string, CheckShare>,
    confusion: confusionOf(items),
    contradictions: contradictionsOf(record.modes),
    stability: stabilityOf(record),
    modes: record.modes.map(modeFigures),
    comparison: compare(record.modes),
    words: wordFigures(calls),
    largest_prompt_read: record.canary?.largest ?? null,
    canary: record.canary,
    latency_ms: { word: latencyOfCalls(calls, 'word'), json: latencyOfCalls(calls, 'json') },
    tokens_per_second: tokensPerSecond(calls),
    recommended_concurrency: record.concurrency.recommended,
    concurrency: record.concurrency,
    verifier: record.verifier === null ? null : verifierFigures(record.verifier),
  }
  const warnings = warningsFor(figures, { cutShort: record.cut_short })
  return { ...figures, warnings, ...adviceFor(figures) }
}

function contradictionsOf(modes: readonly CheckedMode[]): JudgeCheckResult['contradictions'] {
  const reasoned = modes.find(({ mode }) => mode === 'batched_with_reasons')?.items ?? []
  const read = reasoned.filter(({ verdict }) => verdict !== null)
  return { count: read.filter(({ contradiction }) => contradiction).length, of: read.length }
}

function stabilityOf({ stability }: CheckRecord): JudgeCheckResult['stability'] {
  if (stability === null) return null
  return { ...stability, share: stability.of === 0 ? null : stability.equal / stability.of }
}

/** The ways of asking on the items that all were asked and answered. */
function compare(modes: readonly CheckedMode[]): ModeComparison {
  const readBy = modes.map(({ items }) => new Set(items.filter(({ verdict }) => verdict !== null).map(({ id }) => id)))
  const common = (items: readonly CheckedItem[]) => items.filter(({ id }) => readBy.every((read) => read.has(id)))
  const shared = modes.map(({ mode, items }) => ({ mode, items: common(items) }))
  const figures = shared.map(({ mode, items }) => ({
    mode,
    accuracy: accuracyOf(items).value,
    separation: (mode === 'per_item' ? separation(items, 'probability') : null) ?? separation(items, 'word'),
  }))
  const better = bestOf(figures)
  const accuracy = (wanted: CheckMode) => figures.find(({ mode }) => mode === wanted)?.accuracy ?? null
  const [reasoned, plain] = [accuracy('batched_with_reasons'), accuracy('batched')]
  const gain = reasoned === null || plain === null ? null : reasoned - plain
  const count = shared[0]?.items.length ?? 0
  return { items: count, figures, better, reasons_gain: gain, sentence: sentenceOf(better, gain, count) }
}

function bestOf(figures: ModeComparison['figures']): CheckMode | null {
  const known = figures.flatMap(({ mode, separation: auc }) => (auc === null ? [] : [{ mode, auc }]))
  const [best, next] = known.sort((a, b) => b.auc - a.auc)
  return best !== undefined && next !== undefined && best.auc - next.auc >= LEAST_GAIN ? best.mode : null
}

const NAMES: Readonly<Record<CheckMode, string>> = {
  per_item: 'asking one by one (`asking: per_item`)',
  batched_with_reasons: 'asking many at once with reasons (`asking: batched, reasons: first`)',
  batched: 'asking many at once without reasons (`asking: batched, reasons: none`)',
}

function sentenceOf(better: CheckMode | null, gain: number | null, items: number): string {
  if (items === 0) return 'no items were answered in every way of asking, so the ways cannot be compared'
  const first =
    better === null
      ? `no way of asking separates supported claims from others clearly better (${items} items)`
      : `${NAMES[better]} separates supported claims from others best (${items} items)`
  if (gain === null) return first
  const points = Math.round(Math.abs(gain) * 100)
  const change = points === 0 ? 'change nothing' : `${gain > 0 ? 'gain' : 'lose'} ${points} points of accuracy`
  return `${first}; reasons ${change}`
}
