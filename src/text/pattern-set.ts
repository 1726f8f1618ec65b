import { foldHan } from './han-scripts.ts'

/** Patterns of which one is enough. */
export interface PatternSet {
  test(prepared: string): boolean
}

/** One pattern for prepared sentences that is found where one of several is; written in either script. */
export function oneOf(...sources: readonly string[]): RegExp {
  return new RegExp(foldHan(sources.map((source) => `(?:${source})`).join('|')), 'u')
}

/**
 * Like {@link oneOf}, for a yes or no. Those patterns that begin with ^ are kept apart and tried at the beginning alone; with
 * the others in one expression, they would be tried again at every place of the sentence. So one that begins with ^
 * must not have a second alternative outside brackets.
 */
export function anyOf(...sources: readonly string[]): PatternSet {
  const atStart = sources.filter((source) => source.startsWith('^')).map((source) => source.slice(1))
  const anywhere = sources.filter((source) => !source.startsWith('^'))
  const start = new RegExp(`^(?:${oneOf(...atStart).source})`, 'u')
  if (anywhere.length === 0) return start
  const loose = oneOf(...anywhere)
  return atStart.length === 0 ? loose : { test: (prepared) => start.test(prepared) || loose.test(prepared) }
}
