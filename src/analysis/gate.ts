import { RagstoneError } from '../core/errors.ts'
import { nearest, suggest } from '../core/nearest.ts'

type GateOperator = '>=' | '>' | '<=' | '<'

/** A condition on the mean of a metric. */
export interface Gate {
  /** As the user wrote it. */
  text: string
  metric: string
  operator: GateOperator
  threshold: number
  /** Share of the samples to which the metric applies that must be scored; below it the gate is undecided. */
  coverage: number
  /** Only this configuration; absent = every configuration must pass. */
  configuration?: string
}

/** A metric by name, and where it is known with its range, so that a threshold outside it is refused. */
export type GateMetric = string | { metric: string; range?: readonly [number | null, number | null] }

/** The coverage floor of a gate that names none. */
const DEFAULT_COVERAGE = 0.9

const FORMS = 'write it as: hit_rate@3 >= 0.90, refusal >= 85% coverage 0.95, latency <= 2000 on base'
const OPERATORS: Record<string, GateOperator> = {
  '>=': '>=',
  '≥': '>=',
  '≧': '>=',
  '>': '>',
  '<=': '<=',
  '≤': '<=',
  '≦': '<=',
  '<': '<',
}

/**
 * Reads `METRIC OPERATOR NUMBER [coverage NUMBER] [on CONFIGURATION]`. Operators: `>= > <= <` and `≥ ≤`; numbers may be
 * percentages. Default coverage: 0.9. What is not given of `metrics` and `configurations` is not checked.
 * Throws RagstoneError `bad_gate`, `unknown_metric` or `unknown_configuration`, each with the gate's text.
 */
export function parseGate(text: string, metrics?: readonly GateMetric[], configurations?: readonly string[]): Gate {
  const condition = /^\s*(\S+?)\s*(>=|<=|≥|≧|≤|≦|>|<)\s*([^\s=<>≥≧≤≦]+)\s*(.*?)\s*$/su.exec(text)
  const [, metric = '', sign = '', number = '', tail = ''] = condition ?? []
  const operator = OPERATORS[sign]
  if (operator === undefined) throw badGate(text, 'is not a condition')
  requireMetric(text, metric, metrics)
  const threshold = readNumber(text, number, 'the threshold')
  requireReachable(text, metric, threshold, metrics)
  return { text, metric, operator, threshold, ...readTail(text, tail, configurations) }
}

function readTail(text: string, tail: string, configurations: readonly string[] | undefined) {
  const parts = /^(?:coverage\s+(\S+))?\s*(?:\bon\s+(.+?))?\s*(?:\bcoverage\s+(\S+))?$/su.exec(tail)
  const [, before, configuration, after] = parts ?? []
  if (parts === null || (before !== undefined && after !== undefined)) throw badGate(text, `ends with "${tail}"`)
  const given = before ?? after
  const coverage = given === undefined ? DEFAULT_COVERAGE : readNumber(text, given, 'the coverage')
  if (coverage < 0 || coverage > 1)
    throw badGate(text, `asks for a coverage of ${given}; a coverage lies between 0 and 1`)
  if (configuration === undefined) return { coverage }
  if (configurations !== undefined && !configurations.includes(configuration)) {
    throw new RagstoneError('unknown_configuration', `gate "${text}": there is no configuration "${configuration}"`, {
      hint: suggest(configuration, configurations),
    })
  }
  return { coverage, configuration }
}

function readNumber(text: string, written: string, what: string): number {
  const match = /^(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([%％])?$/iu.exec(written)
  const value = Number(match?.[1])
  if (match === null || !Number.isFinite(value)) throw badGate(text, `${what} "${written}" is not a number`)
  return match[2] === undefined ? value : value / 100
}

function requireMetric(text: string, metric: string, metrics: readonly GateMetric[] | undefined): void {
  if (metrics === undefined) return
  const known = metrics.map((one) => (typeof one === 'string' ? one : one.metric))
  if (known.includes(metric)) return
  const near = nearest(metric, known)
  const hint = near === undefined ? `evaluated are: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`
  throw new RagstoneError('unknown_metric', `gate "${text}": ${metric} is not among the metrics`, { hint })
}

function requireReachable(
  text: string,
  metric: string,
  threshold: number,
  metrics: readonly GateMetric[] | undefined,
): void {
  const found = metrics?.find((one) => typeof one !== 'string' && one.metric === metric)
  if (found === undefined || typeof found === 'string' || found.range === undefined) return
  const [low, high] = found.range
  if ((low !== null && threshold < low) || (high !== null && threshold > high)) {
    throw badGate(text, `compares with ${threshold}, but ${metric} lies between ${low ?? '-∞'} and ${high ?? '∞'}`)
  }
}

function badGate(text: string, problem: string): RagstoneError {
  return new RagstoneError('bad_gate', `gate "${text}" ${problem}`, { hint: FORMS })
}
