import type { Generated, Kysely } from 'kysely'

/** One row: which version of the tables the store has. */
export interface FormatTable {
  version: number
}

/** `record` is the whole run as JSON; the other columns find it. */
export interface RunsTable {
  run_key: Generated<number>
  id: string
  name: string
  created_at: string
  record: string
}

/** The process that has a run to itself, see `claims.ts`. Times are milliseconds since 1970. */
export interface ClaimsTable {
  run_key: number
  token: string
  host: string
  pid: number
  /** When the process started, as its operating system says it; empty where that cannot be read. */
  process_start: string
  refreshed_at: number
}

/** `record` is the test case as JSON; `hash` changes with it. */
export interface TestCasesTable {
  case_key: Generated<number>
  run_key: number
  id: string
  position: number
  hash: string
  record: string
}

/** `revision` counts how often the case was asked. Long texts stand last: a query that needs none does not read past them. */
export interface ResponsesTable {
  response_id: Generated<number>
  run_key: number
  test_case_id: string
  configuration: string
  repeat: number
  revision: number
  asked_key: string
  created_at: string
  latency_ms: number | null
  error_code: string | null
  error_message: string | null
  usage: string | null
  problems: string | null
  response: string | null
  retrieved_contexts: string | null
}

/** A metric with the version and judge under which a run has scores, so that a score carries one number for all three. */
export interface MetricsTable {
  metric_key: Generated<number>
  run_key: number
  metric: string
  metric_version: string
  judge: string
  direction: string
}

/** `low` and `high` are the bounds of an NA. `steps` is JSON. `grading` says how verdicts of a judge were read. */
export interface ScoresTable {
  response_id: number
  metric_key: number
  status: string
  value: number | null
  k: number | null
  n: number | null
  label: string | null
  reason: string | null
  detail: string | null
  low: number | null
  high: number | null
  steps: string
  grading: string | null
  verdict_value: number | null
}

export interface GradesTable {
  response_id: number
  grader: string
  verdict: string
  note: string | null
  at: string
  mark: number | null
  right_above: number | null
  sampling: string | null
}

/** The order in which a person is asked; `record` is it as JSON. */
export interface GradingSessionsTable {
  run_key: number
  grader: string
  record: string
}

/** What many exchanges have in common, as JSON: the model, all of the request but its last message. `hash` finds it. */
export interface ExchangeFormsTable {
  form_key: Generated<number>
  hash: string
  provider: string
  model: string
  bytes: number
  form: string
}

/** An exchange without its texts. Of all exchanges with one `key` at most one has `usable` = 1. `bytes` are its record's. */
export interface ExchangesTable {
  exchange_key: Generated<number>
  exchange_id: string
  key: string
  usable: number
  form_key: number
  created_at: string
  bytes: number
}

/** `record` is the rest of the exchange as JSON: the last message and what came back. */
export interface ExchangeRecordsTable {
  exchange_key: number
  record: string
}

/** Where the verdict on an item stands. A row goes when its exchange becomes unusable. */
export interface JudgeItemsTable {
  item_key: string
  exchange_key: number
  item_id: string
}

/** Which exchanges a score is made of. */
export interface ExchangeUsesTable {
  response_id: number
  metric_key: number
  exchange_key: number
}

/** `vector` are 32-bit floats, lowest byte first. */
export interface VectorsTable {
  vector_key: string
  created_at: string
  bytes: number
  vector: Uint8Array
}

/** What was learnt of a judge model; `value` is JSON. */
export interface JudgeFactsTable {
  model_key: string
  name: string
  value: string
}

/** How many questions were answered without a call. */
export interface JudgeHitsTable {
  model_key: string
  hits: number
}

/** The tables of a store. The first tells a store from any other database. */
export interface Tables {
  ragstone_format: FormatTable
  runs: RunsTable
  claims: ClaimsTable
  test_cases: TestCasesTable
  responses: ResponsesTable
  metrics: MetricsTable
  scores: ScoresTable
  grades: GradesTable
  grading_sessions: GradingSessionsTable
  exchange_forms: ExchangeFormsTable
  exchanges: ExchangesTable
  exchange_records: ExchangeRecordsTable
  judge_items: JudgeItemsTable
  exchange_uses: ExchangeUsesTable
  vectors: VectorsTable
  judge_facts: JudgeFactsTable
  judge_hits: JudgeHitsTable
}

/** A connection to a store, or a transaction on it. */
export type Database = Kysely<Tables>
