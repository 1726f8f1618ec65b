import { CORRECTNESS_METRIC } from '../analysis/trust/build-trust.ts'
import { calibrationSet } from '../analysis/trust/calibrated-rate.ts'
import type { CalibrationSet } from '../analysis/trust/trust-inputs.ts'
import { collectTruths } from '../analysis/trust/trust-labels.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Run, RunMetric } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { requireRun } from './resume-run.ts'
import { noGrades } from './trust-choices.ts'
import { openTrust, shownCases } from './trust-reading.ts'

/** What the judge said of graded answers of another run, by which rates are corrected; undefined when none is named. */
export async function readCalibration(
  store: Store,
  run: Run,
  { calibration, rateFrom = CORRECTNESS_METRIC }: { calibration?: string; rateFrom?: string },
): Promise<CalibrationSet | undefined> {
  if (calibration === undefined) return undefined
  const other = await requireRun(store, calibration)
  if (other.id === run.id) {
    throw new RagstoneError('bad_calibration', `run ${run.id} cannot calibrate itself`, {
      hint: 'name another graded run with the same judge; its own grades are used without --calibration',
    })
  }
  const own = metricOf(run, rateFrom)
  const theirs = metricOf(other, rateFrom)
  const cases = await shownCases(store, other)
  const reading = await openTrust(store, other, cases)
  if (reading === undefined) throw noGrades(other)
  for await (const row of store.scoreRows(other.id)) reading.addScore(row)
  const truths = collectTruths(reading.data, new Set(other.configurations.map(({ name }) => name)), undefined)
  const column = reading.data.columns.get(rateFrom)
  const rows = [...truths.right].flatMap(([place, right]) => {
    const value = column?.valueAt(place, column.forms()[0] ?? null) ?? Number.NaN
    return Number.isNaN(value) ? [] : [{ right, value }]
  })
  const beyond = rows.find(({ value }) => value < 0 || value > 1)
  if (beyond !== undefined) {
    throw new RagstoneError(
      'bad_calibration',
      `${rateFrom} scored ${beyond.value} in run ${other.id}: only scores between 0 and 1 can be read as right or wrong`,
      { hint: 'name another metric: --rate-from METRIC' },
    )
  }
  const sameJudge = own.judge === theirs.judge && own.metric_version === theirs.metric_version
  return calibrationSet(rows, { lowerIsBetter: own.direction === 'lower_is_better', sameJudge })
}

function metricOf({ id, metrics }: Run, name: string): RunMetric {
  const found = metrics.find(({ metric }) => metric === name)
  if (found !== undefined) return found
  throw new RagstoneError(
    'unknown_metric',
    `run ${id} has no scores of "${name}", from which the rate is to be corrected`,
    {
      hint: 'name a metric that both runs have: --rate-from METRIC',
    },
  )
}
