import { z } from 'zod'
import { type Chunk, rankOf } from '../../core/chunk.ts'
import type { Sample } from '../../core/sample.ts'
import { type NaOutcome, na } from '../../core/score.ts'
import type { RuleRecorder } from '../metric.ts'
import { nothingIdentified } from '../rules/blank-retrieval.ts'
import { type JudgedItem, judgedItems, matcherOf, RELEVANCE_FIELDS } from './relevance.ts'

/** Options of a metric that can be written `name@k`. Without `k` all that was returned counts. */
export const atK = z.strictObject({ k: z.number().int().positive().optional() })

/** A relevant item at the rank where it was first found. `grade` is above 0. */
export interface Found {
  rank: number
  grade: number
}

/**
 * A retrieved list in the light of what is relevant. Ranks are 1-based and those of the list as the system returned it.
 * An item counts once, at the first chunk that carries it. A chunk that carries several at once (its source and its id
 * are both expected) stands for one item, with the highest of their grades.
 */
export interface Ranking {
  /** Rank of the last chunk; 0 when nothing was retrieved. */
  length: number
  /** Relevant items in order of rank. */
  found: Found[]
  /** Ranks of the chunks that carry a relevant item, also one found before; a repeat of the very same chunk is left out. */
  relevantRanks: number[]
  /** Grades of all relevant items, retrieved or not, highest first. */
  ideal: number[]
  /** Ranks at which an item judged not relevant (grade 0) was first found. */
  rejectedRanks: number[]
  /** How many items were judged not relevant, retrieved or not. */
  rejected: number
}

type Judged = Pick<Sample, (typeof RELEVANCE_FIELDS)[number]> & { retrieved_contexts: Chunk[] }
const NOTHING_RELEVANT = RELEVANCE_FIELDS.join(' or ')

/** Ranks named in a step; a longer list is cut there, never in the score. */
const SHOWN = 20

/**
 * Matches the retrieved chunks with what is relevant (see {@link judgedItems}). The order of the list is the ranking;
 * a chunk's `score` is not looked at.
 *
 * NA `missing_field` when nothing is marked as relevant or no chunk has an identity. When nothing was retrieved (an empty list, or only blank texts without identity) the ranking is empty and the rule `no_context` is
 * recorded, otherwise the rule `relevant_ranks`.
 */
export function rankRelevant(sample: Judged, context: RuleRecorder): Ranking | NaOutcome {
  const items = judgedItems(sample)
  if (!items.some((item) => item.grade > 0)) return na('missing_field', `${NOTHING_RELEVANT} marks nothing as relevant`)
  const chunks = sample.retrieved_contexts
  const blank = nothingIdentified(chunks)
  if (!blank && chunks.every((chunk) => chunk.source === undefined && chunk.id === undefined)) {
    return na('missing_field', 'no entry of retrieved_contexts has a source or an id to compare')
  }
  const ranking = rank(blank ? [] : chunks, items)
  if (blank) context.rule('no_context')
  else context.rule('relevant_ranks', { ranks: ranking.relevantRanks.slice(0, SHOWN), relevant: ranking.ideal.length })
  return ranking
}

/** Whether there is no ranking but a reason why. */
export function isNa(ranking: Ranking | NaOutcome): ranking is NaOutcome {
  return 'status' in ranking
}

function rank(chunks: readonly Chunk[], items: readonly JudgedItem[]): Ranking {
  const match = matcherOf(items)
  const carriers: Chunk[] = []
  const ranking: Ranking = { length: 0, found: [], relevantRanks: [], ideal: [], rejectedRanks: [], rejected: 0 }
  for (let index = 0; index < chunks.length; index += 1) {
    const chunk = chunks[index]
    if (chunk === undefined) continue
    const place = rankOf(chunk, index)
    ranking.length = place
    const matched = match(chunk)
    if (matched.length === 0) continue
    const best = findNow(matched)
    if (matched.every((item) => item.grade === 0)) {
      if (best !== undefined) ranking.rejectedRanks.push(place)
      continue
    }
    if (best !== undefined && best.grade > 0) ranking.found.push({ rank: place, grade: best.grade })
    if (!carriers.some((other) => isSameChunk(other, chunk))) ranking.relevantRanks.push(place)
    carriers.push(chunk)
  }
  for (const item of items) {
    if (item.grade === 0) ranking.rejected += 1
    else if (!item.absorbed) ranking.ideal.push(item.grade)
  }
  if (ranking.ideal.length > 1) ranking.ideal.sort((a, b) => b - a)
  return ranking
}

/** Marks the items that a chunk carries as found. Of those not found before the best stands for all: the others are the same thing under a second name. */
function findNow(matched: readonly JudgedItem[]): JudgedItem | undefined {
  let best: JudgedItem | undefined
  for (const item of matched) if (!item.found && (best === undefined || item.grade > best.grade)) best = item
  for (const item of matched) {
    if (!item.found && item !== best) item.absorbed = true
    item.found = true
  }
  return best
}

function isSameChunk(a: Chunk, b: Chunk): boolean {
  return a.id === b.id && a.source === b.source && a.text === b.text
}
