import { rankOf } from '../core/chunk.ts'
import type { Language } from '../core/config.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Response, SystemError } from '../core/response.ts'
import type { Direction, Outcome, Score, Step } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import { arithmeticOf, claimTexts, exchangesOf, type JudgedItem, judgedItems } from './judged-items.ts'

/** A retrieved text with its place in the list as the system returned it. */
export interface CaseChunk {
  rank: number
  id?: string
  source?: string
  score?: number
  text: string
}

/** What was judged, with its own text. */
export interface CaseItem extends JudgedItem {
  /** null where the steps do not tell it. */
  text: string | null
}

/** One metric on one response, with everything behind it. */
export interface CaseScore {
  metric: string
  metric_version: string
  judge: string
  direction: Direction
  outcome: Outcome
  /** The 95 % Wilson interval of k of n: how finely so few items tell. null without k of n. */
  resolution: [number, number] | null
  arithmetic: string | null
  items: CaseItem[]
  /** As stored; a step of a model names its exchange by id. */
  steps: Step[]
}

export interface CaseResponse {
  configuration: string
  repeat: number
  response: string | null
  error?: SystemError
  latency_ms: number | null
  retrieved_contexts: CaseChunk[]
  scores: CaseScore[]
}

/** Everything behind the scores of one test case of a run. */
export interface CasePage {
  run: { id: string; name: string }
  language: Language
  test_case: TestCase
  responses: CaseResponse[]
  /** Each exchange once, in the order in which the steps name them. */
  exchanges: Exchange[]
}

/** The responses to a case with their scores; scores of another metric version or judge than the run's are left to the caller. */
export function caseResponses(responses: readonly Response[], scores: readonly Score[]): CaseResponse[] {
  return responses.map((response) => {
    const { configuration, repeat, error, latency_ms } = response
    const chunks = (response.retrieved_contexts ?? []).map((chunk, index): CaseChunk => {
      const { id, source, score, text } = chunk
      return {
        rank: rankOf(chunk, index),
        ...(id === undefined ? {} : { id }),
        ...(source === undefined ? {} : { source }),
        ...(score === undefined ? {} : { score }),
        text,
      }
    })
    const own = scores.filter((score) => score.configuration === configuration && score.repeat === repeat)
    return {
      configuration,
      repeat,
      response: response.response,
      ...(error === undefined ? {} : { error }),
      latency_ms,
      retrieved_contexts: chunks,
      scores: own.map((score) => caseScore(score, response.response, chunks)),
    }
  })
}

/** Ids of all exchanges that the scores are made of, each once. */
export function exchangeIds(scores: readonly Score[]): string[] {
  return [...new Set(scores.flatMap(({ steps }) => steps.flatMap(exchangesOf)))]
}

function caseScore(score: Score, response: string | null, chunks: readonly CaseChunk[]): CaseScore {
  const { metric, metric_version, judge, direction, outcome, steps } = score
  const claims = claimTexts(steps)
  const textOf = ({ id, step }: JudgedItem): string | null => {
    if (step === 'chunk_usefulness') return chunks.find(({ rank }) => String(rank) === id)?.text ?? null
    if (step === 'correct') return response
    return claims.get(id) ?? null
  }
  const resolution = steps.find(({ step }) => step === 'arithmetic')?.resolution
  const isPair = Array.isArray(resolution) && resolution.length === 2
  return {
    metric,
    metric_version,
    judge,
    direction,
    outcome,
    resolution: isPair ? (resolution as [number, number]) : null,
    arithmetic: arithmeticOf(steps) ?? null,
    items: judgedItems(steps).map((item) => ({ ...item, text: textOf(item) })),
    steps,
  }
}
