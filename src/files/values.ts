import { type Chunk, type ChunkProblem, readChunk, readChunks } from '../core/chunk.ts'
import { SAMPLINGS, type Sampling } from '../core/grade.ts'
import { MOST_MEASURED, type Usage, usageSchema } from '../core/response.ts'
import { badValue, type Cell, firstItem, isNothing } from './cell.ts'
import { readListText } from './cell-list.ts'
import { isRecord } from './row.ts'

/** A list of contexts as read, with what in it could not be used. */
export interface ReadContexts {
  chunks: Chunk[]
  problems: ChunkProblem[]
}

/** A text; numbers and true/false are written out, a list of one text is that text. Undefined for nothing. */
export function readText(value: unknown, cell: Cell): string | undefined {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (isNothing(single) || (Array.isArray(single) && single.length === 0)) return undefined
  if (typeof single === 'string') return single.toWellFormed()
  if (typeof single === 'number' || typeof single === 'boolean') return String(single)
  if (!Array.isArray(value)) throw badValue(cell, value, 'a text')
  const choice = firstItem(cell)
  throw badValue(cell, value, choice === undefined ? 'one text' : `one text; choose one, for example ${choice}`)
}

/** Like {@link readText}; a text that looks like a list (`["a"]`) is read as one first, for names in the plural. */
export function readTextOrList(value: unknown, cell: Cell): string | undefined {
  return readText(typeof value === 'string' ? (listOf(value, cell) ?? value) : value, cell)
}

const MAX_ID_LENGTH = 500

/** An id: a text without white space around it, or a whole number. Control characters are refused. */
export function readId(value: unknown, cell: Cell): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)) {
    throw badValue(cell, value, 'a text, or a number small enough to be exact; put long numbers in quotes')
  }
  const text = readText(value, cell)?.trim()
  if (text === undefined || text === '') return undefined
  if (/\p{Cc}/u.test(text)) throw badValue(cell, text, 'a text without control characters or line breaks')
  if (text.length > MAX_ID_LENGTH) throw badValue(cell, text, `at most ${MAX_ID_LENGTH} characters`)
  return text
}

/** A list of texts; a text that holds a list is read as one, any other text is its only item. */
export function readTexts(value: unknown, cell: Cell): string[] | undefined {
  if (isNothing(value)) return undefined
  const list = asList(value, cell)
  return list.map((item) => {
    if (typeof item === 'string') return item.toWellFormed()
    if (typeof item === 'number') return String(item)
    const text = readChunk(item)?.text
    if (text === undefined) throw badValue(cell, item, 'a list of texts, or of objects with a text')
    return text
  })
}

/** A list of contexts in any shape that `readChunks` knows. */
export function readContexts(value: unknown, cell: Cell): ReadContexts | undefined {
  return isNothing(value) ? undefined : readChunks(asList(value, cell))
}

function asList(value: unknown, cell: Cell): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return listOf(value, cell) ?? [value]
  if (isRecord(value) || typeof value === 'number') return [value]
  throw badValue(cell, value, 'a list')
}

function listOf(text: string, cell: Cell): unknown[] | undefined {
  const list = readListText(text)
  if (list === 'plain') return undefined
  if (list === 'unreadable') {
    throw badValue(
      cell,
      text,
      'a JSON list such as ["a", "b"]; a text that begins with [ must be an item of such a list',
    )
  }
  return list.items
}

/** An object; in a text cell as JSON. */
function readRecord(value: unknown, cell: Cell): Record<string, unknown> | undefined {
  if (isNothing(value)) return undefined
  if (isRecord(value)) return value
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value)
      if (isRecord(parsed)) return parsed
    } catch {
      // Refused below.
    }
  }
  throw badValue(cell, value, 'an object; in a CSV cell as JSON, such as {"name": 1}')
}

/** Names to numbers: an object, or a list of objects with an id and a grade. */
export function readRelevance(value: unknown, cell: Cell): Record<string, number> | undefined {
  if (isNothing(value)) return undefined
  const list = Array.isArray(value) ? value : typeof value === 'string' ? listOf(value, cell) : undefined
  const pairs =
    list === undefined ? Object.entries(readRecord(value, cell) ?? {}) : list.map((item) => pairOf(item, cell))
  return Object.fromEntries(
    pairs.map(([name, grade]) => {
      const number = readNumber(grade, cell)
      if (number === undefined) throw badValue(cell, grade, 'a number for each id or source')
      return [name, number]
    }),
  )
}

function pairOf(item: unknown, cell: Cell): [string, unknown] {
  if (isRecord(item)) {
    const id = item.id ?? item.doc_id ?? item.source
    const grade = item.relevance ?? item.grade ?? item.score
    if (typeof id === 'string' || typeof id === 'number') return [String(id), grade]
  }
  throw badValue(cell, item, 'an object of id to grade, or a list such as [{"id": "a.md", "relevance": 1}]')
}

/** Names to texts. */
export function readNamedTexts(value: unknown, cell: Cell): Record<string, string> | undefined {
  const record = readRecord(value, cell)
  if (record === undefined) return undefined
  return Object.fromEntries(
    Object.entries(record).map(([name, item]) => {
      const text = readText(item, { ...cell, column: `${cell.column}.${name}` })
      if (text === undefined) throw badValue(cell, item, 'a text for each name')
      return [name, text]
    }),
  )
}

/** A finite number, also written as a text. */
function readNumber(value: unknown, cell: Cell): number | undefined {
  if (isNothing(value)) return undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw badValue(cell, value, 'a number')
  return number === 0 ? 0 : number
}

/** A whole number from 1. */
export function readCount(value: unknown, cell: Cell): number | undefined {
  const number = readNumber(value, cell)
  if (number !== undefined && (!Number.isSafeInteger(number) || number < 1)) {
    throw badValue(cell, value, 'a whole number from 1')
  }
  return number
}

/** Milliseconds, not negative. */
export function readDuration(value: unknown, cell: Cell): number | undefined {
  const number = readNumber(value, cell)
  if (number !== undefined && (number < 0 || number > MOST_MEASURED)) {
    throw badValue(cell, value, 'a number of milliseconds, not negative and at most 1e15')
  }
  return number
}

const YES = ['true', 'yes', '1', '1.0', 'answerable', '是', '有']
const NO = ['false', 'no', '0', '0.0', 'unanswerable', '否', '無', '无']

/** Yes or no in its usual spellings. */
export function readYesNo(value: unknown, cell: Cell): boolean | undefined {
  if (isNothing(value)) return undefined
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  const word = String(single).trim().toLowerCase()
  if (typeof single !== 'object' && YES.includes(word)) return true
  if (typeof single !== 'object' && NO.includes(word)) return false
  throw badValue(cell, value, 'true, false, yes, no, 1, 0')
}

const RIGHT = ['right', 'correct', 'true', 'yes', '1', 'pass', 'passed', '對', '对', '正確', '正确', '是']
const WRONG = ['wrong', 'incorrect', 'false', 'no', '0', 'fail', 'failed', '錯', '错', '錯誤', '错误', '否']

/** A human's verdict in its usual spellings. */
export function readVerdict(value: unknown, cell: Cell): 'right' | 'wrong' | undefined {
  if (isNothing(value)) return undefined
  const word = String(value).trim().toLowerCase()
  if (typeof value !== 'object' && RIGHT.includes(word)) return 'right'
  if (typeof value !== 'object' && WRONG.includes(word)) return 'wrong'
  throw badValue(cell, value, 'right or wrong')
}

/** A person's mark on a scale. */
export function readMark(value: unknown, cell: Cell): number | undefined {
  return readNumber(typeof value === 'string' && value.trim() === '' ? undefined : value, cell)
}

/** How a graded response was come by. */
export function readSampling(value: unknown, cell: Cell): Sampling | undefined {
  if (isNothing(value)) return undefined
  const word = String(value).trim().toLowerCase()
  const known = SAMPLINGS.find((one) => one === word)
  if (known === undefined) throw badValue(cell, value, SAMPLINGS.join(' or '))
  return known
}

/** Token counts and cost as the system told them. */
export function readUsage(value: unknown, cell: Cell): Usage | undefined {
  const record = readRecord(value, cell)
  if (record === undefined) return undefined
  const known = Object.entries(record).filter(([, item]) => !isNothing(item))
  const parsed = usageSchema.safeParse(Object.fromEntries(known))
  if (!parsed.success)
    throw badValue(cell, value, 'an object with prompt_tokens, completion_tokens, cost_usd as numbers')
  return parsed.data
}

/** What the system answered; unlike other texts it may be empty. */
export function readResponse(value: unknown, cell: Cell): string | undefined {
  return value === '' ? '' : readText(value, cell)
}

/** Why there is no answer; an object's `message`. */
export function readError(value: unknown, cell: Cell): string | undefined {
  const message = isRecord(value) && typeof value.message === 'string' ? value.message : value
  return isRecord(message) ? JSON.stringify(message) : readText(message, cell)
}

/** A configuration's name; an object's `name`. */
export function readConfigurationName(value: unknown, cell: Cell): string | undefined {
  return readId(isRecord(value) ? value.name : value, cell)
}
