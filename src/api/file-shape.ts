import { RagstoneError } from '../core/errors.ts'
import { type ColumnUse, columnUse, listedColumns, missingColumn } from '../files/column-use.ts'
import { type CanonicalRow, fieldReader } from '../files/fields.ts'
import { readRows } from '../files/rows.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { citationMarkers } from '../text/citations.ts'
import { type FileJob, readingOf } from './file-rows.ts'

/** What the first rows of a file of answers hold. */
export interface FileShape {
  columns: ColumnUse
  /** Fields for which at least one of the rows has a value. */
  filled: ReadonlySet<string>
  /** Whether a response holds a citation marker. */
  cites: boolean
}

/** How many rows are looked at before a run is started. */
const ROWS = 100

/** Looks at the first rows of a file; refuses one that has no column for the question. */
export async function inspectFile(job: FileJob): Promise<FileShape> {
  const reader = fieldReader(readingOf(job))
  const columns = columnUse(readingOf(job))
  const filled = new Set<string>()
  let cites = false
  let count = 0
  for await (const row of readRows(job.file)) {
    columns.add(row)
    const canonical = reader.read(row)
    for (const field of Object.keys(canonical)) filled.add(field)
    cites ||= canonical.response !== undefined && citationMarkers(canonical.response).length > 0
    count += 1
    if (count >= ROWS) break
  }
  const shape = { columns, filled, cites }
  if (!hasColumn(columns, 'user_input')) throw missingColumn(job.file, 'user_input', columns)
  return shape
}

function hasColumn(columns: ColumnUse, field: string): boolean {
  return columns.read.some((one) => one.field === field)
}

/**
 * Refuses a file in which no row has a place for the response. Legal without: rows of which some hold the error in its
 * place, and metrics that were named and do not look at it.
 */
export async function requireResponses(
  job: FileJob,
  { columns }: FileShape,
  named: readonly ConfiguredMetric[] | undefined,
): Promise<void> {
  const needed = named === undefined || named.some(({ definition }) => definition.needs.includes('response'))
  const isThere = () => hasColumn(columns, 'response') || hasColumn(columns, 'error')
  if (!needed || isThere()) return
  for await (const row of readRows(job.file)) {
    columns.add(row)
    if (isThere()) return
  }
  throw missingColumn(
    job.file,
    'response',
    columns,
    'a file that only retrieves is scored by naming such metrics alone, as in --metric hit_rate@3',
  )
}

/** Without metrics named: those for which the first rows have the fields. */
export function fittingMetrics(file: string, { columns, filled, cites }: FileShape): string[] {
  const hasResponse = hasColumn(columns, 'response')
  const hasContexts = filled.has('retrieved_contexts')
  const metrics: string[] = []
  if (hasContexts && (filled.has('expected_sources') || filled.has('reference_context_ids'))) {
    metrics.push('hit_rate@3', 'mrr')
  }
  if (hasResponse) metrics.push('refusal')
  if (hasResponse && hasContexts) metrics.push('k_precision')
  if (hasResponse && hasContexts && cites) metrics.push('citation_presence')
  if (hasResponse && filled.has('reference')) metrics.push('token_f1', 'rouge_l')
  if (metrics.length > 0) return metrics
  throw new RagstoneError('nothing_to_score', `${file}: no field that a metric could score`, {
    hint: 'rows need a response or retrieved_contexts (names of other tools are understood), or map them with --field',
  })
}

/** What a reader should know of how the columns were understood: nothing where all have Ragstone's own names. */
export function columnNotes({ columns: { read, unused } }: FileShape): string[] {
  const renamed = read.some(({ column, field }) => column !== field)
  const pairs = read.map(({ column, field }) => (column === field ? column : `${column} -> ${field}`))
  return [
    ...(renamed ? [`read: ${listedColumns(pairs)}`] : []),
    ...(unused.size > 0 ? [`not used: ${listedColumns(unused)}`] : []),
  ]
}

/** Watches whether rows say that they are answerable. */
export function answerableWatch() {
  let rows = 0
  let said = 0
  let withReference = 0
  return {
    add(row: CanonicalRow): void {
      rows += 1
      // A place for the expected source says it too: filled or left empty.
      if (row.answerable !== undefined || row.expected_sources !== undefined) said += 1
      if (row.reference !== undefined) withReference += 1
    },
    /** How to mark unanswerable rows, where refusals are scored and no row says anything about it; else undefined. */
    note(metrics: readonly ConfiguredMetric[]): string | undefined {
      if (rows === 0 || said > 0 || !metrics.some(({ definition }) => definition.name === 'refusal')) return undefined
      const blank = withReference > 0 ? rows - withReference : 0
      const hint = blank === 0 ? '' : ` (${blank} of ${rows} have no reference)`
      return `refusal: no row says whether it is answerable, so all count as answerable and every refusal as a fault${hint}; mark the rows that the documents do not answer with a column "answerable" that says false there`
    },
  }
}
