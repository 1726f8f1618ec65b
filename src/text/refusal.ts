import { isBlank, matchKey } from './normalize.ts'
import { readText } from './readings.ts'
import { OFFERS_OPTIONS, PROMPT_REPEATED } from './refusal-context.ts'
import { prepare, type Reading, type UnitKind, unitKinds } from './refusal-units.ts'

/**
 * What a response does. `declined`: it says that it cannot answer, or that the documents do not say. `answered`: it makes a
 * statement, or says that an answer is present. `both`: one part declines, another answers. `neither`: blank, noise,
 * courtesy alone, or only an echo of the question or the instructions.
 */
export type RefusalState = 'answered' | 'declined' | 'both' | 'neither'

export interface RefusalFinding {
  state: RefusalState
  /** The sentences that decided, verbatim and in order, at most five; a phrase of the user's list as listed. */
  evidence: string[]
}

export interface RefusalOptions {
  /** The system's own refusals, exact phrases; compared by `matchKey`, anywhere in the response. */
  phrases?: readonly string[]
}

const MOST_EVIDENCE = 5
const OPTION = /^(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Za-z][.)]|\[\d+\])\s/
const SHORT = 40
/** A series of verdicts, one a context, whose last one was cut off. */
const VERDICT_ON_ONE =
  /^(?:yes|no),? (?:the )?answers? (?:is|are) (?:not )?present in (?:the )?(?:\[|context|\S+ context)/
const CUT_VERDICT = /^no,?(?: (?:the )?answers?(?: (?:is|are)?(?: not(?: present)?)?)?)?$/

interface Unit {
  text: string
  kinds: readonly UnitKind[]
}

/** Whether a key holds a phrase's key as whole words. */
function holds(key: string, wanted: string): boolean {
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + 1)) {
    const joined = (a: string, b: string) => /[a-z0-9]/.test(a) && /[a-z0-9]/.test(b)
    const end = at + wanted.length
    if (!joined(key.charAt(at - 1), wanted.charAt(0)) && !joined(wanted.charAt(wanted.length - 1), key.charAt(end)))
      return true
  }
  return false
}

/** The phrases that a response holds. */
function heldPhrases(response: string, phrases: readonly string[]): string[] {
  const key = matchKey(response)
  return phrases.filter((phrase) => {
    const wanted = matchKey(phrase)
    return wanted !== '' && holds(key, wanted)
  })
}

/** Whether a sentence begins again what was echoed before, and is cut off. */
function beginsAgain(prepared: string, echoes: readonly string[]): boolean {
  const begun = prepared.replace(/\ufffd+$/, '').replace(/^answer: ?/, '')
  return begun.length >= 2 && echoes.some((echo) => echo.length > begun.length && echo.startsWith(begun))
}

/** Sentences that hold a listed phrase, or are part of one that runs over several sentences, decline and do nothing else. */
function markListed(units: readonly Unit[], phrases: readonly string[]): void {
  const keys = phrases.map(matchKey)
  for (const unit of units) {
    const key = matchKey(unit.text)
    if (key !== '' && keys.some((wanted) => holds(key, wanted) || holds(wanted, key))) unit.kinds = ['declines']
  }
}

function unitsOf(readings: readonly Reading[]): Unit[] {
  const units: Unit[] = []
  const echoes: string[] = []
  let options = false
  let repeating = false
  readings.forEach((reading, index) => {
    const { text, prepared } = reading
    const before = units.at(-1)
    const last = index === readings.length - 1
    const afterEcho = before?.kinds.includes('echo') === true
    const found = unitKinds(reading, { first: index === 0, last, afterEcho })
    if (reading.plain && !repeating && echoes.length === 0) {
      units.push({ text, kinds: found })
      return
    }
    if (PROMPT_REPEATED.test(prepared)) repeating = prepared.startsWith('context')
    else if (/^(?:answer|答)/.test(prepared)) repeating = false
    const echoed =
      repeating ||
      (options && (OPTION.test(text) || isBarePhrase(text, found))) ||
      (last && afterEcho && OPTION.test(text) && OPTION.test(before.text) && !/[.。！!]$/.test(text)) ||
      (last && beginsAgain(prepared, echoes))
    const cutVerdict =
      last && CUT_VERDICT.test(prepared) && units.some((unit) => VERDICT_ON_ONE.test(prepare(unit.text)))
    const kinds: readonly UnitKind[] = echoed ? ['echo'] : cutVerdict ? ['limited'] : found
    if (OFFERS_OPTIONS.test(prepared) && (echoes.length > 0 || kinds.includes('echo'))) options = true
    if (kinds.includes('echo')) echoes.push(prepared)
    units.push({ text, kinds })
  })
  return units
}

/** A short phrase that only declines or only says that an answer is present, as lists of choices hold them. */
function isBarePhrase(text: string, kinds: readonly UnitKind[]): boolean {
  return text.length <= SHORT && (kinds.includes('declines') || kinds.includes('present'))
}

/** Whether the response lists a positive and a negative phrase and then asks to choose: an echo of the instructions. */
function isListOfChoices(units: readonly Unit[]): boolean {
  const decisive = units.filter(({ kinds }) =>
    kinds.some((kind) => kind === 'declines' || kind === 'present' || kind === 'states'),
  )
  return (
    decisive.every(({ text, kinds }) => isBarePhrase(text, kinds)) &&
    decisive.some(({ kinds }) => kinds.includes('declines')) &&
    decisive.some(({ kinds }) => kinds.includes('present')) &&
    units.some(({ kinds }) => kinds.includes('echo'))
  )
}

/**
 * Which of the four states a response is in, judged sentence by sentence in English, Chinese (both scripts) and Japanese.
 * A factual negative (employees cannot carry over leave; 不可以報帳) is a statement, not a refusal; so is a condition (if I
 * cannot find ...) or a quoted message. Advice and remarks about what the documents do hold are part of a refusal.
 */
export function refusalState(response: string, options: RefusalOptions = {}): RefusalFinding {
  if (isBlank(response)) return { state: 'neither', evidence: [] }
  const phrases = options.phrases?.length ? heldPhrases(response, options.phrases) : []
  const { readings } = readText(response)
  if (phrases.length === 0 && readings.length > 0 && readings.every(({ plain }) => plain)) {
    return { state: 'answered', evidence: readings.slice(0, MOST_EVIDENCE).map(({ text }) => text) }
  }
  const units = unitsOf(readings)
  if (phrases.length > 0) markListed(units, phrases)
  const having = (...wanted: UnitKind[]) => units.filter(({ kinds }) => kinds.some((kind) => wanted.includes(kind)))
  const texts = (chosen: readonly Unit[]) => chosen.slice(0, MOST_EVIDENCE).map(({ text }) => text)
  const declining = [...new Set([...phrases, ...texts(having('declines'))])]
  const answering = having('present', 'states')
  if (phrases.length === 0 && isListOfChoices(units)) return { state: 'neither', evidence: [] }
  if (declining.length > 0) {
    if (answering.length === 0) return { state: 'declined', evidence: declining }
    return { state: 'both', evidence: [...new Set([...phrases, ...texts(having('declines', 'present', 'states'))])] }
  }
  if (answering.length > 0) return { state: 'answered', evidence: texts(answering) }
  const limited = having('limited')
  if (limited.length > 0) return { state: 'declined', evidence: texts(limited) }
  const weak = having('echo').length > 0 ? having('explains') : having('explains', 'advises', 'bare')
  return weak.length > 0 ? { state: 'answered', evidence: texts(weak) } : { state: 'neither', evidence: [] }
}
