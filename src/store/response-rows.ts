import type { Selectable } from 'kysely'
import type { Response, ResponseFacts, SystemError } from '../core/response.ts'
import { fromJson, toJsonOrNull } from './json.ts'
import type { ResponsesTable } from './schema.ts'
import { fromText, fromTextOrNull, toText, toTextOrNull } from './stored-text.ts'

/** The columns of a response that come from its record, in the order in which they are written. */
export const RESPONSE_COLUMNS = [
  'test_case_id',
  'configuration',
  'repeat',
  'asked_key',
  'created_at',
  'latency_ms',
  'error_code',
  'error_message',
  'usage',
  'problems',
  'response',
  'retrieved_contexts',
] as const
export type ResponseRow = Pick<Selectable<ResponsesTable>, (typeof RESPONSE_COLUMNS)[number]>

/** A response as it is stored; texts become well-formed. */
export function toResponseRow(response: Response): ResponseRow {
  return {
    test_case_id: toText(response.test_case_id),
    configuration: toText(response.configuration),
    repeat: response.repeat,
    asked_key: toText(response.asked_key),
    created_at: response.created_at,
    latency_ms: response.latency_ms,
    error_code: response.error?.code ?? null,
    error_message: toTextOrNull(response.error?.message),
    usage: toJsonOrNull(response.usage),
    problems: toJsonOrNull(response.problems),
    response: toTextOrNull(response.response),
    retrieved_contexts: toJsonOrNull(response.retrieved_contexts),
  }
}

/** The response that a row holds; `location` names the store where it is damaged. */
export function fromResponseRow(runId: string, row: ResponseRow, location: string): Response {
  const response: Response = {
    ...factsOfRow(runId, row, location),
    response: fromTextOrNull(row.response),
    created_at: row.created_at,
  }
  if (row.retrieved_contexts !== null) response.retrieved_contexts = fromJson(row.retrieved_contexts, location)
  if (row.usage !== null) response.usage = fromJson(row.usage, location)
  return response
}

/** The same without what the response says. */
export function factsOfRow(
  runId: string,
  row: Omit<ResponseRow, 'response' | 'retrieved_contexts' | 'usage' | 'created_at'>,
  location: string,
): ResponseFacts {
  const facts: ResponseFacts = {
    run_id: runId,
    configuration: fromText(row.configuration),
    test_case_id: fromText(row.test_case_id),
    repeat: row.repeat,
    latency_ms: row.latency_ms,
    asked_key: fromText(row.asked_key),
  }
  if (row.problems !== null) facts.problems = fromJson(row.problems, location)
  if (row.error_code !== null) {
    facts.error = { code: row.error_code as SystemError['code'], message: fromText(row.error_message ?? '') }
  }
  return facts
}
