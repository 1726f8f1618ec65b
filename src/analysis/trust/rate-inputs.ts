import type { RunMetric } from '../../core/run.ts'
import type { TrustData } from './trust-data.ts'
import type { CalibrationSet, RateInput } from './trust-inputs.ts'
import { gradablePlaces, samplingOf, skippedPlaces, type Truths } from './trust-labels.ts'

export interface RateOptions {
  /** The metric whose scores stand in for grades; null when there is none. */
  metric: RunMetric | null
  calibration: CalibrationSet | null
}

/** What the rate of each configuration is estimated from, in the order given. */
export function rateInputs(
  data: TrustData,
  truths: Truths,
  configurations: readonly string[],
  { metric, calibration }: RateOptions,
): RateInput[] {
  const { index, columns } = data
  const order = index.order()
  const places = gradablePlaces(data).sort(order)
  const split = new Set(truths.split)
  const skipped = skippedPlaces(data, truths)
  const column = metric === null ? undefined : columns.get(metric.metric)
  const grew = runGrew(data, truths)
  return configurations.flatMap((configuration) => {
    const own = places.filter((place) => index.keyOf(place).configuration === configuration)
    if (own.length === 0) return []
    const rows = own.flatMap((place) => {
      if (split.has(place)) return []
      const value = column?.valueAt(place, column.forms()[0] ?? null) ?? Number.NaN
      return [
        {
          test_case_id: index.keyOf(place).test_case_id,
          right: truths.right.get(place) ?? null,
          value: Number.isNaN(value) ? null : value,
        },
      ]
    })
    return [
      {
        configuration,
        rows,
        metric: metric?.metric ?? null,
        lowerIsBetter: metric?.direction === 'lower_is_better',
        sampling: samplingOf(own, truths),
        skipped: own.filter((place) => skipped.has(place)).length,
        runGrew: grew,
        calibration,
      },
    ]
  })
}

/**
 * Whether a run has more answers than what one of these people's random order was drawn from. A draw that was restricted to some
 * configurations is compared with the answers of those; where it does not tell, of those that it touched.
 */
function runGrew(data: TrustData, { graders, grades }: Truths): boolean {
  return data.sessions.some((session) => {
    if (session.order !== 'random' || !graders.includes(session.grader)) return false
    const drawn = new Set(session.configurations ?? session.skipped.map(({ configuration }) => configuration))
    for (const [place, own] of session.configurations === undefined ? grades : []) {
      if (own.some(({ grader }) => grader === session.grader)) drawn.add(data.index.keyOf(place).configuration)
    }
    const now = gradablePlaces(data).filter((place) => drawn.has(data.index.keyOf(place).configuration)).length
    return now > session.pool
  })
}
