import type { GradingCounts, GradingTask } from '../analysis/grading/grading-task.ts'
import { rankOf } from '../core/chunk.ts'
import type { Messages } from '../text/catalogue.ts'
import type { Block, Section } from './blocks.ts'

export interface TaskLayoutOptions {
  /** Every text whole; default the beginning of long ones. */
  whole?: boolean
  /** Name the configurations; default not, so that the person does not know which one answered. */
  showConfiguration?: boolean
}

/** Lines of one text that are shown unless whole. */
const RESPONSE_LINES = 40
const REFERENCE_LINES = 15
const CHUNK_LINES = 6
/** Retrieved texts that are shown unless whole. */
const CHUNKS = 8

/** One answer as a person is to see it: question, reference, answer, what was retrieved; no score and no verdict. */
export function layOutTask(
  task: GradingTask,
  counts: GradingCounts,
  text: Messages,
  options: TaskLayoutOptions = {},
): Section[] {
  const { graded, skipped, total } = counts
  const done = graded + skipped
  return [
    {
      title: text.gradeTitle(Math.min(done + 1, total), total),
      blocks: [
        { kind: 'paragraph', text: text.gradeProgress(graded, skipped, total - done) },
        ...caseBlocks(task, text, options),
        ...retrievedBlocks(task, text, options),
        ...membersBlock(task, text, options),
      ],
    },
  ]
}

function caseBlocks({ test_case, response }: GradingTask, text: Messages, options: TaskLayoutOptions): Block[] {
  const { user_input, reference, answerable } = test_case
  const blocks: Block[] = [textBlock(text.question, user_input, options, REFERENCE_LINES)]
  if (!answerable) blocks.push({ kind: 'paragraph', text: text.unanswerableCase })
  else if (reference === undefined) blocks.push({ kind: 'paragraph', text: text.noReference })
  if (reference !== undefined) blocks.push(textBlock(text.gradeReference, reference, options, REFERENCE_LINES))
  const shown = response.trim() === '' ? text.blankResponse : response
  return [...blocks, textBlock(text.answerToGrade, shown, options, RESPONSE_LINES)]
}

function retrievedBlocks({ retrieved_contexts }: GradingTask, text: Messages, options: TaskLayoutOptions): Block[] {
  if (retrieved_contexts.length === 0) return [{ kind: 'paragraph', text: text.nothingRetrieved }]
  const shown = options.whole === true ? retrieved_contexts : retrieved_contexts.slice(0, CHUNKS)
  const rest = retrieved_contexts.length - shown.length
  return [
    { kind: 'paragraph', text: `${text.retrieved(retrieved_contexts.length)}` },
    ...shown.map((chunk, place) =>
      textBlock(text.chunkLabel(rankOf(chunk, place), chunk.source ?? null), chunk.text, options, CHUNK_LINES),
    ),
    ...(rest > 0 ? [{ kind: 'paragraph', text: text.namesAndMore('', 0, rest).trim() } as const] : []),
  ]
}

function membersBlock({ members }: GradingTask, text: Messages, { showConfiguration }: TaskLayoutOptions): Block[] {
  const names = [...new Set(members.map(({ configuration }) => configuration))].join(text.comma)
  return [
    ...(members.length > 1 ? [{ kind: 'paragraph', text: text.countsFor(members.length) } as const] : []),
    ...(showConfiguration === true ? [{ kind: 'paragraph', text: text.ofConfigurations(names) } as const] : []),
  ]
}

function textBlock(label: string, own: string, { whole }: TaskLayoutOptions, mostLines: number): Block {
  return { kind: 'text', label, text: own, ...(whole === true ? {} : { mostLines }) }
}
