import { normalizeFolded } from '../text/normalize.ts'
import { CONCEDES, SPEAKS_FOR, STANCES, type Stance, TURNS, UNDENIES, WITHDRAWS } from './contradiction-patterns.ts'
import { goodOrBad } from './verdict-words.ts'

/** Reasons are a sentence or two; what comes later in a longer one is not looked at. */
const MOST_LOOKED_AT = 1_000
/** Quoted words are the text's own, and say nothing about the verdict. */
const QUOTED =
  /"[^"]{0,300}"|“[^”]{0,300}”|「[^」]{0,300}」|『[^』]{0,300}』|(?<![a-z])'[^']{0,300}'(?![a-z])|‘[^’]{0,300}’(?![a-z])/g

function prepared(reason: string): string {
  return normalizeFolded(reason.slice(0, MOST_LOOKED_AT).replace(/[\r\n]+/g, '. '))
    .replace(QUOTED, ' … ')
    .replace(/n['’]t\b/g, ' not')
    .replace(/\bcannot\b/g, 'can not')
    .replace(/ca not\b/g, 'can not')
}

function clausesOf(text: string): string[] {
  return text
    .split(
      /[.,;:!?。、()]+(?:\s|(?=\P{ASCII})|$)|\b(?:so|therefore|thus|hence|because|since|and|as)\b|因此|所以|因为|故/u,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
}

interface Found {
  asserts: boolean
  denies: boolean
  /** Something else speaks for the item, without being a plain assertion. */
  speaksFor: boolean
}

function found(text: string, stance: Stance): Found {
  const result: Found = { asserts: false, denies: false, speaksFor: false }
  for (const clause of clausesOf(text)) {
    const denies = stance.denies.test(clause)
    if (denies && !UNDENIES.test(clause)) result.denies = true
    else if (stance.asserts.test(clause) && !WITHDRAWS.test(clause)) result.asserts = true
    else if (SPEAKS_FOR.test(clause)) result.speaksFor = true
  }
  return result
}

/** Whether a reason says that the item is supported (useful, correct), or that it is not; undefined when it is not plain. */
function stanceOf(reason: string, stance: Stance): 'good' | 'bad' | undefined {
  const text = prepared(reason)
  if (CONCEDES.test(text.replace(/\b(?:explicitly|directly) (?:support|confirm|state|mention)\w*/g, '')))
    return undefined
  const turns = [...text.matchAll(TURNS)]
  const last = turns.at(-1)
  const head = found(last === undefined ? '' : text.slice(0, last.index), stance)
  const tail = found(last === undefined ? text : text.slice(last.index + last[0].length), stance)
  if (tail.asserts && !tail.denies && !head.denies) return 'good'
  const open = tail.asserts || tail.speaksFor || head.asserts || head.speaksFor
  return tail.denies && !open ? 'bad' : undefined
}

/**
 * Whether a reason says the opposite of its verdict: that the text supports the claim beside `not_mentioned` or `contradicted`,
 * or that it does not beside `supported`; likewise for usefulness and correctness. English and both Chinese scripts. Only plain
 * reasons count: one that concedes, supposes or says both is never flagged, nor are verdicts of other classes. The flag is for
 * a human to look at; it changes no verdict.
 */
export function contradicts(reason: string, verdict: string): boolean {
  const stance = Object.hasOwn(STANCES, verdict) ? STANCES[verdict] : undefined
  const kind = goodOrBad(verdict)
  if (stance === undefined || kind === undefined) return false
  const said = stanceOf(reason, stance)
  return said !== undefined && said !== kind
}
