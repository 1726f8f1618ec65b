import type { TokenProbability } from '../../core/exchange.ts'

/**
 * The candidates for the first token of a reply in the form of OpenAI's chat completions, likeliest first:
 * `choices[0].logprobs.content[0]`, or the older `logprobs.{tokens, token_logprobs, top_logprobs}` that some servers keep.
 * Undefined when the body has none.
 */
export function openaiFirstToken(body: unknown): TokenProbability[] | undefined {
  const logprobs = at(at(at(at(body, 'choices'), 0), 'logprobs'))
  const first = at(at(logprobs, 'content'), 0)
  if (first !== undefined) return tokenCandidates(first)
  const chosen = { token: at(at(logprobs, 'tokens'), 0), logprob: at(at(logprobs, 'token_logprobs'), 0) }
  const others = Object.entries(at(at(logprobs, 'top_logprobs'), 0) ?? {}).map(([token, logprob]) => ({
    token,
    logprob,
  }))
  return candidates([chosen, ...others], 'logprob')
}

/** The candidates in one entry `{token, logprob, top_logprobs}`. */
export function tokenCandidates(entry: unknown): TokenProbability[] | undefined {
  return candidates([entry, ...list(at(entry, 'top_logprobs'))], 'logprob')
}

/** The same in the form of Gemini: `candidates[0].logprobsResult`. */
export function googleFirstToken(body: unknown): TokenProbability[] | undefined {
  const result = at(at(at(body, 'candidates'), 0), 'logprobsResult')
  const chosen = at(at(result, 'chosenCandidates'), 0)
  const top = list(at(at(at(result, 'topCandidates'), 0), 'candidates'))
  return candidates([chosen, ...top], 'logProbability')
}

/** Each token once, with what is a number; servers write minus infinity as null or leave it out. */
function candidates(entries: readonly unknown[], key: string): TokenProbability[] | undefined {
  const byToken = new Map<string, number>()
  for (const entry of entries) {
    const token = at(entry, 'token')
    const logprob = at(entry, key)
    if (typeof token !== 'string' || typeof logprob !== 'number' || !Number.isFinite(logprob)) continue
    byToken.set(token, Math.max(logprob, byToken.get(token) ?? Number.NEGATIVE_INFINITY))
  }
  if (byToken.size === 0) return undefined
  return [...byToken].map(([token, logprob]) => ({ token, logprob })).sort((a, b) => b.logprob - a.logprob)
}

function at(value: unknown, key?: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return key === undefined ? value : (value as Record<string | number, unknown>)[key]
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
