import { RULE_JUDGE } from '../core/score.ts'
import type { EmbeddingModel, JudgeModel, Spent } from '../judge/judge-model.ts'
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

/** What was asked of the models of a command since they were opened; a model that is not open is absent. */
export interface ModelsSpent {
  judge?: Spent
  embeddings?: Spent
}

/** Undefined when no model is open. */
export function spentBy({ judge, embedder }: Models): ModelsSpent | undefined {
  if (judge === undefined && embedder === undefined) return undefined
  return {
    ...(judge === undefined ? {} : { judge: judge.spent() }),
    ...(embedder === undefined ? {} : { embeddings: embedder.spent() }),
  }
}

/** Requests and money of several models together; the money is null where a price is unknown. */
export function spentInAll(spent: ModelsSpent): { calls: number; cost_usd: number | null } {
  const all = [spent.judge, spent.embeddings].filter((one) => one !== undefined)
  return all.reduce<{ calls: number; cost_usd: number | null }>(
    (sum, { calls, cost_usd }) => ({
      calls: sum.calls + calls,
      cost_usd: sum.cost_usd === null || cost_usd === null ? null : sum.cost_usd + cost_usd,
    }),
    { calls: 0, cost_usd: 0 },
  )
}
