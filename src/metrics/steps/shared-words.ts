import type { Item } from '../../judge/judge.ts'
import { contentTokens, tokens } from '../../text/tokens.ts'

/** Tells how many different content words of a claim each passage holds, in the order of the passages. */
export function sharedWordCounter(passages: readonly Item[]): (claim: string) => number[] {
  const held = passages.map(({ text }) => new Set(tokens(text, { foldScript: true })))
  return (claim) => {
    const wanted = new Set(contentTokens(claim, { foldScript: true }))
    return held.map((words) => [...wanted].filter((word) => words.has(word)).length)
  }
}

/** For each claim the id of the passage that shares most words with it, the first of equals; null when none shares any. */
export function carryingPassages(claims: readonly Item[], passages: readonly Item[]): Map<string, string | null> {
  const count = sharedWordCounter(passages)
  return new Map(
    claims.map(({ id, text }) => {
      const shared = count(text)
      const most = Math.max(0, ...shared)
      return [id, most === 0 ? null : (passages[shared.indexOf(most)]?.id ?? null)]
    }),
  )
}
