import { answerRelevancy } from './answer-relevancy.ts'
import { bleu } from './bleu.ts'
import { bpref } from './bpref.ts'
import { chrf } from './chrf.ts'
import { citationPresence } from './citation-presence.ts'
import { contextPrecision } from './context-precision.ts'
import { contextRecall } from './context-recall.ts'
import { correct } from './correct.ts'
import { cost } from './cost.ts'
import { exactMatch } from './exact-match.ts'
import { faithfulness } from './faithfulness.ts'
import { hitRate } from './hit-rate.ts'
import { idContextPrecision } from './id-context-precision.ts'
import { idContextRecall } from './id-context-recall.ts'
import { kPrecision } from './k-precision.ts'
import { latency } from './latency.ts'
import { map } from './map.ts'
import type { AnyMetric } from './metric.ts'
import { mrr } from './mrr.ts'
import { ndcg } from './ndcg.ts'
import { precision } from './precision.ts'
import { quotedSpansMetric } from './quoted-spans.ts'
import { recall } from './recall.ts'
import { refusal } from './refusal.ts'
import { rouge1 } from './rouge-1.ts'
import { rougeL } from './rouge-l.ts'
import { stringPresence } from './string-presence.ts'
import { stringSimilarity } from './string-similarity.ts'
import { textContextPrecision } from './text-context-precision.ts'
import { textContextRecall } from './text-context-recall.ts'
import { tokenF1 } from './token-f1.ts'
import { tokenRecall } from './token-recall.ts'
import { tokenCount } from './tokens.ts'

const all: readonly AnyMetric[] = [
  hitRate,
  recall,
  precision,
  ndcg,
  mrr,
  map,
  bpref,
  idContextPrecision,
  idContextRecall,
  textContextPrecision,
  textContextRecall,
  kPrecision,
  tokenRecall,
  tokenF1,
  exactMatch,
  stringPresence,
  stringSimilarity,
  bleu,
  rougeL,
  rouge1,
  chrf,
  refusal,
  citationPresence,
  quotedSpansMetric,
  faithfulness,
  answerRelevancy,
  contextPrecision,
  contextRecall,
  correct,
  latency,
  tokenCount,
  cost,
]

/** Every metric that comes with Ragstone, by name, in the order of the documentation. */
export const builtInMetrics: Readonly<Record<string, AnyMetric>> = Object.freeze(
  Object.fromEntries(all.map((metric) => [metric.name, metric])),
)

/** Whether a definition is one of Ragstone's own. */
export function isBuiltIn(metric: AnyMetric): boolean {
  return Object.hasOwn(builtInMetrics, metric.name) && builtInMetrics[metric.name] === metric
}
