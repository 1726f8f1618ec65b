import type { RunMetric } from '../core/run.ts'
import { builtInMetrics } from '../metrics/registry.ts'

/** What other tools call metrics that compare with the reference answer; matched without case and punctuation. */
const KNOWN_ELSEWHERE = [
  'rouge',
  'bleu',
  'chrf',
  'meteor',
  'bertscore',
  'exactmatch',
  'answercorrectness',
  'answersimilarity',
  'answeraccuracy',
  'semanticsimilarity',
  'answersemanticsimilarity',
  'factualcorrectness',
  'contextrecall',
  'contextualrecall',
  'tokenf1',
  'tokenrecall',
]

/**
 * Whether a metric reads the reference answer, so that a response that is the reference itself tells nothing of it. Metrics of
 * Ragstone say so themselves; scores made elsewhere and metrics of the user's own go by their name, after a prefix
 * (`ragas.answer_correctness`).
 */
export function readsReference({ metric, imported }: RunMetric): boolean {
  const name = metric.split('@')[0] ?? metric
  const own = imported === undefined && Object.hasOwn(builtInMetrics, name) ? builtInMetrics[name] : undefined
  if (own !== undefined) {
    const fields = [...own.needs, ...(own.needsAny ?? []).flat(), ...(own.reads ?? [])]
    return fields.includes('reference')
  }
  const last = name.split(/[./:]/).at(-1) ?? name
  const plain = last.toLowerCase().replace(/[^a-z0-9]/g, '')
  return KNOWN_ELSEWHERE.some((known) => plain.includes(known))
}

/** Whether two texts are equal but for white space. */
export function equalText(a: string, b: string): boolean {
  return a === b || collapsed(a) === collapsed(b)
}

function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
