import { RagstoneError } from '../core/errors.ts'
import { MOST_MEASURED } from '../core/response.ts'
import type { Direction } from '../core/score.ts'
import { badValue, type Cell, shown } from '../files/cell.ts'
import { plainName } from '../files/field-names.ts'

/** What other tools write where they have no score. */
const NOTHING = ['', 'nan', 'null', 'none', 'na', 'n/a', '#n/a', 'nil', '-', '--', '<na>']
const TRUE = ['true', 'yes', 'pass', 'passed']
const FALSE = ['false', 'no', 'fail', 'failed']
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const WAY_OUT =
  'leave the cell empty where there is no score; where the column holds no scores, name those that do with --metric COLUMN'

/** A score as a cell gives it: a finite number, or `null` where there is none (empty, NaN, null, None). */
export function readScoreValue(value: unknown, cell: Cell): number | null {
  const number = typeof value === 'string' ? numberIn(value) : value
  if (number === undefined || number === null || Number.isNaN(number)) return null
  if (typeof number === 'boolean') return number ? 1 : 0
  if (typeof number === 'number' && Math.abs(number) <= MOST_MEASURED) return number === 0 ? 0 : number
  if (typeof number === 'number') {
    throw new RagstoneError('bad_score', `${placed(cell)} is ${String(value)}, which no mean can hold`, {
      hint: 'a score is a finite number of at most 1e15; leave the cell empty where there is none',
    })
  }
  if (typeof number === 'string' && /^[+-]?\d+,\d+$/.test(number)) {
    throw badValue(cell, value, 'a number with a point: 0.85')
  }
  throw badValue(cell, value, `a number, true or false; ${WAY_OUT}`)
}

/** Whether a value looks like a score by itself: a number, true or false; undefined where nothing is written. */
export function looksLikeScore(value: unknown): boolean | undefined {
  const number = typeof value === 'string' ? numberIn(value, { words: false }) : value
  if (number === undefined || number === null || Number.isNaN(number)) return undefined
  return typeof number === 'number' || typeof number === 'boolean'
}

/** A number, true or false for a text that says so, null for nothing, otherwise the text. */
function numberIn(text: string, { words = true } = {}): number | boolean | null | string {
  const bare = text.trim()
  const word = bare.toLowerCase()
  if (NOTHING.includes(word)) return null
  if (NUMBER.test(bare)) return Number(bare)
  if (/^[+-]?inf(inity)?$/.test(word)) return word.startsWith('-') ? -Infinity : Infinity
  if (word === 'true' || (words && TRUE.includes(word))) return true
  if (word === 'false' || (words && FALSE.includes(word))) return false
  return bare
}

function placed({ place, column }: Cell): string {
  return badValue({ place, column }, '', '').message.replace(/ is .*$/, '')
}

const MAX_NAME = 200

/**
 * A metric's name as reports and gates can use it: white space becomes `_`. With `plain`, as Ragstone writes names:
 * `Answer Relevancy` becomes `answer_relevancy`, `Correctness [GEval]` becomes `correctness_geval`.
 */
export function readMetricName(value: unknown, cell: Cell, { plain = false } = {}): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  const name = plain ? plainName(text.replace(/[^\p{L}\p{N}@_ -]+/gu, ' ').trim()) : text.replace(/\s+/g, '_')
  if (name === '') throw badValue(cell, value, 'the name of a metric')
  if (name.length > MAX_NAME || /[\p{Cc}<>≥≤≧≦]/u.test(name)) {
    throw badValue(
      cell,
      shown(value),
      `a name of at most ${MAX_NAME} characters without < and >, as gates compare with them`,
    )
  }
  return name
}

const LOWER_IS_BETTER =
  /^(?:noise_sensitivity|hallucination|toxicity|bias|error_rate|word_error_rate|wer|edit_distance)(?![a-z0-9])/

/** The direction of a metric that says nothing about it: lower is better for those that are known to count faults. */
export function knownDirection(metric: string): Direction {
  return LOWER_IS_BETTER.test(plainName(metric)) ? 'lower_is_better' : 'higher_is_better'
}

const RETRIEVAL = [
  /(?:^|_)context(?:ual|s)?_/,
  /^(?:hit|hits|hit_rate|recall|mrr|ndcg|map|bpref|retrieval)(?![a-z0-9])/,
  /^precision@/,
]

/** Whether a metric is about what was retrieved, by its name. */
export function knownStage(metric: string): 'retrieval' | 'generation' {
  const name = plainName(metric)
  return RETRIEVAL.some((one) => one.test(name)) ? 'retrieval' : 'generation'
}

const MEASURES =
  /(?:^|_)(?:id|ids|uid|uuid|index|idx|nr|no|row|rows|line|count|counts|number|total|num|n|k|top_k|tokens|cost|price|usd|latency|duration|time|timestamp|date|seconds?|secs?|ms|millis|turn|turns|seed|version|year|month|day|page|length|len|chars|words|threshold|rank|position|size|attempt|retries|temperature|weight|lineno)$/
const ABOUT_SPEND = /(?:^|_)(?:latency|duration|elapsed|cost|price|tokens)(?:_|$)/
const UNNAMED = /^(?:unnamed:? *_?\d+|level_\d+|index)$/i

/** Whether numbers under this name have a meaning that is no quality: an id, a count, a duration, a price. */
export function isMeasure(column: string): boolean {
  const name = plainName(column)
  if (/reciprocal_rank|_at_k$/.test(name)) return false
  return UNNAMED.test(column.trim()) || MEASURES.test(name) || ABOUT_SPEND.test(name) || /^(?:num|n|number)_/.test(name)
}
