import { isDeepStrictEqual } from 'node:util'
import type { NaReason } from '../core/score.ts'
import type { ModelReply } from './provider.ts'
import { takeApart } from './read-json-parts.ts'
import { refusesToJudge } from './reply-refusal.ts'

/** What was read of a reply, with the repairs it took by name, or the NA reason why nothing was. */
export type Reading<T> = { ok: true; value: T; repairs: string[] } | { ok: false; reason: NaReason; detail: string }

export type Unread = Extract<Reading<never>, { ok: false }>

/** Longer replies are not read, in UTF-16 units. */
export const LONGEST_REPLY = 20_000_000

export function unread(reason: NaReason, detail: string): Unread {
  return { ok: false, reason, detail }
}

/** What the stop reason alone says: a cut or withheld reply is never read. */
export function unreadByStop(reply: ModelReply): Unread | undefined {
  const said = reply.stop_detail === undefined ? '' : ` (${reply.stop_detail})`
  if (reply.stop === 'length') return unread('judge_truncated', `the reply was cut at the output limit${said}`)
  if (reply.stop === 'refused') return unread('judge_refused', `the provider withheld the reply${said}`)
  if (reply.text.length > LONGEST_REPLY)
    return unread('judge_unreadable', `the reply has ${reply.text.length} characters, more than ${LONGEST_REPLY}`)
  return undefined
}

/** The NA reason of a reply that is prose where something else was asked for. */
export function unreadProse(prose: string, wanted: string): Unread {
  if (prose.trim() === '') return unread('judge_unreadable', 'the reply is empty')
  if (refusesToJudge(prose, 'alone')) return unread('judge_refused', 'the reply declines to judge')
  return unread('judge_unreadable', `the reply is prose and holds no ${wanted}`)
}

/**
 * The one JSON value that a reply consists of, by the table of tolerance in docs/judge-replies.md. Never throws; a given reply
 * is always read alike.
 */
export function readJson(reply: ModelReply): Reading<unknown> {
  const stopped = unreadByStop(reply)
  if (stopped !== undefined) return stopped
  const parts = takeApart(reply.text)
  const { values, prose, broken, conflict } = parts
  if (parts.onlyReasoning) return unread('judge_unreadable', 'the reply holds reasoning and no answer after it')
  if (conflict !== undefined) return unread('conflicting_verdicts', conflict)
  const fenced = values.some((part) => part.fenced)
  if (broken !== undefined && (broken.firm || !fenced))
    return unread('judge_unreadable', `the reply is not whole JSON: ${broken.detail}`)
  const first = values.find((part) => part.fenced === fenced)
  if (first === undefined) return unreadProse(prose, 'JSON')
  if (values.some((part) => !isDeepStrictEqual(part.value, first.value)))
    return unread('conflicting_verdicts', 'the reply holds two different JSON answers')
  const answer = values.find((part) => part.fenced === fenced && part.alone)
  if (refusesToJudge(prose, 'beside')) return unread('judge_refused', 'the reply declines to judge beside its JSON')
  if (answer === undefined) return unread('judge_unreadable', 'the JSON stands inside a sentence, not by itself')
  return { ok: true, value: answer.value, repairs: [...answer.repairs] }
}
