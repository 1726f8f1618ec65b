import { z } from 'zod'
import { contradicts } from '../../judge/contradiction.ts'
import type { Judge, Verdict, VerdictQuestion, Verdicts } from '../../judge/judge.ts'
import type { RuleRecorder } from '../metric.ts'
import type { Prompts } from '../prompts/prompts.ts'

const explanation = z.object({ reason: z.string() })

/** What a closed question is asked with. */
export type Asking = { judge: Judge; prompts: Pick<Prompts, 'explain'> } & RuleRecorder

/**
 * Asks for verdicts, and where every verdict is to be explained asks once more for the reason of each that has none (the rule
 * `explanations` has them by id). A reason asked for afterwards never changes the verdict; one that speaks against it is
 * flagged. The verdicts are asked for at once, before anything is waited for.
 */
export async function askVerdicts<C extends string>(
  question: VerdictQuestion<C>,
  { judge, prompts, rule }: Asking,
): Promise<Verdicts<C>> {
  const answer = await judge.verdicts(question)
  if (!judge.explain || !answer.ok) return answer
  const items = new Map(question.items.map((item) => [item.id, item]))
  const verdicts = await Promise.all(
    answer.verdicts.map(async (verdict): Promise<Verdict<C>> => {
      const item = items.get(verdict.id)
      if (item === undefined || verdict.reason !== undefined) return verdict
      const words = wordsInUse(question, verdict)
      const reply = await judge.ask({
        step: `${question.step}_reason`,
        prompt: prompts.explain(question.single(item, words), words[verdict.verdict]),
        schema: explanation,
        typical: { reason: 'The text says so in these words.' },
      })
      if (!reply.ok) return verdict
      const { reason } = reply.value
      return { ...verdict, reason, ...(contradicts(reason, verdict.verdict) ? { contradiction: true } : {}) }
    }),
  )
  const against = verdicts.filter(({ contradiction }) => contradiction === true).map(({ id }) => id)
  rule('explanations', {
    reasons: Object.fromEntries(verdicts.map(({ id, reason }) => [id, reason ?? null])),
    ...(against.length === 0 ? {} : { contradictions: against }),
  })
  return { ...answer, verdicts }
}

/** The word list that the verdict was answered from. */
function wordsInUse<C extends string>(
  { words, otherWords = [] }: VerdictQuestion<C>,
  { verdict, word }: Verdict<C>,
): Readonly<Record<C, string>> {
  return (word === undefined ? undefined : otherWords.find((list) => list[verdict] === word)) ?? words
}
