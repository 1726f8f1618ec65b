import { z } from 'zod'
import { type NaOutcome, na } from '../../core/score.ts'
import type { Item, Judge } from '../../judge/judge.ts'
import { isBlank } from '../../text/normalize.ts'
import type { RuleRecorder } from '../metric.ts'
import type { Prompts } from '../prompts/prompts.ts'
import { sentenceClaims } from './sentence-claims.ts'

export interface ClaimsQuestion {
  /** Whose claims: named in the steps. */
  of: 'response' | 'reference'
  text: string
  user_input: string
  prompts: Prompts
  /** Phrases of the system's own refusals. */
  phrases?: readonly string[]
}

const claimsReply = z.object({ claims: z.array(z.string()) })

/**
 * The claims of a text, each with its number as id: its sentences, by rule, or what the judge makes of it, as
 * `judge.claims` says. The question about a reference holds nothing of the response, so it is the same for all
 * configurations. NA `no_claims` when the text claims nothing; the judge's reason when it gave no claims that can be read.
 */
export async function claimsOf(
  question: ClaimsQuestion,
  { judge, rule }: { judge: Judge } & RuleRecorder,
): Promise<{ claims: Item[] } | { na: NaOutcome }> {
  const { of, text, user_input, prompts, phrases = [] } = question
  const sentences = sentenceClaims(text, { user_input, phrases })
  let texts = sentences
  if (judge.claims === 'judge') {
    const answer = await judge.ask({
      step: `${of}_claims`,
      prompt: prompts.claims({ user_input }, text),
      schema: claimsReply,
      typical: { claims: sentences.length > 0 ? sentences : [text] },
    })
    if (!answer.ok) return { na: na(answer.reason, answer.detail) }
    texts = [...new Set(answer.value.claims.filter((claim) => !isBlank(claim)))]
  }
  const claims = texts.map((claim, index) => ({ id: String(index + 1), text: claim }))
  rule(`${of}_claims`, { by: judge.claims, claims })
  return claims.length === 0 ? { na: na('no_claims', `the ${of} makes no claim`) } : { claims }
}
