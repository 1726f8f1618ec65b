import type { Language } from '../core/config.ts'
import { isRagstoneError } from '../core/errors.ts'
import { messages } from '../text/catalogue.ts'
import { formatNumber } from '../text/format-number.ts'
import { type Gate, type GateMetric, parseGate } from './gate.ts'
import type { GateResult, GateState, Progress, Summary } from './run-report.ts'

export interface GateContext {
  /** How many responses each configuration should have; those that are not there count against coverage. */
  progress?: readonly Progress[]
  /** Language of `detail`; default English. */
  language?: Language
}

/** One gate under one configuration. */
interface Verdict {
  state: GateState
  summary: Summary
  /** Samples that the metric applies to: all that the run should have, without those where there was nothing to score. */
  applicable: number
}

/** Throws for the first gate that cannot be read or names a metric or configuration that does not take part. */
export function checkGateSyntax(
  texts: readonly string[],
  metrics: readonly GateMetric[],
  configurations?: readonly string[],
): void {
  for (const text of texts) parseGate(text, metrics, configurations)
}

/**
 * Compares the mean of each gate's metric with its threshold, under the gate's configuration or under every one.
 *
 * Undecided when nothing was scored or fewer than `coverage` of the samples that the metric applies to: samples where there
 * was nothing to score (`n_inapplicable`) do not count, responses that are still missing do. Over several configurations failed wins
 * over undecided over passed, and the worst one is shown. Figures that differ by less than 1e-9 are equal.
 */
export function checkGates(
  gates: readonly Gate[],
  summaries: readonly Summary[],
  context: GateContext = {},
): GateResult[] {
  return gates.map((gate) => checkGate(gate, summaries, context))
}

/** {@link checkGates} of a run's own gates; one that cannot be read any more is undecided and says so. */
export function checkRunGates(
  texts: readonly string[],
  summaries: readonly Summary[],
  context: GateContext = {},
): GateResult[] {
  return texts.map((text) => {
    try {
      return checkGate(parseGate(text), summaries, context)
    } catch (error) {
      if (!isRagstoneError(error)) throw error
      return { gate: text, state: 'undecided', value: null, detail: error.message }
    }
  })
}

/**
 * The exit code of a run: 100 when a gate failed, else 101 when a gate is undecided or when not one response could be
 * used (the system failed on every case), else 0.
 */
export function exitCodeOf(report: {
  gates: readonly Pick<GateResult, 'state'>[]
  progress: readonly Pick<Progress, 'collected' | 'errors'>[]
}): 0 | 100 | 101 {
  const { gates, progress } = report
  if (gates.some(({ state }) => state === 'failed')) return 100
  const collected = progress.reduce((sum, one) => sum + one.collected, 0)
  const errors = progress.reduce((sum, one) => sum + one.errors, 0)
  if (collected > 0 && errors === collected) return 101
  return gates.some(({ state }) => state === 'undecided') ? 101 : 0
}

function checkGate(gate: Gate, summaries: readonly Summary[], context: GateContext): GateResult {
  const text = messages(context.language ?? 'en')
  const verdicts = summaries
    .filter(({ metric }) => metric === gate.metric)
    .filter(({ configuration }) => gate.configuration === undefined || configuration === gate.configuration)
    .map((summary) => verdictOf(gate, summary, context.progress ?? []))
  const worst = worstOf(gate, verdicts)
  if (worst === undefined) {
    const detail = text.gateNotEvaluated(gate.metric, gate.configuration)
    return { gate: gate.text, metric: gate.metric, state: 'undecided', value: null, detail }
  }
  return {
    gate: gate.text,
    metric: gate.metric,
    state: worst.state,
    value: worst.summary.value,
    detail: detailOf(gate, worst, verdicts, context),
  }
}

function verdictOf(gate: Gate, summary: Summary, progress: readonly Progress[]): Verdict {
  const { value, n_scored, n_total, n_inapplicable, configuration } = summary
  const own = progress.find((one) => one.configuration === configuration)
  const wanted = Math.max(n_total, own?.collected ?? 0, own?.expected ?? 0)
  const applicable = wanted - n_inapplicable
  const covered = applicable > 0 && n_scored >= gate.coverage * applicable - 1e-9
  if (value === null || !covered) return { state: 'undecided', summary, applicable }
  return { state: holds(value, gate) ? 'passed' : 'failed', summary, applicable }
}

function holds(value: number, { operator, threshold }: Gate): boolean {
  const equal = Math.abs(value - threshold) <= 1e-9 * Math.max(1, Math.abs(threshold))
  if (operator === '>=' || operator === '<=')
    return equal || (operator === '>=' ? value > threshold : value < threshold)
  return !equal && (operator === '>' ? value > threshold : value < threshold)
}

/** Of the verdicts in the deciding state the one with the worst value; among undecided ones that with the least coverage. */
function worstOf(gate: Gate, verdicts: readonly Verdict[]): Verdict | undefined {
  const state = (['failed', 'undecided', 'passed'] as const).find((one) =>
    verdicts.some((verdict) => verdict.state === one),
  )
  const upward = gate.operator === '>=' || gate.operator === '>'
  const badness = ({ summary, applicable }: Verdict) => {
    if (state === 'undecided') return applicable === 0 ? 1 : 1 - summary.n_scored / applicable
    return (summary.value ?? 0) * (upward ? -1 : 1)
  }
  return verdicts
    .filter((verdict) => verdict.state === state)
    .reduce<Verdict | undefined>(
      (worst, verdict) => (worst === undefined || badness(verdict) > badness(worst) ? verdict : worst),
      undefined,
    )
}

function detailOf(gate: Gate, worst: Verdict, verdicts: readonly Verdict[], context: GateContext): string {
  const text = messages(context.language ?? 'en')
  const { summary, applicable, state } = worst
  const value = summary.value === null ? null : formatNumber(summary.value, summary)
  const scored = text.gateScored({
    value,
    configuration: summary.configuration,
    of: verdicts.length,
    scored: summary.n_scored,
    total: applicable + summary.n_inapplicable,
    inapplicable: summary.n_inapplicable,
  })
  if (state !== 'undecided') return scored
  if (value === null) return `${scored}: ${summary.reason ?? text.notEvaluated}`
  return text.gateBelowFloor(scored, gate.coverage)
}
