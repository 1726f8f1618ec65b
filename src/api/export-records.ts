import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import { csvRows } from '../files/csv-write.ts'
import { parquetBytes } from '../files/parquet-write.ts'
import type { Store } from '../store/store.ts'
import { testSetCsv, testSetJsonl } from '../testset/write.ts'
import { exchangesOfRun, recording, stepRecords } from './export-exchanges.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export const EXPORT_KINDS = ['responses', 'scores', 'steps', 'exchanges', 'grades', 'test-set'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export type ExportFormat = 'jsonl' | 'csv' | 'parquet'

export interface ExportOptions extends ProjectOptions {
  what: ExportKind
  format: ExportFormat
  /** An id, a name or `latest` (the default). */
  run?: string
}

type Record_ = Record<string, unknown>

/**
 * The stored records of a run, one a line, as pieces of text (jsonl, csv) or bytes (parquet). CSV cells that a
 * spreadsheet would execute are defused; nested values are written as JSON.
 */
export async function* exportRecords(options: ExportOptions): AsyncIterable<string | Uint8Array> {
  const loaded = await openToRead(options)
  const store = await openProjectStore(options, loaded, { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const records = recordsOf(store, run, options.what)
    if (options.what === 'test-set' && options.format !== 'parquet') {
      yield* testSetText(store.testCases(run.id), options.format)
      return
    }
    if (options.what === 'exchanges' && options.format === 'jsonl') {
      yield* recording(store, run, loaded)
      return
    }
    if (options.format === 'jsonl') {
      for await (const record of records) yield `${JSON.stringify(record)}\n`
    } else if (options.format === 'csv') {
      yield* toCsv(records)
    } else {
      const rows: Record_[] = []
      for await (const record of records) rows.push(record)
      yield parquetBytes(rows)
    }
  } finally {
    await store.close()
  }
}

async function* recordsOf(store: Store, run: Run, what: ExportKind): AsyncIterable<Record_> {
  if (what === 'responses') yield* store.responses(run.id)
  else if (what === 'grades') yield* store.grades(run.id)
  else if (what === 'test-set') yield* store.testCases(run.id)
  else if (what === 'exchanges') yield* exchangesOfRun(store, run)
  else if (what === 'steps') yield* stepRecords(store, run)
  else for await (const { steps: _steps, outcome, ...score } of store.scores(run.id)) yield { ...score, ...outcome }
}

/** A test set as one writes it: it can be read back as it is. */
async function* testSetText(testCases: AsyncIterable<TestCase>, format: 'csv' | 'jsonl'): AsyncIterable<string> {
  const cases: TestCase[] = []
  for await (const testCase of testCases) cases.push(testCase)
  yield* format === 'csv' ? testSetCsv(cases) : testSetJsonl(cases)
}

/** Columns are those of all records, so the records are held until the last is seen. */
async function* toCsv(records: AsyncIterable<Record_>): AsyncIterable<string> {
  const rows: Record_[] = []
  const columns = new Set<string>()
  for await (const record of records) {
    for (const key of Object.keys(record)) columns.add(key)
    rows.push(record)
  }
  yield* csvRows([...columns], rows)
}
