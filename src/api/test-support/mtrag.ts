import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../../shared/data/mtrag-human-eval/responses.jsonl')

/** Whether the responses of MTRAG with human marks are there; tests that need them are skipped where they are not. */
export const hasMtrag = existsSync(file)

/** Scores that the authors of MTRAG published, as they call them. */
export const MTRAG_METRICS = ['ragas_faithfulness', 'radbench_llm', 'bert_kprec', 'rougeL'] as const

/** The bound above which a mean mark counts as right. */
export const MTRAG_RIGHT_ABOVE = 3

interface Row {
  task_id: string
  config: string
  collection: string
  /** null where the dataset has none: then the last thing said in the conversation is the question. */
  standalone_question: string | null
  conversation: { text: string }[]
  contexts: { id: string; text: string }[]
  reference: string
  response: string
  human: { faithfulness: number[]; raters: string[] }
  published_scores: Record<(typeof MTRAG_METRICS)[number], number>
}

function rows(): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

function lines(records: readonly object[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** A file of answers (jsonl): 84 questions x 3 systems, each tagged with its conversation. */
export function mtragAnswers(): string {
  return lines(
    rows().map(({ task_id, config, collection, conversation, contexts, reference, response, ...row }) => ({
      id: task_id,
      configuration: config,
      user_input: row.standalone_question ?? conversation.at(-1)?.text,
      reference,
      response,
      retrieved_contexts: contexts.map(({ id, text }) => ({ id, text })),
      tags: { conversation: task_id.split('<::>')[0], collection },
    })),
  )
}

/** The published scores, one a line (jsonl, long). */
export function mtragScores(metrics: readonly (typeof MTRAG_METRICS)[number][] = MTRAG_METRICS): string {
  return lines(
    rows().flatMap(({ task_id, config, published_scores }) =>
      metrics.map((metric) => ({
        metric,
        test_case_id: task_id,
        configuration: config,
        value: published_scores[metric],
      })),
    ),
  )
}

/** The faithfulness marks of seven raters, from 1 to 4 (CSV): two or three a response, 755 in all. */
export function mtragMarks(): string {
  const marks = rows().flatMap(({ task_id, config, human }) =>
    human.raters.map((rater, index) => `${config},${task_id},${human.faithfulness[index]},rater-${rater}`),
  )
  return `${['configuration,test_case_id,mark,grader', ...marks].join('\n')}\n`
}
