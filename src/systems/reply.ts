import { type ChunkProblem, readChunks } from '../core/chunk.ts'
import { type SystemError, type Usage, usageSchema } from '../core/response.ts'
import type { Outcome } from './exchange.ts'
import { kindOf, shown, shownValue } from './show.ts'
import { TooDeep, wellFormed } from './well-formed.ts'

/** The keys of a reply that are read; others are ignored. */
export const REPLY_KEYS = ['response', 'retrieved_contexts', 'usage', 'error'] as const
const ACCEPTED = `a reply is {"response": text or null, "retrieved_contexts": [...], "usage": {...}} or {"error": text}`

const MOST_PROBLEMS = 20

/** An outcome without an answer. */
export function failed(code: SystemError['code'], message: string): Outcome {
  return { response: null, error: { code, message } }
}

/**
 * Reads a reply of unknown shape. `response` must be a string, or null when the system only retrieves. What cannot be
 * used beside it (a context without text, a usage that is no number) is left out and named in `problems`; a reply that
 * cannot be used at all becomes an `error` that shows what came.
 */
export function readReply(value: unknown): Outcome {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failed('unreadable_reply', `the reply is ${kindOf(value)}, not an object: ${shownValue(value)}; ${ACCEPTED}`)
  }
  const reply = value as Record<string, unknown>
  const problems: string[] = []
  try {
    const outcome = readAnswer(reply, problems)
    const chunks = readContexts(reply.retrieved_contexts, problems)
    if (chunks !== undefined) outcome.retrieved_contexts = chunks
    const usage = readUsage(reply.usage, problems)
    if (usage !== undefined) outcome.usage = usage
    if (problems.length > 0) outcome.problems = problems
    return outcome
  } catch (error) {
    if (error instanceof TooDeep) return failed('unreadable_reply', `the reply is ${error.message}`)
    throw error
  }
}

function readAnswer(reply: Record<string, unknown>, problems: string[]): Outcome {
  const { response } = reply
  const reported = reportedError(reply.error)
  if (reported !== undefined) {
    if (typeof response === 'string' && response !== '') {
      problems.push(`the reply held a response beside its error; it was not used: ${shown(response, 200)}`)
    }
    return failed('reported', reported)
  }
  if (response === null) return { response: null }
  if (response === undefined) {
    return failed('unreadable_reply', `the reply has no response; its keys: ${keysOf(reply)}; ${ACCEPTED}`)
  }
  if (typeof response !== 'string') {
    const found = `${kindOf(response)}: ${shownValue(response)}`
    return failed('unreadable_reply', `response must be a text or null, but is ${found}`)
  }
  if (!response.isWellFormed()) {
    const what = 'the response holds half of a character (a lone surrogate), replaced here by U+FFFD'
    return failed('invalid_text', `${what}: ${shown(response)}`)
  }
  return { response }
}

/** The text of an error; undefined when there is none (absent, null, false or empty). */
function reportedError(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false || error === '') return undefined
  if (typeof error === 'object' && 'message' in error && typeof error.message === 'string') return shown(error.message)
  return shownValue(error, 500)
}

function readContexts(value: unknown, problems: string[]) {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    problems.push(`retrieved_contexts must be a list and was not used: ${shownValue(value)}`)
    return undefined
  }
  const clean = wellFormed<unknown[]>(value)
  if (clean.changed) problems.push('retrieved_contexts held half of a character (a lone surrogate), now U+FFFD')
  const { chunks, problems: unusable } = readChunks(clean.value)
  problems.push(...contextProblems(unusable, clean.value))
  return chunks
}

/** One sentence for each context that was left out, at most 20; `list` is what was returned, to show it. */
export function contextProblems(unusable: readonly ChunkProblem[], list: readonly unknown[] = []): string[] {
  const problems = unusable.slice(0, MOST_PROBLEMS).map(({ position, code }) => {
    const entry = list[position - 1]
    const what =
      code === 'null_context' ? 'is null' : `has no text${entry === undefined ? '' : `: ${shownValue(entry)}`}`
    return `context ${position} ${what}; it was left out`
  })
  const more = unusable.length - MOST_PROBLEMS
  if (more > 0) problems.push(`${more} more contexts had no text and were left out`)
  return problems
}

function readUsage(value: unknown, problems: string[]): Usage | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems.push(`usage must be an object and was not used: ${shownValue(value)}`)
    return undefined
  }
  const usage: Record<string, unknown> = { ...wellFormed(value).value }
  const checked = usageSchema.safeParse(usage)
  if (checked.success) return checked.data
  for (const key of new Set(checked.error.issues.map((issue) => String(issue.path[0])))) {
    // A system that does not count sends null; that is absent, not wrong.
    if (usage[key] !== null)
      problems.push(`usage.${key} must be a number from 0 to 1e15 and was not used: ${shownValue(usage[key])}`)
    delete usage[key]
  }
  return usage as Usage
}

/** The keys of a reply for a message, at most 20. */
export function keysOf(value: object): string {
  const keys = Object.keys(value)
  if (keys.length === 0) return '(none)'
  return shown(keys.slice(0, 20).join(', '), 300) + (keys.length > 20 ? ', ...' : '')
}
