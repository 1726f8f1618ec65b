import { z } from 'zod'
import { DIRECTIONS, RULE_JUDGE, type Score } from './score.ts'

/** A configuration with every inherited setting written out. */
export const resolvedConfigurationSchema = z.object({
  name: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** Where each setting came from: a file and line, or `default`. */
  origin: z.record(z.string(), z.string()),
  /** The chain of `extends`, nearest first. */
  extends: z.array(z.string()),
})
export type ResolvedConfiguration = z.infer<typeof resolvedConfigurationSchema>

/** A metric as a run used it; `options` are those that differ from the metric's defaults. */
export const runMetricSchema = z.object({
  metric: z.string(),
  metric_version: z.string(),
  /** Fingerprint of the judge (and embedding model) that scores it; `imported` for scores made elsewhere; absent = by rule. */
  judge: z.string().optional(),
  direction: z.enum(DIRECTIONS),
  stage: z.enum(['retrieval', 'generation', 'cost']),
  scale: z.enum(['binary', 'ratio', 'number']),
  /** Lowest and highest possible value; null where there is no limit. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]),
  unit: z.string().optional(),
  options: z.record(z.string(), z.unknown()),
  /** Where the scores came from, for scores that were made elsewhere and imported. */
  imported: z.object({ file: z.string(), from: z.string().optional(), at: z.string() }).optional(),
})
export type RunMetric = z.infer<typeof runMetricSchema>

/** Whether a score was made by a metric as its run has it; scores by another version or judge stay stored and are not shown. */
export function isScoreOf(
  metric: Pick<RunMetric, 'metric' | 'metric_version' | 'judge'>,
  score: Pick<Score, 'metric' | 'metric_version' | 'judge'>,
): boolean {
  const { judge = RULE_JUDGE } = metric
  return score.metric === metric.metric && score.metric_version === metric.metric_version && score.judge === judge
}

/** Whether a score was made by one of the metrics of a run, each as the run has it. */
export function isScoreOfAny(
  metrics: readonly RunMetric[],
): (score: Pick<Score, 'metric' | 'metric_version' | 'judge'>) => boolean {
  const known = new Map(metrics.map((metric) => [metric.metric, metric]))
  return (score) => {
    const metric = known.get(score.metric)
    return metric !== undefined && isScoreOf(metric, score)
  }
}

/**
 * One execution: configurations x test cases, collected and evaluated. Nothing secret is in it.
 * `format` is the version of this record's shape.
 */
export const runSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  format: z.literal(1),
  configurations: z.array(resolvedConfigurationSchema),
  /** How the system was reached, as data, without keys. */
  system: z.record(z.string(), z.unknown()),
  repeats: z.number().int().positive(),
  test_set: z.string(),
  test_set_hash: z.string(),
  /** How many test cases; null while a stream of them is still being read. */
  test_cases: z.number().int().nullable(),
  /** Test cases that are no longer in the test set: what is stored of them stays, and no report shows it. */
  left_out: z.array(z.string()).optional(),
  /** What the run was restricted to. */
  selection: z.object({ only: z.array(z.string()).optional(), limit: z.number().int().positive().optional() }),
  metrics: z.array(runMetricSchema),
  judge: z.string(),
  /** Versions of what took part: ragstone, node, and the files of the system by hash. */
  versions: z.record(z.string(), z.string()),
  /** Where every resolved value of the configuration file came from. */
  origins: z.record(z.string(), z.string()),
  gates: z.array(z.string()),
  /** Name of the configuration file without its folder; absent for runs of a file of answers and of older versions. */
  config_file: z.string().optional(),
  note: z.string().optional(),
  git: z.object({ commit: z.string(), dirty: z.boolean() }).optional(),
})
export type Run = z.infer<typeof runSchema>
