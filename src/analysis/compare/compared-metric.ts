import type { RunMetric } from '../../core/run.ts'
import { nonInferiority } from '../../stats/non-inferiority.ts'
import { wilcoxon } from '../../stats/wilcoxon.ts'
import type { Arm } from './arm.ts'
import type { ComparedMetric, Coverage } from './compare-report.ts'
import { type PairedOptions, type PairedResult, pairedFigures } from './paired-figures.ts'
import { createQuestionColumn, type QuestionColumn } from './question-column.ts'
import { worstCase } from './worst-case.ts'

/** What is compared: a metric of both runs, or the grades. */
export interface Measured {
  kind: 'grades' | 'metric'
  name: string
  of: Pick<RunMetric, 'direction' | 'scale' | 'range' | 'unit'>
}

/** The grades as something that can be compared like a metric. */
export const GRADES: Measured = {
  kind: 'grades',
  name: 'grades',
  of: { direction: 'higher_is_better', scale: 'binary', range: [0, 1] },
}

export function measuredMetric(metric: RunMetric): Measured {
  return { kind: 'metric', name: metric.metric, of: metric }
}

/** The column of an arm for what is measured; an empty one where it has none. */
export function measuredColumn(arm: Arm, { kind, name }: Measured): QuestionColumn {
  return kind === 'grades' ? arm.marks : (arm.scores.get(name) ?? createQuestionColumn())
}

export type MetricOptions = Omit<PairedOptions, 'direction'> & { margin?: number | undefined }

/** One metric on both sides, before Holm's correction. */
export function comparedMetric(a: Arm, b: Arm, measured: Measured, options: MetricOptions): ComparedMetric {
  const { direction, scale, range, unit } = measured.of
  const columns = { a: measuredColumn(a, measured), b: measuredColumn(b, measured) }
  const { figures, interval } = pairedFigures(columns.a, columns.b, { ...options, direction })
  const decided = new Set([...figures.won, ...figures.lost])
  return {
    kind: measured.kind,
    metric: measured.name,
    direction,
    scale,
    unit: unit ?? null,
    ...figures,
    p_holm: null,
    better: null,
    tied: commonIds(columns.a, columns.b, options).filter((id) => !decided.has(id)),
    wilcoxon_p: figures.p_method === 'mcnemar_exact' ? null : wilcoxonP(columns.a, columns.b, options),
    coverage: { a: coverageOf(columns.a, a), b: coverageOf(columns.b, b) },
    bounds: worstCase(columns.a, columns.b, range, options),
    non_inferiority: marginFinding(interval, measured, options.margin),
  }
}

function commonIds(a: QuestionColumn, b: QuestionColumn, { questions, idOf }: MetricOptions): string[] {
  return Array.from(questions)
    .filter((question) => !Number.isNaN(a.valueAt(question) + b.valueAt(question)))
    .map(idOf)
}

function wilcoxonP(a: QuestionColumn, b: QuestionColumn, { questions, clusters }: MetricOptions): number | null {
  if (clusters !== undefined) return null
  const differences = Array.from(questions, (question) => b.valueAt(question) - a.valueAt(question))
  const test = wilcoxon(differences.filter((difference) => !Number.isNaN(difference)))
  return test.w === null ? null : (test.pExact ?? test.pNormalCorrected)
}

function coverageOf({ scored, na }: QuestionColumn, { answers }: Arm): Coverage {
  return { scored, total: answers, na: { ...na } }
}

function marginFinding(
  interval: PairedResult['interval'],
  { of: { direction, range } }: Measured,
  margin: number | undefined,
): ComparedMetric['non_inferiority'] {
  if (margin === undefined || direction === 'neutral' || range.includes(null)) return null
  if (interval.low === null) {
    const same = interval.value === null ? null : direction === 'lower_is_better' ? -interval.value : interval.value
    // All differences are equal: there is no spread to allow for, and no interval to decide by.
    return { margin, verdict: same === 0 ? 'not_worse' : null }
  }
  const { value, low, high } = interval
  const turned = direction === 'lower_is_better' ? { value: -value, low: -high, high: -low } : { value, low, high }
  return { margin, verdict: nonInferiority(turned, margin).verdict }
}
