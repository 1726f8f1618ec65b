import type { Chunk } from '../../core/chunk.ts'
import { normalizeFolded } from '../../text/normalize.ts'
import type { RuleRecorder } from '../metric.ts'

/** Longest part of a chunk that is looked through. */
const LOOKED_AT = 20_000

const GRADER = '(?:graders?|judges?|evaluators?|scorers?|raters?|llms?|language models?|ai (?:assistant|model)s?)'
const TEXT = '(?:this|these|the) (?:texts?|answers?|responses?|passages?|documents?|outputs?|claims?|submissions?)'
/** What speaks to whoever reads the text as a model: an address to the grader, an order about the verdict, an override. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override) (?:(?:all|any|the|your|these|those|of|previous|prior|above|earlier|preceding|other|system) ){0,4}(?:instructions?|prompts?|rules|directions)\b/,
  new RegExp(
    `\\b(?:note|message|instructions?|memo|attention|dear|hey|hello)(?: to| for|,)? (?:the |any |all |every )?${GRADER}\\b`,
  ),
  new RegExp(`\\b(?:whoever|anyone who|if you|you who) (?:grades?|judges?|evaluates?|scores?|rates?) ${TEXT}\\b`),
  new RegExp(`\\b(?:you are|you're|as) (?:an? |the )${GRADER}\\b`),
  /\b(?:answer|reply|respond|return|output|give|assign|set|mark)\b[^.\n]{0,40}\b(?:verdict|score|rating|grade)s?\b[^.\n]{0,20}\b(?:1|10|100|5|yes|true|supported|full)\b/,
  /\b(?:every|each|all)(?: of the)? (?:claims?|statements?|answers?)\b[^.\n]{0,30}\b(?:is|are|as) (?:proven|supported|true|correct|faithful)\b/,
  /(?:忽略|无视|不要理会|忘记)[^。\n]{0,12}(?:指令|指示|提示词?|规则|要求|命令)/,
  /(?:评分者?|评审|评判者?|打分者?|裁判|阅卷)(?:模型|员|者|人)?[^。\n]{0,12}(?:请|注意|必须|应当?|务必)/,
  /(?:请|务必|必须)[^。\n]{0,12}(?:给|打|判|评)[^。\n]{0,6}(?:满分|高分|最高分|为真|为正确|受支持|1分|10分|100分)/,
]

/**
 * Flags retrieved texts that speak to the grader, for a person to look at: the rule `instruction_like_context` names their
 * numbers. It changes no score; prompts already say that such text is material.
 */
export function flagInstructions(passages: readonly { id: string; text: string }[], { rule }: RuleRecorder): void {
  const chunks = passages.filter(({ text }) => speaksToGrader(text)).map(({ id }) => id)
  if (chunks.length > 0) rule('instruction_like_context', { chunks })
}

/** Found before: the same chunks come again in every metric and configuration. Emptied when full. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 2000

function speaksToGrader(text: Chunk['text']): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const key = normalizeFolded(text.slice(0, LOOKED_AT))
  const found = PATTERNS.some((pattern) => pattern.test(key))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, found)
  return found
}
