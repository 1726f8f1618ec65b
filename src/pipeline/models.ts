import { RULE_JUDGE } from '../core/score.ts'
import type { EmbeddingModel, JudgeModel } from '../judge/judge-model.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'

/** The models that the metrics of a run ask. */
export interface Models {
  judge?: JudgeModel
  embedder?: EmbeddingModel
}

/** What scores a metric, as its scores are stored: the fingerprints of the models that it uses, or `rule`. */
export function scoredBy({ definition }: ConfiguredMetric, { judge, embedder }: Models): string {
  const prints = [
    ...(definition.uses.includes('judge') ? [judge?.fingerprint ?? 'none'] : []),
    ...(definition.uses.includes('embeddings') ? [embedder?.fingerprint ?? 'none'] : []),
  ]
  return prints.length === 0 ? RULE_JUDGE : prints.join(' + ')
}
