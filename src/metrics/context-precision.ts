import { z } from 'zod'
import { type Chunk, rankOf } from '../core/chunk.ts'
import { na, type Outcome, scored } from '../core/score.ts'
import type { Item, Verdict, Verdicts } from '../judge/judge.ts'
import { formatRate } from '../text/format-number.ts'
import { isBlank } from '../text/normalize.ts'
import { defineMetric, type RuleRecorder } from './metric.ts'
import type { RelevanceClass } from './prompts/prompts.ts'
import { tooLong } from './rules/compare-texts.ts'
import { flagInstructions } from './rules/instruction-like.ts'
import { askVerdicts } from './steps/ask-verdicts.ts'
import { averagePrecision, averagePrecisionBounds } from './steps/average-precision.ts'
import { counts, goodness, notAll, tallyOf } from './steps/fold.ts'
import { promptsFor } from './steps/language.ts'
import { passagesOf, tooMuchToJudge } from './steps/passages.ts'
import { relevanceQuestion } from './steps/relevance.ts'

const GOOD = 'useful'

/**
 * How well the useful retrieved texts are ranked: average precision, from 0 to 1. The judge tells for each text whether it
 * is useful for the reference answer; v_k is 1 or 0 for the text at rank k, p_k its probability of being useful.
 *
 *   verdict form      sum_k P@k v_k / sum_k v_k,  P@k = (v_1 + ... + v_k) / k
 *   probability form  the same with p_k in place of v_k
 *
 * Exact, nothing is added to the divisor: [1,0] 1, [0,1] .5, [1,0,1] .8333; none useful 0. k of n is the plain precision
 * (texts of at least .5), shown in the step `arithmetic`. A blank or unusable text keeps its rank and is not useful, by rule.
 * The question holds nothing of the response: each text is paid once for all configurations. `chunks_per_call` puts several
 * texts into one batched call.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case, `missing_field` for a blank
 * reference; the judge's reason when verdicts are not all there, with the lowest and highest value that the missing ones
 * leave possible. Source: RAGAS 0.4.3 context precision, which adds 1e-10 to the divisor.
 */
export const contextPrecision = defineMetric({
  name: 'context_precision',
  version: 1,
  stage: 'retrieval',
  summary: 'Average precision of the retrieved texts that are useful for the reference answer.',
  asks: {
    calls: 'usefulness of each text (one a text for all configurations, or `chunks_per_call` texts a call)',
    value: 'average precision of the verdicts | of the probabilities; k of n is the plain precision',
    edges: 'nothing retrieved 0; none useful 0; unanswerable case NA',
  },
  uses: ['judge'],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['retrieved_contexts', 'reference'],
  answerableOnly: true,
  options: z.strictObject({ chunks_per_call: z.int().min(1).max(100).default(1) }),
  naiveCalls: ({ retrieved_contexts: chunks = [] }) => chunks.length,
  score({ user_input, reference, retrieved_contexts: chunks }, context): Outcome | Promise<Outcome> {
    const { judge, options } = context
    const long = tooLong(reference) ?? tooMuchToJudge(user_input, reference, chunks)
    if (long !== undefined) return long
    if (isBlank(reference)) return na('missing_field', 'reference is blank')
    const passages = passagesOf(chunks)
    if (passages.length === 0) {
      context.rule('no_context')
      return scored(0)
    }
    flagInstructions(passages, context)
    const prompts = promptsFor(judge, [user_input, reference])
    const about = { user_input, reference }
    // Nothing is waited for before the question: samples of one moment then fall into the same calls in plan and run.
    const question = relevanceQuestion(about, passages, { prompts, perCall: options.chunks_per_call })
    return askVerdicts(question, { judge, prompts, rule: context.rule }).then((answer) =>
      fold(answer, { ranks: lastRank(chunks), passages }, context),
    )
  },
})

function lastRank(chunks: readonly Chunk[]): number {
  return chunks.reduce((last, chunk, index) => Math.max(last, rankOf(chunk, index)), 0)
}

interface Ranked {
  /** How many places the list has. */
  ranks: number
  passages: readonly Item[]
}

function fold(answer: Verdicts<RelevanceClass>, ranked: Ranked, { rule }: RuleRecorder): Outcome {
  const n = ranked.ranks
  if (!answer.ok) {
    const known = byRank(answer.known, ranked, (verdict) => goodness(verdict, GOOD))
    return notAll(answer, averagePrecisionBounds(known))
  }
  const { grading, verdicts } = answer
  const useful = byRank(verdicts, ranked, (verdict) => (counts(verdict, GOOD, grading) ? 1 : 0)).map(Number)
  const k = useful.reduce((sum, one) => sum + one, 0)
  const byWords = averagePrecision(useful)
  const words = `${termsOf(useful)} = ${formatRate(byWords)}; precision ${k} of ${n} = ${formatRate(k / n)}`
  if (grading === 'verdict') {
    rule('arithmetic', { line: words, k, n, precision: k / n, ...tallyOf(verdicts) })
    return scored(byWords, { k, n, grading })
  }
  const probabilities = byRank(verdicts, ranked, (verdict) => goodness(verdict, GOOD)).map(Number)
  const value = averagePrecision(probabilities)
  const line = `average precision of the probabilities = ${formatRate(value)}; by words ${words}`
  rule('arithmetic', { line, k, n, precision: k / n, ...tallyOf(verdicts) })
  return scored(value, { k, n, grading, verdict_value: byWords })
}

/** A value for every place of the list: 0 where no text can be read, undefined where the verdict is missing. */
function byRank(
  verdicts: readonly Verdict<RelevanceClass>[],
  { ranks, passages }: Ranked,
  figureOf: (verdict: Verdict<RelevanceClass>) => number,
): (number | undefined)[] {
  const values = new Map(verdicts.map((verdict) => [verdict.id, figureOf(verdict)]))
  const readable = new Set(passages.map(({ id }) => id))
  return Array.from({ length: ranks }, (_, index) => {
    const id = String(index + 1)
    return readable.has(id) ? values.get(id) : 0
  })
}

/** `(1/1 + 2/3) / 2`, of a long list only the beginning. */
function termsOf(useful: readonly number[]): string {
  const ranks = useful.flatMap((one, index) => (one === 1 ? [index + 1] : []))
  if (ranks.length === 0) return 'none useful'
  const terms = ranks.slice(0, 10).map((rank, index) => `${index + 1}/${rank}`)
  return `(${terms.join(' + ')}${ranks.length > 10 ? ' + ...' : ''}) / ${ranks.length}`
}
