import { isBlank, matchKey } from './normalize.ts'

export type RefusalState = 'answered' | 'declined' | 'both' | 'neither'
export interface RefusalFinding {
  state: RefusalState
  /** The parts of the response that decided, verbatim. */
  evidence: string[]
}

export function refusalState(response: string, options: { phrases?: readonly string[] } = {}): RefusalFinding {
  if (isBlank(response)) return { state: 'neither', evidence: [] }
  const key = matchKey(response)
  const phrases = ["I don't know", '找不到', '無法回答', '沒有提到', ...(options.phrases ?? [])]
  const found = phrases.filter((phrase) => key.includes(matchKey(phrase)))
  return found.length > 0 ? { state: 'declined', evidence: found } : { state: 'answered', evidence: [response] }
}
