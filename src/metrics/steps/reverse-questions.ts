import { z } from 'zod'
import type { Answer, Judge, Question } from '../../judge/judge.ts'
import { verdictOf } from '../../judge/verdict-words.ts'
import { isBlank } from '../../text/normalize.ts'
import type { Prompts } from '../prompts/prompts.ts'

/** A question that the response answers, made by the judge. */
export interface ReverseQuestion {
  question: string
  /** The response evades or refuses to answer. */
  noncommittal: boolean
}

/** Models write 0 and 1, or words, for a flag; the table is that of verdicts. */
const flag = z.preprocess((written) => {
  const read = verdictOf(written, ['true', 'false'])
  return typeof read === 'string' ? written : read.verdict === 'true'
}, z.boolean())

const one = z.object({
  question: z.string().refine((question) => !isBlank(question), 'the question is blank'),
  noncommittal: flag,
})

type Reply = z.ZodType<{ questions: ReverseQuestion[] }>
const schemas = new Map<number, Reply>()

/** As many questions as were asked for, none blank. A list may stand alone, and so may one question asked for alone. */
function replyOf(count: number): Reply {
  const known = schemas.get(count)
  if (known !== undefined) return known
  const schema = z.preprocess(
    (reply) => {
      if (Array.isArray(reply)) return { questions: reply }
      return count === 1 && one.safeParse(reply).success ? { questions: [reply] } : reply
    },
    z.object({ questions: z.array(one).length(count) }),
  )
  schemas.set(count, schema)
  return schema
}

/** Asks for `count` questions that the response answers, `draws` times; all draws go out together. */
export async function reverseQuestions(
  { user_input, response, count, draws }: { user_input: string; response: string; count: number; draws: number },
  { judge, prompts }: { judge: Judge; prompts: Prompts },
): Promise<Answer<ReverseQuestion[]>> {
  const question: Question<{ questions: ReverseQuestion[] }> = {
    step: 'reverse_questions',
    prompt: prompts.reverseQuestions(response, count),
    schema: replyOf(count),
    typical: { questions: Array.from({ length: count }, () => ({ question: user_input, noncommittal: false })) },
  }
  const answers = await Promise.all(
    Array.from({ length: draws }, (_, draw) => judge.ask(draw === 0 ? question : { ...question, repeat: draw + 1 })),
  )
  const questions: ReverseQuestion[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    questions.push(...answer.value.questions)
  }
  return { ok: true, value: questions }
}
