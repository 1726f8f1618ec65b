import type { TokenProbability } from '../core/exchange.ts'
import { normalizeFolded } from '../text/normalize.ts'
import type { ModelReply } from './provider.ts'
import { type Unread, unread, unreadByStop, unreadProse } from './read-json.ts'
import { withoutEndMarks, withoutReasoning } from './read-reasoning.ts'
import { wordKey } from './verdict-words.ts'

/** `probabilities` of all words, normalised among them, sum 1; absent where only the text could be read. */
export type WordRead<C extends string> = { ok: true; verdict: C; probabilities?: Record<C, number> } | Unread

/**
 * The least probability that all words together must have. Below it the model is about to say something else, and the ratio of
 * what is left over for the words is no grade.
 */
export const LEAST_MASS = 0.1

const encoder = new TextEncoder()
const BYTE = /\\x([0-9a-f]{2})|<0x([0-9a-f]{2})>/gi
/** What stands for a leading blank in the vocabularies of many models. */
const BLANK_MARKS = /^[▁Ġ]+/

/** The bytes of a token that is part of a character, as servers write them: `\xe6\x94`, `<0xE6>`, with or without `bytes:`. */
function bytesOf(token: string): Uint8Array | undefined {
  const body = token.replace(/^bytes:/, '')
  if (body === '' || body.replace(BYTE, '') !== '') return undefined
  return Uint8Array.from(body.matchAll(BYTE), ([, plain, angled]) => Number.parseInt(plain ?? angled ?? '', 16))
}

function startsWith(whole: Uint8Array, start: Uint8Array): boolean {
  return start.length <= whole.length && start.every((byte, at) => byte === whole[at])
}

/** Whether a token is the start of a word, or all of it with a stop or quote behind. */
function tokenMatcher(token: string): ((word: string) => boolean) | undefined {
  const bytes = bytesOf(token)
  if (bytes !== undefined) {
    const text = new TextDecoder('utf-8', { fatal: false }).decode(bytes)
    if (text.includes('\ufffd')) return (word) => startsWith(encoder.encode(normalizeFolded(word)), bytes)
    return tokenMatcher(text)
  }
  // U+FFFD stands for a part of a character: what stands before it is the start that can be seen.
  const [whole = ''] = token.replace(BLANK_MARKS, '').split('\ufffd')
  // A token that opens a tag or JSON (`<s>`, `[T`) begins no word.
  const key = /^\s*[<[{]/.test(whole) ? '' : wordKey(whole)
  return key === '' ? undefined : (word) => wordKey(word).startsWith(key)
}

/** The one class whose word begins with the token; undefined when it is none, or more than one. */
export function classOfToken<C extends string>(token: string, words: Readonly<Record<C, string>>): C | undefined {
  const matches = tokenMatcher(token)
  if (matches === undefined) return undefined
  const found = (Object.keys(words) as C[]).filter((name) => matches(words[name]))
  return found.length === 1 ? found[0] : undefined
}

function massByClass<C extends string>(
  candidates: readonly TokenProbability[],
  words: Readonly<Record<C, string>>,
): Map<C, number> {
  const mass = new Map((Object.keys(words) as C[]).map((name) => [name, 0]))
  for (const { token, logprob } of candidates) {
    const probability = Number.isNaN(logprob) ? 0 : Math.min(1, Math.exp(logprob))
    const name = probability > 0 ? classOfToken(token, words) : undefined
    if (name !== undefined) mass.set(name, (mass.get(name) ?? 0) + probability)
  }
  return mass
}

type TextRead<C extends string> = { verdict: C } | 'two' | undefined

/** The class that the text names: the text must be one of the words and nothing else, or the same one again. */
function classOfText<C extends string>(text: string, words: Readonly<Record<C, string>>): TextRead<C> {
  const names = Object.keys(words) as C[]
  const named = (part: string) => names.find((name) => wordKey(words[name]) === wordKey(part) && wordKey(part) !== '')
  const whole = named(text)
  if (whole !== undefined) return { verdict: whole }
  if (text.length > 400) return undefined
  const parts = text.split(/[\s,.;:/|!，。、；：！]+/).filter((part) => part !== '')
  const found = parts.map(named)
  const [first] = found
  if (first === undefined || found.includes(undefined)) return undefined
  return found.every((name) => name === first) ? { verdict: first } : 'two'
}

/** A word may be the start of another one, and a cut text the start of it. */
function isStartOfOther<C extends string>(verdict: C, words: Readonly<Record<C, string>>): boolean {
  const key = wordKey(words[verdict])
  return (Object.keys(words) as C[]).some((name) => name !== verdict && wordKey(words[name]).startsWith(key))
}

/**
 * The verdict of a reply of one word. The candidates for the first token count where the words have at least
 * {@link LEAST_MASS} of their probability: a token counts for the word that it is the start of, unless it is the start of another
 * one too; the verdict is the likeliest word, on a tie the one in the text. Otherwise the text counts, which must be one of the
 * words. A cut reply is no fault where the first token decides, or where the whole word stands there. Never throws.
 */
export function readWord<C extends string>(reply: ModelReply, words: Readonly<Record<C, string>>): WordRead<C> {
  const stopped = unreadByStop(reply)
  if (stopped !== undefined && reply.stop !== 'length') return stopped
  const text = withoutReasoning(withoutEndMarks(reply.text)).trim()
  const said = classOfText(text, words)
  const inText = typeof said === 'object' ? said.verdict : undefined
  const graded = byProbability(reply.first_token ?? [], words, inText)
  if (graded !== undefined) return graded
  if (stopped !== undefined && (inText === undefined || isStartOfOther(inText, words))) return stopped
  if (said === 'two') return unread('conflicting_verdicts', 'the reply names two of the words')
  if (inText !== undefined) return { ok: true, verdict: inText }
  const list = Object.values<string>(words).join(', ')
  return unreadProse(text, `one of the words ${list}`)
}

function byProbability<C extends string>(
  candidates: readonly TokenProbability[],
  words: Readonly<Record<C, string>>,
  inText: C | undefined,
): WordRead<C> | undefined {
  const mass = massByClass(candidates, words)
  const total = [...mass.values()].reduce((sum, one) => sum + one, 0)
  if (total < LEAST_MASS) return undefined
  const most = Math.max(...mass.values())
  const likeliest = [...mass.keys()].filter((name) => mass.get(name) === most)
  const verdict = likeliest.find((name) => name === inText) ?? likeliest[0]
  if (verdict === undefined) return undefined
  const probabilities = Object.fromEntries([...mass].map(([name, one]) => [name, one / total])) as Record<C, number>
  return { ok: true, verdict, probabilities }
}
