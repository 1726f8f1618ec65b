import { z } from 'zod'
import { type RefusalFinding, refusalState } from '../../text/refusal.ts'

/** Option of the metrics that tell refusals apart: further phrases of refusing, beside the built-in ones and the configuration's. */
export const phrases = z.array(z.string().min(1)).default([])

interface PhraseContext {
  refusalPhrases: readonly string[]
  options: { phrases: readonly string[] }
}

/** The phrases of the configuration and those of the metric's options, together. */
export function phrasesOf({ refusalPhrases, options }: PhraseContext): readonly string[] {
  if (options.phrases.length === 0) return refusalPhrases
  return refusalPhrases.length === 0 ? options.phrases : [...refusalPhrases, ...options.phrases]
}

/** The last finding: several metrics ask about the same response one after another, and finding out is the dearest part of each. */
let last: { response: string; phrases: readonly string[]; finding: RefusalFinding } | undefined

/** Whether a response answers, declines, does both or neither, given the phrases in force. */
export function refusalOf(response: string, context: PhraseContext): RefusalFinding {
  const inForce = phrasesOf(context)
  if (last?.response === response && isSame(last.phrases, inForce)) return last.finding
  last = { response, phrases: inForce, finding: refusalState(response, { phrases: inForce }) }
  return last.finding
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((phrase, index) => phrase === b[index]))
}
