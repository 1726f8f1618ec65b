import { resolve } from 'node:path'
import type { RecordedSystemConfig } from '../core/config.ts'
import { type CanonicalRow, type FieldReader, fieldReader } from '../files/fields.ts'
import type { SystemContext } from './context.ts'
import type { Outcome } from './exchange.ts'
import { recordedIndex } from './recorded-index.ts'
import { loadRows } from './recorded-rows.ts'
import { contextProblems, failed } from './reply.ts'
import { shown } from './show.ts'
import type { System, SystemReply, SystemRequest } from './system.ts'

/** In a path of `fields`, stands for the name of the configuration that is asked. */
const CONFIGURATION = '{{configuration.name}}'

/**
 * Answers made elsewhere, one row each: found by `test_case_id` (or `id`), else by an equal `user_input`; rows may name
 * a `configuration` and a `repeat`. A row may also hold the answers of all configurations: then a path of `fields` says
 * which, for example `{response: 'results."{{configuration.name}}"'}`. The whole file is checked when it is opened. Of a
 * jsonl file only an index is held in memory. The latency is that of the row, null when it names none.
 */
export async function openRecordedSystem(config: RecordedSystemConfig, context: SystemContext): Promise<System> {
  const readers = fieldReaders(config.fields ?? {})
  const index = recordedIndex(config.recorded)
  const rows = await loadRows(resolve(context.folder, config.recorded), (row) => index.add(readers.common.read(row)))
  readers.common.finish()
  return {
    identity: {
      kind: 'recorded',
      recorded: config.recorded,
      ...(config.fields === undefined ? {} : { fields: config.fields }),
    },
    concurrency: config.concurrency,
    async ask(request, { signal, test_case_id }) {
      signal.throwIfAborted()
      const found = index.find(request, test_case_id)
      if (found === undefined) return notRecorded(config.recorded, request, test_case_id)
      const row = await rows.row(found.row)
      signal.throwIfAborted()
      const canonical = readers.of(request.configuration.name).read(row)
      const reply = replyOf(canonical, (row.replaced ?? 0) > 0)
      if (found.by === 'id' || canonical.id === undefined) return reply
      const problem = `found by its user_input; the row's id is "${shown(canonical.id, 80)}"`
      return { ...reply, problems: [...(reply.problems ?? []), problem] }
    },
    close: () => rows.close(),
  }
}

/** `common` reads what does not depend on the configuration, `of` all of it. */
function fieldReaders(fields: Readonly<Record<string, string>>) {
  const entries = Object.entries(fields)
  const fixed = entries.filter(([, path]) => !path.includes(CONFIGURATION))
  const common = fieldReader({ expects: 'response', fields: Object.fromEntries(fixed) })
  const byConfiguration = new Map<string, FieldReader>()
  const of = (name: string): FieldReader => {
    if (fixed.length === entries.length) return common
    const known = byConfiguration.get(name)
    if (known !== undefined) return known
    const filled = entries.map(([field, path]) => [field, path.replaceAll(CONFIGURATION, () => name)])
    const reader = fieldReader({ expects: 'response', fields: Object.fromEntries(filled) })
    byConfiguration.set(name, reader)
    return reader
  }
  return { common, of }
}

function notRecorded(file: string, request: SystemRequest, testCaseId: string): SystemReply {
  const { configuration, repeat, user_input } = request
  const asked = `configuration "${configuration.name}", repeat ${repeat}`
  const message = `${file} has no answer for ${asked}, test_case_id "${testCaseId}" or user_input "${shown(user_input, 80)}"`
  return { ...failed('not_recorded', message), latency_ms: null }
}

function replyOf(row: CanonicalRow, mended: boolean): SystemReply {
  const outcome = outcomeOf(row, mended)
  const problems: string[] = []
  if (row.retrieved_contexts !== undefined) {
    outcome.retrieved_contexts = row.retrieved_contexts.chunks
    problems.push(...contextProblems(row.retrieved_contexts.problems))
  }
  if (row.usage !== undefined) outcome.usage = row.usage
  if (mended && outcome.error === undefined) {
    problems.push('the row held half of a character (a lone surrogate), now U+FFFD')
  }
  if (problems.length > 0) outcome.problems = problems
  return { ...outcome, latency_ms: row.latency_ms ?? null }
}

function outcomeOf(row: CanonicalRow, mended: boolean): Outcome {
  if (row.error !== undefined) return failed('reported', shown(row.error))
  if (row.response === undefined) {
    if (row.retrieved_contexts !== undefined) return { response: null }
    const { unknown } = row
    const columns = unknown.length === 0 ? '' : `; columns that are not understood: ${unknown.slice(0, 10).join(', ')}`
    return failed('unreadable_reply', `the row has no response${columns}`)
  }
  if (mended && row.response.includes('\ufffd')) {
    const what = 'the response holds half of a character (a lone surrogate), replaced here by U+FFFD'
    return failed('invalid_text', `${what}: ${shown(row.response)}`)
  }
  return { response: row.response }
}
