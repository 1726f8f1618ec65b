import { isNoise } from './noise.ts'
import { normalizeFolded } from './normalize.ts'
import { beginsWithLetter, endsInStop, statesPlainly } from './plain-statement.ts'
import { mayQuote, quotedSpans } from './quotes.ts'
import {
  ABOUT_DOCUMENTS,
  ADVICE,
  BARE_WORD,
  CONCLUDES,
  COURTESY,
  INSTRUCTION,
  QUESTION_RESTATED,
  STUB,
} from './refusal-context.ts'
import {
  ABOUT_SOME_CONTEXTS,
  ANSWER_PRESENT,
  CONDITION_BEFORE,
  findRefusal,
  NUMBERED_CONTEXTS,
} from './refusal-patterns.ts'

/**
 * What a sentence of a response does. `declines`: cannot say. `limited`: no answer in some of the contexts. `present`: says
 * where the answer is. `states`: any statement. `explains`: speaks of the documents. `advises`: sends
 * the user elsewhere. `bare`: only
 * yes or no. `echo`: a question or an instruction. `nothing`: courtesy, heading, marker, noise.
 */
export type UnitKind =
  | 'declines'
  | 'limited'
  | 'present'
  | 'states'
  | 'explains'
  | 'advises'
  | 'bare'
  | 'echo'
  | 'nothing'

/** Longer sentences are judged by their beginning. */
const LONGEST = 2000
const MARKER = /\[\^?\d+\]|【\d+[^】]*】/g
const LEAD = /^(?:[-*•#>_~|\s]|\(?\d{1,2}[.)](?=\s)|\(?[a-d]\)(?=\s|$))+/
/** Up to three letters and then what is left of a cut character. */
const CUT_NAME = /^\P{L}*(?:\p{L}\P{L}*){0,3}\ufffd+$/u
const LIST_ITEM = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s/
const LABEL =
  /^(?:answer|final answer|explanation|response|analysis|note|答案|回答|答|结论|说明|注|回复|答复|回覆)(?: key)?\s?[:.]\s*/
/** A contrast after which the sentence may turn from declining to stating, or back. */
const CONTRAST =
  /[,;(]? ?\b(?:but|however|although|though|yet)\b,? |, (?:and|while) (?=(?:the|i|it|there|none|no|they) )|,(?=只知|仅知|只能确定|一般认为|据说)|[,;]? ?(?:但是|但|不过|然而|可是|惟)|(?:が|けれども|しかし)、/u
const QUESTION = /[?]["')\]*_]*$/
const WH_QUESTION = /^\(?(?:what|who|whom|whose|which|when|where|why|how)\b[^.!:]*$|^[^。]{0,40}(?:哪|多少|是谁|什么)/u
const OPEN_QUESTION = /^\(?(?:is|are|do|does|did|can|could|would|will|should|has|have)\b[^.!:]*$|如何|是否/u
const ASSERTS_BEFORE = /\d|[一二三四五六七八九十百千两]+(?:天|日|个|元|年|月|小时|次|人|倍)|可以|必须|应该?|需要|不得/u
const SETS_SCENE =
  /^(?:根据|依据?|按|关于|针对|有关|对于|就|您|你|抱歉|很|目前|在|由于|因为|虽然|如果|若|至于|经|从|以|除)/u

const APOSTROPHE = /['’ʼ`´]/

/** The sentence in the spelling that the patterns expect. */
export function prepare(sentence: string): string {
  const text = normalizeFolded(sentence.slice(0, LONGEST))
  return APOSTROPHE.test(text) || text.includes('cannot') ? withoutContractions(text) : text
}

/** Every contraction but "cannot" has an apostrophe. */
function withoutContractions(text: string): string {
  return text
    .replace(/[’ʼ`´]/g, "'")
    .replace(/\b(?:can't|cannot)\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\bi'm\b/g, 'i am')
    .replace(/\bi'd\b/g, 'i would')
    .replace(/\bi've\b/g, 'i have')
    .replace(/\b(it|that|there|here|you|we|they)'(?:s|re)\b/g, (_all, word: string) =>
      /^(?:you|we|they)$/.test(word) ? `${word} are` : `${word} is`,
    )
}

/** The prepared sentence with its quotations taken out; one that is nothing but a quotation is taken out of its marks. */
function withoutQuotations(sentence: string, prepared: string): string {
  const spans = quotedSpans(sentence.slice(0, LONGEST))
  if (spans.length === 0) return prepared
  let out = ''
  let at = 0
  let only = ''
  for (const { text, start, end } of spans) {
    out += `${sentence.slice(at, start - 1)}QUOTE`
    at = end + 1
    only += ` ${text}`
  }
  out += sentence.slice(at, LONGEST)
  return prepare(/[\p{L}\p{N}]/u.test(out.replaceAll('QUOTE', '')) ? out : only).replaceAll('quote', 'QUOTE')
}

/** Where a prepared sentence declines, or -1. Conditions ("if I cannot find") do not count. */
function declinesAt(prepared: string): number {
  let from = 0
  for (let tries = 0; tries < 4; tries++) {
    const rest = prepared.slice(from)
    const match = findRefusal(rest)
    if (match === null) return -1
    const at = from + match.index
    if (!CONDITION_BEFORE.test(prepared.slice(0, at))) return at
    from = at + Math.max(1, match[0].length)
  }
  return -1
}

/** Whether a clause before the refusal, in the same Chinese sentence, states something (特休七天,沒有提到遞延). */
function assertsBefore(prepared: string, at: number): boolean {
  if (!/[,;]/.test(prepared) || !ASSERTS_BEFORE.test(prepared)) return false
  const clauses = prepared.split(/[,;]/)
  const declining = clauses.findIndex((clause) => declinesAt(clause) >= 0)
  const before = declining >= 0 ? clauses.slice(0, declining) : prepared.slice(0, at).split(/[,;]/).slice(0, -1)
  return before.some(
    (clause) => /\p{sc=Han}/u.test(clause) && ASSERTS_BEFORE.test(clause) && !SETS_SCENE.test(clause.trim()),
  )
}

/** The kinds of a sentence that declines somewhere: both sides of a contrast are looked at. */
function kindsOfDeclining(prepared: string, at: number): UnitKind[] {
  const kinds = new Set<UnitKind>()
  const parts = prepared.split(CONTRAST).filter((part) => /[\p{L}\p{N}]/u.test(part))
  parts.forEach((part, index) => {
    const partAt = part === prepared ? at : declinesAt(part)
    if (partAt >= 0) kinds.add('declines')
    else if (COURTESY.test(part)) return
    else if (kinds.has('declines') && index > 0 && CONCLUDES.test(part)) kinds.add('states').delete('declines')
    else if (parts.length > 1) kinds.add(plainKind(part))
  })
  if (assertsBefore(prepared, at)) kinds.add('states')
  return kinds.size === 0 ? ['declines'] : [...kinds]
}

/** Words that every pattern of ANSWER_PRESENT and of QUESTION_RESTATED needs: cheaper to look for than the patterns. */
const SPEAKS_OF_ANSWER = /answer|question|答案/
const SPEAKS_OF_QUESTION = /question|inquiry|contexts/

/** The kind of a prepared sentence, or part of one, that does not decline. */
function plainKind(prepared: string): UnitKind {
  const present = SPEAKS_OF_ANSWER.test(prepared) ? ANSWER_PRESENT.exec(prepared) : null
  if (present !== null && !CONDITION_BEFORE.test(prepared.slice(0, present.index))) return 'present'
  if (SPEAKS_OF_QUESTION.test(prepared) && QUESTION_RESTATED.test(prepared)) return 'nothing'
  if (ABOUT_DOCUMENTS.test(prepared)) return 'explains'
  if (ADVICE.test(prepared)) return 'advises'
  return 'states'
}

/** What stands around a sentence, as far as it helps to tell what the sentence does. */
export interface UnitPlace {
  first: boolean
  last: boolean
  /** The sentence before was an echo. */
  afterEcho: boolean
}

/** A question that the end of the response cut off, or an item of a list of questions. */
function isOpenQuestion(prepared: string, { first, last, afterEcho }: UnitPlace): boolean {
  if (first || endsInStop(prepared)) return false
  if (WH_QUESTION.test(prepared)) return last || afterEcho
  return afterEcho && (OPEN_QUESTION.test(prepared) || /^[a-z]$/.test(prepared))
}

/** A sentence with what is known about it. */
export interface Reading {
  readonly text: string
  /** The sentence as `prepare` returns it. */
  readonly prepared: string
  /** It states something and does nothing else: no word of it calls that in question, whatever stands around it. */
  readonly plain: boolean
  /** What it does, when that is known and the same at every place. */
  kinds: readonly UnitKind[] | undefined
}

const STATES: readonly UnitKind[] = ['states']
const ECHO: readonly UnitKind[] = ['echo']
const NOTHING: readonly UnitKind[] = ['nothing']

/** Reads a sentence. Most are plain, which is found out before any of the patterns is tried. */
export function read(text: string): Reading {
  const prepared = prepare(text)
  const plain = statesPlainly(withoutLead(prepared)) && !mayQuote(text) && !isNoise(text)
  return { text, prepared, plain, kinds: plain ? STATES : undefined }
}

/** What the sentence does at its place; a sentence with a contrast can do two things. */
export function unitKinds(reading: Reading, place: UnitPlace): readonly UnitKind[] {
  if (reading.kinds !== undefined) return reading.kinds
  const { text, prepared } = reading
  const whole = withoutLead(prepared)
  if (INSTRUCTION.test(whole)) return ECHO
  const core = (mayQuote(text) ? withoutLead(withoutQuotations(text, prepared)) : whole).replace(LABEL, '')
  if (!hasWord(core)) return NOTHING
  const kinds = core !== whole && INSTRUCTION.test(core) ? ECHO : isNoise(text) ? NOTHING : kindsAt(place, core, text)
  if (!dependsOnPlace(core)) reading.kinds = kinds
  return kinds
}

/** A letter at the beginning tells that there is no list number or bullet, except in "a) first". */
function withoutLead(prepared: string): string {
  return beginsWithLetter(prepared) && prepared.charAt(1) !== ')' ? prepared : prepared.replace(LEAD, '')
}

/** Whether anything but markers and punctuation is left. */
function hasWord(core: string): boolean {
  return beginsWithLetter(core) || /[\p{L}\p{N}]/u.test(core.replace(MARKER, ''))
}

/** Whether {@link kindsAt} looks at the place: for what may be cut off, a question, or the number of a list item. */
function dependsOnPlace(core: string): boolean {
  return core.length <= 3 || !endsInStop(core) || STUB.test(core)
}

function kindsAt(place: UnitPlace, core: string, text: string): readonly UnitKind[] {
  if (/^\d{1,2}\.$/.test(core) && (core === '1.' || !place.first)) return NOTHING
  if (BARE_WORD.test(core)) return /,$/.test(core) ? NOTHING : ['bare']
  if (place.last && isCutName(core, place)) return NOTHING
  const question = core.includes('?') && QUESTION.test(core)
  if (question && !/^(?:sorry|i am sorry|unfortunately|i )/.test(core)) return ECHO
  const at = declinesAt(core)
  if (ABOUT_SOME_CONTEXTS.test(core) || (at >= 0 && NUMBERED_CONTEXTS.test(core))) return ['limited']
  if (at >= 0) return kindsOfDeclining(core, at)
  if (question || isOpenQuestion(core, place)) return ECHO
  if (place.last && STUB.test(core)) return NOTHING
  if (/^if\b.*\bi will not be able\b/.test(core)) return ['advises']
  if (COURTESY.test(core) || /:\**$/.test(core) || /^(?:or|and)$/.test(core)) return NOTHING
  const kind = plainKind(core)
  return kind === 'states' || (kind === 'explains' && LIST_ITEM.test(text)) ? STATES : [kind]
}

function isCutName(core: string, { afterEcho }: UnitPlace): boolean {
  return afterEcho ? /^\p{sc=Han}{1,2}$/u.test(core) : core.endsWith('\ufffd') && CUT_NAME.test(core)
}
