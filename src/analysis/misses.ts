import { type Chunk, rankOf } from '../core/chunk.ts'
import type { Response } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { TestCase } from '../core/test-case.ts'
import { cutText } from './cut-text.ts'
import type { MarkTable } from './response-marks.ts'
import type { RetrievalMiss } from './run-report.ts'
import type { ScoreRow } from './score-row.ts'

/** Takes the scores of `hit_rate` metrics, then the responses. */
export interface MissCollector {
  addScore(row: ScoreRow): void
  /** Whether the response of this key is a miss. */
  lists(key: string): boolean
  addResponse(response: Response, testCase: TestCase): void
  finish(): RetrievalMiss[]
}

const HIT_RATE = /^hit_rate(?:@(\d+))?$/
const MOST_NAME = 200
const MOST_BEGINNING = 60

/** The retrieval misses: every response with hit rate 0, with what was expected and what the first k chunks were instead. */
export function createMissCollector(marks: Pick<MarkTable, 'marksOf'>): MissCollector {
  const missed = new Map<string, string[]>()
  const misses: RetrievalMiss[] = []
  return {
    addScore(row) {
      if (row.outcome.status !== 'scored' || row.outcome.value !== 0 || !HIT_RATE.test(row.metric)) return
      const key = responseKey(row)
      missed.set(key, [...(missed.get(key) ?? []), row.metric])
    },
    lists: (key) => missed.has(key),
    addResponse(response, testCase) {
      for (const metric of missed.get(responseKey(response)) ?? []) {
        const k = HIT_RATE.exec(metric)?.[1]
        misses.push({
          configuration: response.configuration,
          test_case_id: response.test_case_id,
          repeat: response.repeat,
          user_input: cutText(testCase.user_input),
          metric,
          expected: expectedOf(testCase),
          found: foundIn(response.retrieved_contexts ?? [], testCase, k === undefined ? undefined : Number(k)),
          state: marks.marksOf(response).state,
        })
      }
    },
    finish: () => misses,
  }
}

/** Expected sources and ids, and what `relevance` grades above 0, each once. */
function expectedOf({ expected_sources, reference_context_ids, relevance }: TestCase): string[] {
  const relevant = Object.entries(relevance ?? {}).filter(([, grade]) => grade > 0)
  const names = [...(expected_sources ?? []), ...(reference_context_ids ?? []), ...relevant.map(([name]) => name)]
  return [...new Set(names)].map((name) => cutText(name, MOST_NAME))
}

function foundIn(chunks: readonly Chunk[], testCase: TestCase, k: number | undefined): string[] {
  const byId = testCase.expected_sources === undefined && testCase.reference_context_ids !== undefined
  return chunks
    .filter((chunk, index) => k === undefined || rankOf(chunk, index) <= k)
    .map(({ id, source, text }) => {
      const name = byId ? (id ?? source) : (source ?? id)
      return name === undefined ? cutText(text.replace(/\s+/g, ' ').trim(), MOST_BEGINNING) : cutText(name, MOST_NAME)
    })
}
