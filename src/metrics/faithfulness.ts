import { na, type Outcome, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { tooLong } from './rules/compare-texts.ts'
import { flagInstructions } from './rules/instruction-like.ts'
import { responseState } from './rules/response-state.ts'
import { claimsOf } from './steps/claims.ts'
import { entailment } from './steps/entailment.ts'
import { foldRatio } from './steps/fold.ts'
import { promptsFor } from './steps/language.ts'
import { passagesOf, tooMuchToJudge } from './steps/passages.ts'
import { sentenceClaims } from './steps/sentence-claims.ts'

/**
 * Whether the response keeps to what was retrieved: the share of its claims that the retrieved texts support, from 0 to 1.
 * The judge (or the verifier) tells for every claim `supported`, `contradicted` or `not_mentioned`; the last two count the
 * same and are shown apart.
 *
 *   verdict form      supported / all claims (4 of 5 = 0.8)
 *   probability form  mean probability of `supported` over the claims; k of n counts those of at least .5
 *
 * Nothing retrieved and the response makes claims: 0 (rule `no_context`), nobody is asked. NA `refusal` when the response
 * declines, `blank_response`, `no_claims` when it claims nothing; the judge's reason when verdicts are not all there, with
 * the bounds that the others leave. Source: RAGAS 0.4.3 faithfulness, which counts verdicts that came back as all.
 */
export const faithfulness = defineMetric({
  name: 'faithfulness',
  version: 1,
  stage: 'generation',
  summary: "Share of the response's claims that the retrieved texts support.",
  asks: {
    calls: 'claims of the response (1, or none by sentences); all claims against the texts (1, or one a claim)',
    value: 'supported / claims | mean probability of `supported`',
    edges: 'nothing retrieved 0; refusal, no claims, blank response NA',
  },
  uses: ['judge'],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response', 'retrieved_contexts'],
  readsRefusalPhrases: true,
  naiveCalls: () => 2,
  async score({ user_input, response, retrieved_contexts: chunks }, context): Promise<Outcome> {
    const { judge, refusalPhrases: phrases } = context
    const long = tooLong(response) ?? tooMuchToJudge(user_input, response, chunks)
    if (long !== undefined) return long
    const state = responseState(response, context)
    if (state === 'blank') return na('blank_response', 'the response is blank')
    if (state === 'declined') return na('refusal', 'the response declines to answer')
    if (state === 'neither') return na('no_claims', 'the response makes no claim')
    const passages = passagesOf(chunks)
    if (passages.length === 0) {
      const n = sentenceClaims(response, { user_input, phrases }).length
      if (n === 0) return na('no_claims', 'the response makes no claim')
      context.rule('no_context')
      return scored(0, { k: 0, n })
    }
    flagInstructions(passages, context)
    const prompts = promptsFor(judge, [user_input, response])
    const found = await claimsOf({ of: 'response', text: response, user_input, prompts, phrases }, context)
    if ('na' in found) return found.na
    const { claims } = found
    const verdicts = await entailment({ step: 'claim_support', claims, passages, prompts }, context)
    return foldRatio(verdicts, claims, { good: 'supported', items: 'claims' }, context)
  },
})
