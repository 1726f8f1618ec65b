import type { ZodType } from 'zod'
import { hashOf } from '../core/hash.ts'
import type { AlwaysPresent, OptionalField, Sample } from '../core/sample.ts'
import { type Direction, type NaOutcome, na, type Outcome, type Step } from '../core/score.ts'
import type { Embedder, Judge } from '../judge/judge.ts'

/** A sample in which the fields named in `needs` are present and no other optional field can be read. */
export type SampleWith<Needs extends OptionalField> = Pick<Sample, AlwaysPresent> & {
  [Field in Needs]-?: NonNullable<Sample[Field]>
}

export type Resource = 'judge' | 'embeddings'

/** What a metric is handed beside the sample. */
export interface MetricContext<Uses extends Resource = Resource, Options = unknown> {
  /** Answers closed questions; present only for metrics that name it in `uses`. */
  judge: 'judge' extends Uses ? Judge : never
  embeddings: 'embeddings' extends Uses ? Embedder : never
  options: Options
  /** Phrases of the system's own refusals, from the configuration. */
  refusalPhrases: readonly string[]
  /** Records a rule that fired, with what it saw, as a step of the score. */
  rule(step: string, detail?: Record<string, unknown>): void
}

/** What the shared parts of metrics need of a context: a place to record rules. */
export type RuleRecorder = Pick<MetricContext, 'rule'>

/** Which half of a RAG system a metric looks at; reports keep them apart. */
export type Stage = 'retrieval' | 'generation' | 'cost'

/** A metric's questions in words. */
export interface MetricQuestions {
  /** What is asked, with the number of calls. */
  calls: string
  /** The verdict form and the probability form of the score, with a bar between them; one form alone has none. */
  value: string
  /** What is decided by rule or has no score. */
  edges: string
}

export interface MetricDefinition<
  Needs extends OptionalField = OptionalField,
  Uses extends Resource = Resource,
  Options = unknown,
> {
  /** As users write it, without `@k`. */
  name: string
  /** Raised whenever the same sample could score differently. */
  version: number
  stage: Stage
  /** One sentence for tables and help. */
  summary: string
  uses: readonly Uses[]
  direction: Direction
  /** Lowest and highest possible value; Infinity where there is no limit. */
  range: readonly [number, number]
  /** `binary` outcomes are 0 or 1 and get Wilson intervals. */
  scale: 'binary' | 'ratio' | 'number'
  /** Unit of a `number`, for example `ms`. */
  unit?: string
  /** Fields that must be present; a missing one is NA `missing_field` before anything is spent. */
  needs: readonly Needs[]
  /** Of each group at least one field must be present; they stay optional inside `score`. */
  needsAny?: readonly (readonly OptionalField[])[]
  /** Fields that are used when present; they never make the score NA and stay optional inside `score`. */
  reads?: readonly OptionalField[]
  /** The metric has no meaning where the documents hold no answer: NA `not_applicable` on an unanswerable case. */
  answerableOnly?: boolean
  /** The refusal phrases of the configuration can change the score, so they are part of its version. */
  readsRefusalPhrases?: boolean
  /** Whether the metric can be written `name@k`; `k` is then one of its options. */
  atK?: boolean
  /** Validates the options and fills in defaults; without it the metric takes none. */
  options?: ZodType<Options>
  /** What is asked of a model and how the score is made of it, for the documentation; metrics that ask nobody have none. */
  asks?: MetricQuestions
  /**
   * How many judge calls this metric costs a row the customary way, everything asked anew for every row; `plan` shows the
   * sum beside its own. Absent = none.
   */
  naiveCalls?: (sample: Sample) => number
  /** Scores responses that carry an `error` too (latency); otherwise they are NA `system_error`. */
  scoresErrors?: boolean
  score(sample: SampleWith<Needs>, context: MetricContext<Uses, Options>): Outcome | Promise<Outcome>
}

/** Any metric, whatever it needs. Its `score` is called through `scoreSample`, which hands over what the metric declared. */
export interface AnyMetric extends Omit<MetricDefinition, 'score'> {
  score(sample: never, context: never): Outcome | Promise<Outcome>
}

/**
 * Declares a metric. `needs` is both the check at run time and the type inside `score`: a listed field exists there, an
 * unlisted optional one is a compile error. Fields of `needsAny` and `reads` are readable as optional.
 */
export function defineMetric<
  const Needs extends OptionalField = never,
  const Any extends OptionalField = never,
  const Uses extends Resource = never,
  Options = Record<string, never>,
>(
  definition: Omit<MetricDefinition<Needs, Uses, Options>, 'score' | 'needsAny' | 'reads'> & {
    needsAny?: readonly (readonly Any[])[]
    reads?: readonly Any[]
    score(
      sample: SampleWith<Needs> & Partial<Pick<Sample, Any>>,
      context: MetricContext<Uses, Options>,
    ): Outcome | Promise<Outcome>
  },
): MetricDefinition<Needs, Uses, Options> {
  return definition as unknown as MetricDefinition<Needs, Uses, Options>
}

/** A metric with its options fixed, as a run uses it. */
export interface ConfiguredMetric {
  /** How reports call it, for example `hit_rate@3`. */
  name: string
  /** `version` (with that of the prompts), followed by a hash of options other than `k` when they differ from the defaults. */
  version: string
  definition: AnyMetric
  options: unknown
  /** Only the options that the user gave and that differ from the defaults. */
  given: Record<string, unknown>
}

/**
 * The version of a metric with these options: options are part of a score's identity, `k` already is part of its name.
 * The configuration's refusal phrases count as an option of the metrics that read them, and `prompts` is the version of the
 * prompts behind a metric that asks a judge with ours.
 */
export function versionWith(
  definition: AnyMetric,
  given: Record<string, unknown>,
  {
    refusalPhrases = [],
    prompts,
  }: { refusalPhrases?: readonly string[] | undefined; prompts?: string | undefined } = {},
): string {
  const { k: _k, ...rest } = given
  if (definition.readsRefusalPhrases === true && refusalPhrases.length > 0) {
    rest.refusal_phrases = [...refusalPhrases].sort()
  }
  const version = prompts === undefined ? String(definition.version) : `${definition.version}.${prompts}`
  return Object.keys(rest).length === 0 ? version : `${version}+${hashOf(rest).slice(0, 8)}`
}

/** NA when the sample lacks something that the metric needs, otherwise undefined. Asks nobody anything. */
export function missing(metric: AnyMetric, sample: Sample): NaOutcome | undefined {
  if (metric.answerableOnly === true && !sample.answerable) {
    return na('not_applicable', 'the case has no answer in the documents, so nothing can be relevant')
  }
  if (sample.error !== undefined && metric.scoresErrors !== true) {
    return na('system_error', `${sample.error.code}: ${sample.error.message}`)
  }
  for (const field of metric.needs) {
    if (sample[field] === undefined) return na('missing_field', `${field} is missing`)
  }
  for (const group of metric.needsAny ?? []) {
    if (group.every((field) => sample[field] === undefined)) {
      return na('missing_field', `${group.join(' or ')} is missing`)
    }
  }
  return undefined
}

/** The outcome and steps of one metric on one sample. Never throws for a sample's fault; a bug in a metric throws. */
export type Scored = { outcome: Outcome; steps: Step[] }
