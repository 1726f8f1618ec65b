import { na, type Outcome, scored } from '../core/score.ts'
import type { VerdictQuestion } from '../judge/judge.ts'
import { isBlank, sameText } from '../text/normalize.ts'
import { refusalState } from '../text/refusal.ts'
import { defineMetric } from './metric.ts'
import { CORRECT_CLASSES, type CorrectClass, type Prompts } from './prompts/prompts.ts'
import { tooLong } from './rules/compare-texts.ts'
import { responseState } from './rules/response-state.ts'
import { askVerdicts } from './steps/ask-verdicts.ts'
import { counts, foldRatio } from './steps/fold.ts'
import { promptsFor } from './steps/language.ts'
import { tooMuchToJudge } from './steps/passages.ts'

/**
 * Whether the response says the same in substance as the reference and adds no rule of its own: one closed question, 1 or 0;
 * in the probability form the probability of `correct`. `label` is `correct` or `incorrect` (at .5).
 *
 * By rule, nobody is asked: 1 for a response that equals the reference (`identical_texts`), 0 for a blank response
 * (`blank_response`); a response that declines is right on an unanswerable case and wrong on an answerable one whose
 * reference answers (rule `refusal`). NA `missing_field` without a reference; the judge's reason when it gives no verdict.
 */
export const correct = defineMetric({
  name: 'correct',
  version: 1,
  stage: 'generation',
  summary: 'Whether the response says the same in substance as the reference.',
  asks: {
    calls: 'one verdict (1)',
    value: '1 or 0 | probability of `correct`',
    edges:
      'equal to the reference 1; blank response 0; refusal right on an unanswerable case, wrong on an answerable one',
  },
  uses: ['judge'],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['response', 'reference'],
  readsRefusalPhrases: true,
  naiveCalls: () => 1,
  score({ user_input, response, reference, answerable }, context): Outcome | Promise<Outcome> {
    const { judge, rule } = context
    const long = tooLong(response, reference) ?? tooMuchToJudge(user_input, response, reference)
    if (long !== undefined) return long
    if (isBlank(reference)) return na('missing_field', 'reference is blank')
    if (sameText(response, reference)) {
      rule('identical_texts')
      return byRule(true)
    }
    const state = responseState(response, context)
    if (state === 'blank') {
      rule('blank_response')
      return byRule(false)
    }
    if (state === 'declined' && !(answerable && declines(reference, context.refusalPhrases))) {
      rule('refusal', { answerable })
      return byRule(!answerable)
    }
    const prompts = promptsFor(judge, [user_input, reference, response])
    const question = correctQuestion({ user_input, reference }, response, prompts)
    return askVerdicts(question, { judge, prompts, rule }).then((answer) => {
      const outcome = foldRatio(answer, question.items, { good: 'correct', items: 'responses' }, context)
      const [verdict] = answer.ok ? answer.verdicts : []
      if (outcome.status === 'na' || !answer.ok || verdict === undefined) return outcome
      return { ...outcome, label: labelOf(counts(verdict, 'correct', answer.grading)) }
    })
  },
})

function labelOf(isCorrect: boolean): CorrectClass {
  return isCorrect ? 'correct' : 'incorrect'
}

function byRule(isCorrect: boolean): Outcome {
  return scored(isCorrect ? 1 : 0, { k: isCorrect ? 1 : 0, n: 1, label: labelOf(isCorrect) })
}

function declines(reference: string, phrases: readonly string[]): boolean {
  return refusalState(reference, { phrases }).state === 'declined'
}

/** Whether the response is right: one closed question about one item. */
export function correctQuestion(
  about: { user_input: string; reference: string },
  response: string,
  { correct: prompt }: Prompts,
): VerdictQuestion<CorrectClass> {
  const [words, ...otherWords] = prompt.words
  return {
    step: 'correct',
    classes: CORRECT_CLASSES,
    items: [{ id: '1', text: response }],
    single: (item, list) => prompt.single(about, item, list),
    words,
    otherWords,
    batched: (items, form) => prompt.batched(about, items, form),
    typical: 'correct',
  }
}
