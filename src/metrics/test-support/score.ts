import type { Sample } from '../../core/sample.ts'
import type { Outcome, Step } from '../../core/score.ts'
import { configureMetrics, type MetricRequest } from '../configure.ts'
import { type ScoreContext, scoreSample } from '../score.ts'

/** An answerable sample with the given fields. */
export function sampleOf(fields: Partial<Sample> = {}): Sample {
  return {
    configuration: 'base',
    test_case_id: 'q1',
    repeat: 1,
    user_input: 'When does the ferry leave?',
    answerable: true,
    tags: {},
    ...fields,
  }
}

/** The outcome and steps of one metric, written as in a configuration, on one sample. */
export function score(
  metric: MetricRequest,
  fields: Partial<Sample>,
  context: Partial<ScoreContext> = {},
): { outcome: Outcome; steps: Step[] } {
  const [configured] = configureMetrics([metric])
  if (configured === undefined) throw new Error('no metric was given')
  const scored = scoreSample(configured, sampleOf(fields), { refusalPhrases: [], ...context })
  if (scored instanceof Promise) throw new Error('the metric answered with a promise')
  return scored
}

/** The value of a score, or `NA:reason`. */
export function outcomeOf(
  metric: MetricRequest,
  fields: Partial<Sample>,
  context: Partial<ScoreContext> = {},
): number | string {
  const { outcome } = score(metric, fields, context)
  return outcome.status === 'scored' ? outcome.value : `NA:${outcome.reason}`
}

/** The outcome and steps of a metric that waits for a model. */
export async function judged(
  metric: MetricRequest,
  fields: Partial<Sample>,
  context: Partial<ScoreContext>,
): Promise<{ outcome: Outcome; steps: Step[] }> {
  const [configured] = configureMetrics([metric])
  if (configured === undefined) throw new Error('no metric was given')
  return scoreSample(configured, sampleOf(fields), { refusalPhrases: [], ...context })
}

/** The texts as retrieved chunks. */
export function chunksOf(...texts: string[]): { text: string }[] {
  return texts.map((text) => ({ text }))
}

/** The recorded detail of a rule; undefined when it did not fire. */
export function ruleOf(steps: readonly Step[], name: string): Step | undefined {
  return steps.find(({ kind, step }) => kind === 'rule' && step === name)
}

/** An embedding model that knows some texts; others get the vector of `other`. */
export function embedderOf(
  vectors: Readonly<Record<string, readonly number[]>>,
  other: readonly number[] = [1, 0],
): NonNullable<ScoreContext['embedder']> & { batches: string[][] } {
  const batches: string[][] = []
  return {
    fingerprint: 'vectors',
    batches,
    recording: () => ({
      fingerprint: 'vectors',
      async embed(texts) {
        batches.push([...texts])
        return { ok: true, value: texts.map((text) => [...(vectors[text] ?? other)]) }
      },
    }),
  }
}
