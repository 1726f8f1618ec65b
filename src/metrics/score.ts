import { messageOf, RagstoneError } from '../core/errors.ts'
import type { Sample } from '../core/sample.ts'
import { na, type Outcome, outcomeSchema, type Step } from '../core/score.ts'
import type { Embedder, Judge } from '../judge/judge.ts'
import type { EmbeddingModel, JudgeModel } from '../judge/judge-model.ts'
import { type AnyMetric, type ConfiguredMetric, type MetricContext, missing, type Scored } from './metric.ts'
import { isBuiltIn } from './registry.ts'

export interface ScoreContext {
  /** Phrases of the system's own refusals, from the configuration. */
  refusalPhrases: readonly string[]
  judge?: Pick<JudgeModel, 'fingerprint' | 'recording'>
  embedder?: Pick<EmbeddingModel, 'fingerprint' | 'recording'>
}

/**
 * Scores one sample with one metric: the outcome and the steps that made it. Returns at once when the metric does, and a
 * promise only when the metric waits for something.
 *
 * What the metric needs is checked first, so a missing field is NA before anything is spent. A fault of a user's own
 * metric costs that score only: when it throws or returns no outcome the score is NA `provider_error` (the one who
 * provides the judgement failed), when its value is not a number within its range NA `out_of_scale`. The same in a
 * built-in metric is a bug of Ragstone and throws.
 */
export function scoreSample(metric: ConfiguredMetric, sample: Sample, context: ScoreContext): Scored | Promise<Scored> {
  const { definition } = metric
  const steps: Step[] = []
  const lacking = missing(definition, sample) ?? missingResource(definition, context)
  if (lacking !== undefined) return { outcome: lacking, steps }
  let result: Outcome | Promise<Outcome>
  try {
    result = definition.score(sample as never, contextOf(metric, context, steps) as never)
  } catch (error) {
    return { outcome: thrown(definition, error), steps }
  }
  if (!isPromise(result)) return settle(definition, result, steps)
  return result.then(
    (outcome) => settle(definition, outcome, steps),
    (error: unknown) => ({ outcome: thrown(definition, error), steps }),
  )
}

function missingResource(definition: AnyMetric, { judge, embedder }: ScoreContext): Outcome | undefined {
  if (definition.uses.length === 0) return undefined
  if (definition.uses.includes('judge') && judge === undefined) {
    throw new RagstoneError('no_judge', `the metric ${definition.name} needs a judge and none is given`, {
      hint: 'name one under `judge`, or remove the metric',
    })
  }
  if (!definition.uses.includes('embeddings') || embedder !== undefined) return undefined
  return na('embeddings_missing', `the metric ${definition.name} needs an embedding model and none is configured`)
}

function contextOf(metric: ConfiguredMetric, context: ScoreContext, steps: Step[]): MetricContext {
  const record = (step: Step) => steps.push(step)
  const { uses } = metric.definition
  return {
    judge: (uses.includes('judge') ? context.judge?.recording(record) : undefined) as Judge,
    embeddings: (uses.includes('embeddings') ? context.embedder?.recording(record) : undefined) as Embedder,
    options: metric.options,
    refusalPhrases: context.refusalPhrases,
    rule(step, detail) {
      const recorded: Step = { kind: 'rule', step, ...detail }
      if (recorded.kind !== 'rule') recorded.kind = 'rule'
      if (recorded.step !== step) recorded.step = step
      steps.push(recorded)
    },
  }
}

function isPromise(result: Outcome | Promise<Outcome>): result is Promise<Outcome> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function'
}

function thrown(definition: AnyMetric, error: unknown): Outcome {
  if (isBuiltIn(definition)) throw error
  return na('provider_error', `metric threw: ${messageOf(error)}`)
}

function settle(definition: AnyMetric, result: Outcome, steps: Step[]): Scored {
  const outcome = checked(definition, result, steps)
  return { outcome, steps: outcome === result || canBeStored(steps) ? steps : [] }
}

/** The outcome if it keeps the metric's word. */
function checked(definition: AnyMetric, outcome: Outcome, steps: readonly Step[]): Outcome {
  if (isBuiltIn(definition)) {
    if (outcome.status === 'na' || isInRange(definition, outcome.value)) return outcome
    throw new RangeError(outOfRange(definition, outcome.value))
  }
  const value = (outcome as { value?: unknown } | undefined)?.value
  if (outcome?.status === 'scored' && typeof value === 'number' && !isInRange(definition, value)) {
    return na('out_of_scale', outOfRange(definition, value))
  }
  if (!outcomeSchema.safeParse(outcome).success) {
    return na('provider_error', 'metric returned no outcome; use scored(), ratio() or na() of ragstone/metrics')
  }
  return canBeStored(steps) ? outcome : na('provider_error', 'metric recorded a rule whose detail is not plain data')
}

function isInRange({ range: [low, high] }: AnyMetric, value: number): boolean {
  return value >= low && value <= high && Number.isFinite(value)
}

function outOfRange({ name, range: [low, high] }: AnyMetric, value: number): string {
  return `${name} gave ${value}, outside its range of ${low} to ${high}`
}

function canBeStored(steps: readonly Step[]): boolean {
  try {
    return JSON.stringify(steps) !== undefined
  } catch {
    return false
  }
}
