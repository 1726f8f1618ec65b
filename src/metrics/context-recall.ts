import { na, type Outcome, scored } from '../core/score.ts'
import type { Item, Judge, Verdicts } from '../judge/judge.ts'
import { isBlank } from '../text/normalize.ts'
import { defineMetric, type RuleRecorder } from './metric.ts'
import type { Prompts } from './prompts/prompts.ts'
import { tooLong } from './rules/compare-texts.ts'
import { flagInstructions } from './rules/instruction-like.ts'
import { askVerdicts } from './steps/ask-verdicts.ts'
import { attributionQuestion } from './steps/attribution.ts'
import { claimsOf } from './steps/claims.ts'
import { entailment } from './steps/entailment.ts'
import { foldRatio } from './steps/fold.ts'
import { promptsFor } from './steps/language.ts'
import { passagesOf, tooMuchToJudge } from './steps/passages.ts'
import { sentenceClaims } from './steps/sentence-claims.ts'
import { carryingPassages } from './steps/shared-words.ts'

/**
 * Whether retrieval brought what the reference answer says: the share of the reference's claims that can be attributed to a
 * retrieved text, from 0 to 1, with the number of the text that carries each claim.
 *
 * Asked in batches, one question attributes all claims to text numbers. Asked one by one, or of a verifier, each claim is
 * checked against all texts, and the text that carries a supported claim is the one that shares most words with it (the rule
 * `carried_by_shared_words` says so).
 *
 *   verdict form      attributed / reference claims (2 of 3 = 0.667)
 *   probability form  mean probability of `supported` over the reference claims; k of n counts those of at least .5
 *
 * The claims of a reference are asked once for all configurations. Nothing retrieved is 0 (rule `no_context`). NA
 * `not_applicable` on an unanswerable case, `missing_field` for a blank reference, `no_claims` when the reference claims
 * nothing; the judge's reason when verdicts are not all there, with bounds. Source: RAGAS 0.4.3 context recall.
 */
export const contextRecall = defineMetric({
  name: 'context_recall',
  version: 1,
  stage: 'retrieval',
  summary: "Share of the reference's claims that the retrieved texts carry.",
  asks: {
    calls:
      'claims of the reference (1 for all configurations, or none by sentences); all claims attributed to texts (1, or one a claim)',
    value: 'attributed / reference claims | mean probability of `supported`',
    edges: 'nothing retrieved 0; reference without claims NA; unanswerable case NA',
  },
  uses: ['judge'],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['retrieved_contexts', 'reference'],
  answerableOnly: true,
  naiveCalls: () => 1,
  async score({ user_input, reference, retrieved_contexts: chunks }, context): Promise<Outcome> {
    const { judge } = context
    const long = tooLong(reference) ?? tooMuchToJudge(user_input, reference, chunks)
    if (long !== undefined) return long
    if (isBlank(reference)) return na('missing_field', 'reference is blank')
    const passages = passagesOf(chunks)
    if (passages.length === 0) {
      const n = sentenceClaims(reference, { user_input }).length
      if (n === 0) return na('no_claims', 'the reference makes no claim')
      context.rule('no_context')
      return scored(0, { k: 0, n })
    }
    flagInstructions(passages, context)
    const prompts = promptsFor(judge, [user_input, reference])
    const found = await claimsOf({ of: 'reference', text: reference, user_input, prompts }, context)
    if ('na' in found) return found.na
    const { claims } = found
    const material = { user_input, claims, passages, prompts }
    if (judge.verifier === undefined && judge.asking === 'batched') {
      const verdicts = await attributed(material, context)
      return foldRatio(verdicts, claims, { good: 'attributed', items: 'reference claims' }, context)
    }
    const verdicts = await supported(material, context)
    return foldRatio(verdicts, claims, { good: 'supported', items: 'reference claims' }, context)
  },
})

interface Material {
  user_input: string
  claims: readonly Item[]
  passages: readonly Item[]
  prompts: Prompts
}

/** Attribution by text number. A number that no text has names none: the rule `unknown_chunks` says so. */
async function attributed(material: Material, { judge, rule }: { judge: Judge } & RuleRecorder) {
  const { passages, prompts } = material
  const answer = await askVerdicts(attributionQuestion(material, material), { judge, prompts, rule })
  const numbers = new Set(passages.map(({ id }) => Number(id)))
  const claims = (answer.ok ? answer.verdicts : answer.known)
    .filter(({ fields }) => typeof fields?.chunk === 'number' && !numbers.has(fields.chunk))
    .map(({ id }) => id)
  if (claims.length > 0) rule('unknown_chunks', { claims })
  return answer
}

/** Support by the texts together, with the text that shares most words with each supported claim. */
async function supported(
  { claims, passages, prompts }: Material,
  { judge, rule }: { judge: Judge } & RuleRecorder,
): Promise<Verdicts<'supported' | 'contradicted' | 'not_mentioned'>> {
  const answer = await entailment({ step: 'reference_claim_support', claims, passages, prompts }, { judge, rule })
  const carried = carryingPassages(claims, passages)
  const verdicts = answer.ok ? answer.verdicts : answer.known
  rule('carried_by_shared_words', {
    chunks: Object.fromEntries(
      verdicts.filter(({ verdict }) => verdict === 'supported').map(({ id }) => [id, carried.get(id) ?? null]),
    ),
  })
  return answer
}
