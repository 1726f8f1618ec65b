export type { Chunk } from './core/chunk.ts'
export type { Sample } from './core/sample.ts'
export { type Direction, NA_REASONS, type NaReason, na, type Outcome, ratio, type Step, scored } from './core/score.ts'
export type { Answer, Embedder, Item, Judge, Question, Verdict, VerdictQuestion, Verdicts } from './judge/judge.ts'
export type { Block, Prompt } from './judge/prompt.ts'
export { type ConfigureOptions, configureMetrics, type MetricRequest } from './metrics/configure.ts'
export {
  type AnyMetric,
  type ConfiguredMetric,
  defineMetric,
  type MetricContext,
  type MetricDefinition,
  type Resource,
  type SampleWith,
  type Scored,
  type Stage,
} from './metrics/metric.ts'
export { builtInMetrics } from './metrics/registry.ts'
export { type ScoreContext, scoreSample } from './metrics/score.ts'
