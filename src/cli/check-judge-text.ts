import type { CheckJudgeResult } from '../api/check-judge.ts'
import type { CheckMode, CheckShare, JudgeCheckResult } from '../core/judge-check.ts'
import { textTable } from './text-table.ts'

const NAMES: Readonly<Record<CheckMode, string>> = {
  per_item: 'one by one',
  batched_with_reasons: 'many, reasons first',
  batched: 'many, no reasons',
}

/** A self-test in words: the advice first, then what it rests on. */
export function checkJudgeText({ check, kept }: CheckJudgeResult, width: number): string {
  const { model, items, in_use, advice, warnings, comparison } = check
  const lines = [`${model}: ${advice}`, '']
  lines.push(
    `verdicts that are right: ${shareText(check.accuracy)}; ${items} items, asked ${NAMES[in_use]} (the way in use)`,
    ...sharesLine('by language', check.by_language),
    ...sharesLine('by kind', check.by_kind),
    '',
    ...modeTable(check, width),
    comparison.sentence,
    '',
    'entailment, gold by verdict:',
    ...confusionTable(check, width),
    '',
    ...wordLines(check),
    contradictionLine(check),
    stabilityLine(check),
    readingLine(check),
    speedLine(check),
    concurrencyLine(check),
  )
  if (check.verifier !== null) lines.push(`verifier ${check.verifier.fingerprint}: ${check.verifier.sentence}`)
  if (check.verifier !== null) lines.push(...sharesLine('verifier by language', check.verifier.by_language))
  if (warnings.length > 0) lines.push('', ...warnings.map((warning) => `warning: ${warning}`))
  if (!kept && check.complete) lines.push('', 'not kept: a longer check of this judge is kept already')
  return lines.join('\n')
}

const percent = (share: number | null) => (share === null ? '-' : `${Math.round(100 * share)} %`)
const figure = (value: number | null) => (value === null ? '-' : value.toFixed(2))

function shareText({ value, low, high, n }: CheckShare): string {
  return value === null ? 'none' : `${percent(value)} (95 % interval ${percent(low)} to ${percent(high)}, n ${n})`
}

function sharesLine(name: string, shares: Readonly<Record<string, CheckShare>>): string[] {
  const parts = Object.entries(shares).map(([key, { k, n }]) => `${key} ${k}/${n}`)
  return parts.length === 0 ? [] : [`  ${name}: ${parts.join(', ')}`]
}

function modeTable({ modes, format_failures }: JudgeCheckResult, width: number): string[] {
  const header = ['asked', 'items', 'calls', 'sec.', 'no verdict', 'right', 'folded', 'AUC word', 'AUC prob.']
  const rows = modes.map((mode) => [
    NAMES[mode.mode],
    String(mode.items),
    String(mode.calls),
    String(mode.seconds),
    `${format_failures[mode.mode]?.failed ?? 0}/${format_failures[mode.mode]?.of ?? 0}`,
    percent(mode.accuracy.value),
    percent(mode.supported_vs_rest.value),
    figure(mode.auc_word),
    figure(mode.auc_probability),
  ])
  return textTable(header, rows, width)
}

function confusionTable({ confusion }: JudgeCheckResult, width: number): string[] {
  const classes = Object.keys(confusion)
  const rows = Object.entries(confusion).map(([gold, verdicts]) => [
    gold,
    ...classes.map((verdict) => String(verdicts[verdict] ?? 0)),
  ])
  return textTable(['', ...classes], rows, width)
}

function wordLines({ words, modes }: JudgeCheckResult): string[] {
  const structured = [...new Set(modes.flatMap((mode) => mode.structured))]
  const json = structured.length === 0 ? [] : [`JSON is demanded as: ${structured.join(', ')}`]
  if (!words.probabilities) return ['probabilities: none given', ...json]
  return [
    `probabilities: given; the words have ${percent(words.mass)} of the first token on average, and it names one of them in ${percent(words.named)} of the calls`,
    ...json,
  ]
}

function contradictionLine({ contradictions: { count, of } }: JudgeCheckResult): string {
  return `reasons against their own verdict: ${of === 0 ? 'not measured' : `${count} of ${of}`}`
}

function stabilityLine({ stability }: JudgeCheckResult): string {
  if (stability === null || stability.share === null) return 'stability: not measured'
  const { equal, of, times, share } = stability
  return `stability: ${equal} of ${of} items (${percent(share)}) get the same verdict ${times} times`
}

function readingLine({ canary }: JudgeCheckResult): string {
  if (canary === null) return 'largest prompt read: not measured'
  const { largest, counted, stopped } = canary
  const tokens = largest === null ? 'none' : `${largest.toLocaleString('en-US')} tokens${counted ? '' : ' (estimated)'}`
  return `largest prompt read: ${tokens}; ${stopped}`
}

function speedLine({ latency_ms: { word, json }, tokens_per_second: { read, written } }: JudgeCheckResult): string {
  const latency = (name: string, { n, p50, p95 }: typeof word) =>
    n === 0 ? [] : [`${name} ${seconds(p50)} (95 %: ${seconds(p95)})`]
  const rates = [
    ...(read === null ? [] : [`${read} tokens a second read`]),
    ...(written === null ? [] : [`${written} written`]),
  ]
  return `time a call: ${[...latency('one word', word), ...latency('JSON', json), ...rates].join(', ')}`
}

const seconds = (ms: number | null) => (ms === null ? '-' : `${(ms / 1000).toFixed(ms < 9950 ? 2 : 0)} s`)

function concurrencyLine({ concurrency: { recommended, measured, note } }: JudgeCheckResult): string {
  const levels = measured.map(({ in_flight, per_second }) => `${in_flight}: ${per_second.toFixed(2)} calls a second`)
  const told = [...levels, ...(note === null ? [] : [note])].join(', ')
  return `requests in flight: ${recommended === null ? '' : `${recommended} recommended; `}${told}`
}
