import type { Design } from '../analysis/attribute/design.ts'
import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { Run, RunMetric } from '../core/run.ts'
import { isFileRun } from './run-record.ts'
import { noGrades } from './trust-choices.ts'

/** There must be something that changed. */
export function requireDesign(run: Run, { names, factors }: Design): void {
  const [only] = names
  if (names.length < 2) {
    throw new RagstoneError(
      'one_configuration',
      `run ${run.id} has ${only === undefined ? 'no configuration' : `one configuration, "${only}"`}: nothing was changed`,
      { hint: 'add one to configurations in ragstone.yaml that changes one setting, then ragstone run' },
    )
  }
  if (factors.length > 0) return
  const told = run.configurations.some(({ settings }) => Object.keys(settings).length > 0)
  throw new RagstoneError(
    'no_changes',
    told
      ? `all ${names.length} configurations of run ${run.id} have equal settings: nothing was changed`
      : `run ${run.id} tells no settings of its ${names.length} configurations`,
    {
      hint:
        !told && isFileRun(run)
          ? 'its answers came from a file; name the settings in another: ragstone attribute --configurations settings.yaml'
          : 'let configurations differ in a setting, such as top_k, in ragstone.yaml',
    },
  )
}

/** The place of the base that was named. */
export function requireBase({ names }: Design, base: string | undefined): number | undefined {
  if (base === undefined) return undefined
  const place = names.indexOf(base)
  if (place >= 0) return place
  throw new RagstoneError('unknown_configuration', `the run has no configuration "${base}"`, {
    hint: suggest(base, names),
  })
}

/** What answers are judged by; with `marks` the metric, if any, comes beside them. */
export function chosenOutcomes(
  run: Run,
  graded: boolean,
  { by, metric }: { by?: string; metric?: string },
): { marks: boolean; metrics: RunMetric[] } {
  const wantsMetric = by === 'both' || (by === undefined && (metric !== undefined || !graded))
  if ((by === 'marks' || by === 'both') && !graded) throw noGrades(run)
  if (by === 'marks') {
    if (metric === undefined) return { marks: true, metrics: [] }
    throw new RagstoneError('bad_flag', `by marks, and by the metric ${metric}`, {
      hint: 'for both: --by both --metric NAME',
    })
  }
  if (by === undefined && !wantsMetric) return { marks: true, metrics: [] }
  const named = by === undefined || by === 'both' ? metric : by
  if (metric !== undefined && named !== metric) {
    throw new RagstoneError('bad_flag', `by ${by}, and by the metric ${metric}`, { hint: 'leave out one of the two' })
  }
  return { marks: by === 'both', metrics: [named === undefined ? firstMetric(run) : requireMetric(run, named)] }
}

function requireMetric({ id, metrics }: Run, name: string): RunMetric {
  const found = metrics.find(({ metric }) => metric === name)
  if (found !== undefined) return found
  const known = metrics.map(({ metric }) => metric)
  throw new RagstoneError('unknown_metric', `run ${id} has no scores of a metric "${name}"`, {
    hint: known.length === 0 ? `score it: ragstone evaluate --run ${id} --metric ${name}` : suggest(name, known),
  })
}

function firstMetric({ id, metrics }: Run): RunMetric {
  const directed = metrics.filter(({ stage, direction }) => stage !== 'cost' && direction !== 'neutral')
  const found = directed.find(({ stage }) => stage === 'generation') ?? directed[0]
  if (found !== undefined) return found
  throw new RagstoneError('no_scores', `run ${id} has no grades and no scores that could be attributed`, {
    hint: `grade its answers: ragstone grade ${id}; or score them: ragstone evaluate --run ${id} --metric k_precision`,
  })
}
