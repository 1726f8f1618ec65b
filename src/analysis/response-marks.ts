import type { Run } from '../core/run.ts'
import type { RefusalState } from '../text/refusal.ts'
import type { CaseIndex } from './case-index.ts'
import type { NamedCase } from './run-report.ts'
import type { ScoreRow } from './score-row.ts'

/** The four states in which a response can be, as the labels of the metric `refusal`. */
export const REFUSAL_STATES: readonly RefusalState[] = ['answered', 'declined', 'both', 'neither']

/** What the scores of one response say of it. */
export interface ResponseMarks {
  /** What the response did; null while `refusal` has not scored it. */
  state: RefusalState | null
  /** Whether the {@link retrievalMetricOf} found anything that was expected. */
  retrieval: 'missed' | 'found' | 'unknown'
  /** The value of the {@link referenceMetricOf}; null when it is not scored. */
  likeness: number | null
}

/** Remembers of every response what lists say of it, 9 bytes a response, whatever order its scores come in. */
export interface MarkTable {
  addScore(row: ScoreRow): void
  marksOf(response: Pick<NamedCase, 'configuration' | 'test_case_id' | 'repeat'>): ResponseMarks
}

/** Metrics that compare a response with its reference, the one that tells most of a free answer first. */
const REFERENCE_METRICS = [
  'token_recall',
  'token_f1',
  'rouge_l',
  'exact_match',
  'string_similarity',
  'chrf',
  'bleu',
  'rouge_1',
]

/** The metric of a run by which answers are compared with their references; undefined when it has none. */
export function referenceMetricOf({ metrics }: Pick<Run, 'metrics'>): string | undefined {
  return REFERENCE_METRICS.find((name) => metrics.some(({ metric }) => metric === name))
}

/** The metric of a run that says whether retrieval missed: the hit rate, else the recall, of the smallest k. */
export function retrievalMetricOf({ metrics }: Pick<Run, 'metrics'>): string | undefined {
  return strictest(metrics, /^hit_rate(?:@(\d+))?$/) ?? strictest(metrics, /^recall(?:@(\d+))?$/)
}

function strictest(metrics: Run['metrics'], family: RegExp): string | undefined {
  const k = (name: string) => Number(family.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)
  const names = metrics.map(({ metric }) => metric).filter((name) => family.test(name))
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || k(name) < k(best) ? name : best),
    undefined,
  )
}

/** A byte of a response: the lowest three bits its refusal state, the next two its retrieval. */
const STATE_BITS = 0b111
const MISSED = 0b01000
const FOUND = 0b10000

interface Column {
  bytes: Uint8Array
  /** NaN where there is no value; empty when the run compares with no reference. */
  values: Float64Array
}

export function createMarkTable(run: Run, cases: CaseIndex): MarkTable {
  const likeness = referenceMetricOf(run)
  const retrieval = retrievalMetricOf(run)
  const columns = new Map<string, Column>()
  const nameOf = (row: { configuration: string; repeat: number }) => `${row.repeat}\u0000${row.configuration}`
  const columnFor = (row: ScoreRow, place: number): Column => {
    const name = nameOf(row)
    const known = columns.get(name) ?? { bytes: new Uint8Array(0), values: new Float64Array(0) }
    if (place < known.bytes.length) return known
    const size = Math.max(64, place + 1, known.bytes.length * 2)
    const bigger = {
      bytes: new Uint8Array(size),
      values: new Float64Array(likeness === undefined ? 0 : size).fill(NaN),
    }
    bigger.bytes.set(known.bytes)
    bigger.values.set(known.values)
    columns.set(name, bigger)
    return bigger
  }
  return {
    addScore(row) {
      const { metric, outcome } = row
      const isMarked = metric === 'refusal' || metric === likeness || metric === retrieval
      if (!isMarked || outcome.status !== 'scored') return
      const place = cases.indexOf(row.test_case_id)
      const { bytes, values } = columnFor(row, place)
      if (metric === likeness) values[place] = outcome.value
      else bytes[place] = (bytes[place] ?? 0) | byteOf(metric, outcome.value, outcome.label)
    },
    marksOf(response) {
      const place = cases.indexOf(response.test_case_id)
      const column = columns.get(nameOf(response))
      const byte = column?.bytes[place] ?? 0
      const value = column?.values[place] ?? Number.NaN
      return {
        state: REFUSAL_STATES[(byte & STATE_BITS) - 1] ?? null,
        retrieval: byte & MISSED ? 'missed' : byte & FOUND ? 'found' : 'unknown',
        likeness: Number.isNaN(value) ? null : value,
      }
    },
  }
}

function byteOf(metric: string, value: number, label: string | undefined): number {
  const labels: readonly (string | undefined)[] = REFUSAL_STATES
  if (metric === 'refusal') return labels.indexOf(label) + 1
  return value === 0 ? MISSED : FOUND
}
