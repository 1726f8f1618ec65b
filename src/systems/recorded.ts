import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RecordedSystemConfig } from '../core/config.ts'
import { type CanonicalRow, type FieldReader, fieldReader } from '../files/fields.ts'
import { type Row, readRowAt, readRows } from '../files/rows.ts'
import type { SystemContext } from './context.ts'
import type { Outcome } from './exchange.ts'
import { recordedIndex } from './recorded-index.ts'
import { contextProblems, failed } from './reply.ts'
import { shown } from './show.ts'
import type { System, SystemReply } from './system.ts'

/** The rows of a file of answers by number, whether they are held in memory or read again. */
interface RecordedRows {
  row(number: number): Promise<{ row: CanonicalRow; mended: boolean }>
  close(): Promise<void>
}

/**
 * Answers made elsewhere, one row each: found by `test_case_id` (or `id`), else by an equal `user_input`; rows may name
 * a `configuration` and a `repeat`. The whole file is checked when it is opened. Of a jsonl file only an index is held
 * in memory, other formats are held whole. The latency is that of the row, null when it names none.
 */
export async function openRecordedSystem(config: RecordedSystemConfig, context: SystemContext): Promise<System> {
  const file = resolve(context.folder, config.recorded)
  const index = recordedIndex(config.recorded)
  const rows = await loadRows(file, config, (row) => index.add(row))
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
      if (found === undefined) {
        const { configuration, repeat, user_input } = request
        const what = `configuration "${configuration.name}", repeat ${repeat}, test_case_id "${test_case_id}" or user_input "${shown(user_input, 80)}"`
        return { ...failed('not_recorded', `${config.recorded} has no answer for ${what}`), latency_ms: null }
      }
      const { row, mended } = await rows.row(found.row)
      signal.throwIfAborted()
      const reply = replyOf(row, mended)
      if (found.by === 'id' || row.id === undefined) return reply
      const problem = `found by its user_input; the row's id is "${shown(row.id, 80)}"`
      return { ...reply, problems: [...(reply.problems ?? []), problem] }
    },
    close: () => rows.close(),
  }
}

async function loadRows(
  file: string,
  config: RecordedSystemConfig,
  add: (row: CanonicalRow) => void,
): Promise<RecordedRows> {
  const { fields } = config
  const reader = fieldReader({ expects: 'response', ...(fields === undefined ? {} : { fields }) })
  const held: { row: CanonicalRow; mended: boolean }[] = []
  const spans = new Spans()
  for await (const row of readRows(file)) {
    const canonical = reader.read(row)
    add(canonical)
    const mended = (row.replaced ?? 0) > 0
    if (row.span === undefined) held.push({ row: canonical, mended })
    else spans.add(row, mended)
  }
  reader.finish()
  return spans.count > 0 ? await rereadRows(file, spans, reader) : heldRows(held)
}

function heldRows(held: readonly { row: CanonicalRow; mended: boolean }[]): RecordedRows {
  return {
    async row(number) {
      const found = held[number]
      if (found === undefined) throw new Error(`no row ${number}`)
      return found
    },
    async close() {},
  }
}

async function rereadRows(file: string, spans: Spans, reader: FieldReader): Promise<RecordedRows> {
  const handle: FileHandle = await open(file, 'r')
  let closed: Promise<void> | undefined
  return {
    async row(number) {
      const { span, place, mended } = spans.at(number, file)
      const value = await readRowAt(handle, span)
      return { row: reader.read({ value, place }), mended }
    },
    close() {
      closed ??= handle.close()
      return closed
    },
  }
}

/** Where the rows of a jsonl file are: three numbers a row. */
class Spans {
  readonly #offsets: number[] = []
  readonly #lengths: number[] = []
  readonly #lines: number[] = []
  readonly #mended = new Set<number>()

  get count(): number {
    return this.#offsets.length
  }

  add({ span, place }: Row, mended: boolean): void {
    if (mended) this.#mended.add(this.count)
    this.#offsets.push(span?.offset ?? 0)
    this.#lengths.push(span?.length ?? 0)
    this.#lines.push(place.line ?? 0)
  }

  at(number: number, file: string) {
    const span = { offset: this.#offsets[number] ?? 0, length: this.#lengths[number] ?? 0 }
    const place = { file, line: this.#lines[number] ?? 0, row: number + 1 }
    return { span, place, mended: this.#mended.has(number) }
  }
}

function replyOf(row: CanonicalRow, mended: boolean): SystemReply {
  const outcome = outcomeOf(row, mended)
  const problems: string[] = []
  if (row.retrieved_contexts !== undefined) {
    outcome.retrieved_contexts = row.retrieved_contexts.chunks
    problems.push(...contextProblems(row.retrieved_contexts.problems))
  }
  if (row.usage !== undefined) outcome.usage = row.usage
  if (mended && outcome.error === undefined)
    problems.push('the row held half of a character (a lone surrogate), now U+FFFD')
  if (problems.length > 0) outcome.problems = problems
  return { ...outcome, latency_ms: row.latency_ms ?? null }
}

function outcomeOf(row: CanonicalRow, mended: boolean): Outcome {
  if (row.error !== undefined) return failed('reported', shown(row.error))
  if (row.response === undefined) {
    if (row.retrieved_contexts !== undefined) return { response: null }
    const unknown =
      row.unknown.length === 0 ? '' : `; columns that are not understood: ${row.unknown.slice(0, 10).join(', ')}`
    return failed('unreadable_reply', `the row has no response${unknown}`)
  }
  if (mended && row.response.includes('\ufffd')) {
    const what = 'the response holds half of a character (a lone surrogate), replaced here by U+FFFD'
    return failed('invalid_text', `${what}: ${shown(row.response)}`)
  }
  return { response: row.response }
}
