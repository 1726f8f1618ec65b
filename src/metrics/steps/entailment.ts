import type { Item, Judge, Verdicts } from '../../judge/judge.ts'
import type { RuleRecorder } from '../metric.ts'
import { ENTAILMENT_CLASSES, type EntailmentClass, type Prompts } from '../prompts/prompts.ts'
import { askVerdicts } from './ask-verdicts.ts'
import { verify } from './verifier.ts'

export interface EntailmentQuestion {
  step: string
  claims: readonly Item[]
  /** The texts that are to support the claims; ids are their numbers. */
  passages: readonly Item[]
  prompts: Prompts
}

/**
 * Whether the passages support each claim, contradict it or do not mention it. Asked of the verifier when there is one, which
 * tells only `supported` and `not_mentioned`, otherwise of the judge. Callers do not know who answered.
 */
export function entailment(
  { step, claims, passages, prompts }: EntailmentQuestion,
  { judge, rule }: { judge: Judge } & RuleRecorder,
): Promise<Verdicts<EntailmentClass>> {
  if (judge.verifier !== undefined) return verify({ claims, passages }, { verifier: judge.verifier, rule })
  const texts = passages.map(({ text }) => text)
  const [words, ...otherWords] = prompts.entailment.words
  const question = {
    step,
    classes: ENTAILMENT_CLASSES,
    items: claims,
    single: (claim: Item, list: Readonly<Record<EntailmentClass, string>>) =>
      prompts.entailment.single(texts, claim, list),
    words,
    otherWords,
    batched: (items: readonly Item[], form: { reasons: boolean }) => prompts.entailment.batched(texts, items, form),
    typical: 'supported',
  } as const
  return askVerdicts(question, { judge, prompts, rule })
}
