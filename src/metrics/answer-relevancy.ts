import { z } from 'zod'
import { na, type Outcome, scored } from '../core/score.ts'
import { formatNumber } from '../text/format-number.ts'
import { isBlank } from '../text/normalize.ts'
import { defineMetric } from './metric.ts'
import { tooLong } from './rules/compare-texts.ts'
import { responseState } from './rules/response-state.ts'
import { cosine } from './steps/cosine.ts'
import { promptsFor } from './steps/language.ts'
import { tooMuchToJudge } from './steps/passages.ts'
import { type ReverseQuestion, reverseQuestions } from './steps/reverse-questions.ts'

/** Questions of one call unless the option says otherwise. */
const QUESTIONS = 3

/**
 * Whether the response answers the question that was asked: the judge writes questions that this response answers, and the
 * value is the mean cosine of their embeddings with that of `user_input`; 0 when all of them are marked noncommittal.
 * From -1 to 1, since a cosine can be negative; never -0. The questions with their cosines are shown in the step
 * `reverse_questions`. Options: `questions` in one reply (3), `draws` of the same question as calls of their own (1; with
 * more than one, each draw asks for one question unless `questions` is given, as RAGAS does).
 *
 * By rule, nobody is asked: 0 for a blank response (`blank_response`) and for one that declines on an answerable case
 * (`refusal`: noncommittal by definition). On an unanswerable case a refusal is right, hence NA `refusal`, whether the rule or
 * the judge noticed it. NA `embeddings_missing` without an embedding model or when it gives a vector of zeros;
 * `missing_field` for a blank question. Source: RAGAS 0.4.3 answer relevancy.
 */
export const answerRelevancy = defineMetric({
  name: 'answer_relevancy',
  version: 1,
  stage: 'generation',
  summary: 'Cosine between the question and questions that the response would answer.',
  asks: {
    calls: 'three questions that the response answers, in one reply (1; `draws: n` n); their embeddings',
    value: 'mean cosine with the question, 0 when all are noncommittal',
    edges: 'blank response 0; refusal 0 on an answerable case, NA on an unanswerable one; vector of zeros NA',
  },
  uses: ['judge', 'embeddings'],
  direction: 'higher_is_better',
  range: [-1, 1],
  scale: 'number',
  needs: ['response'],
  readsRefusalPhrases: true,
  options: z.strictObject({
    questions: z.int().min(1).max(20).optional(),
    draws: z.int().min(1).max(20).default(1),
  }),
  naiveCalls: () => 3,
  async score({ user_input, response, answerable }, context): Promise<Outcome> {
    const { judge, embeddings, options, rule } = context
    const long = tooLong(response) ?? tooMuchToJudge(user_input, response)
    if (long !== undefined) return long
    if (isBlank(user_input)) return na('missing_field', 'user_input is blank')
    const state = responseState(response, context)
    if (state === 'blank') {
      rule('blank_response')
      return scored(0)
    }
    if (state === 'declined') return noncommittal(answerable, () => rule('refusal'))
    const { draws, questions: count = draws === 1 ? QUESTIONS : 1 } = options
    const prompts = promptsFor(judge, [user_input, response])
    const asked = await reverseQuestions({ user_input, response, count, draws }, { judge, prompts })
    if (!asked.ok) return na(asked.reason, asked.detail)
    const questions = asked.value
    if (questions.every((one) => one.noncommittal)) {
      return noncommittal(answerable, () => rule('noncommittal', { questions }))
    }
    const vectors = await embeddings.embed([user_input, ...questions.map(({ question }) => question)])
    if (!vectors.ok) return na(vectors.reason, vectors.detail)
    const [own = [], ...others] = vectors.value
    const cosines = others.map((vector) => cosine(own, vector))
    rule('reverse_questions', { questions: withCosines(questions, cosines) })
    const known = cosines.filter((value) => value !== undefined)
    if (known.length < questions.length) {
      return na(
        'embeddings_missing',
        'the embedding model gave a vector of zeros or of another length, so there is no cosine',
      )
    }
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    const terms = known.map(written).join(' + ')
    rule('arithmetic', { line: `(${terms}) / ${known.length} = ${written(mean)}`, n: known.length })
    return scored(Math.max(-1, Math.min(1, mean)))
  },
})

/** A response that does not commit itself: 0 where there was something to answer. */
function noncommittal(answerable: boolean, record: () => void): Outcome {
  if (!answerable) return na('refusal', 'the response does not answer, which is right on this case')
  record()
  return scored(0)
}

const written = (value: number): string => formatNumber(value, { scale: 'number' })

function withCosines(questions: readonly ReverseQuestion[], cosines: readonly (number | undefined)[]) {
  return questions.map((question, index) => ({ ...question, cosine: cosines[index] ?? null }))
}
