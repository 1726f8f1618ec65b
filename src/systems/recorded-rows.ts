import { type FileHandle, open } from 'node:fs/promises'
import { type Row, readRowAt, readRows } from '../files/rows.ts'

/** The rows of a file by number, counted from 0. */
export interface RecordedRows {
  row(number: number): Promise<Row>
  /** Safe to call twice. */
  close(): Promise<void>
}

/**
 * Reads a file of rows once, handing each to `add`. Of a jsonl file only the places of the rows are kept and a row is
 * read again when it is wanted; the rows of other formats are held.
 */
export async function loadRows(file: string, add: (row: Row) => void): Promise<RecordedRows> {
  const held: Row[] = []
  const spans = new Spans()
  for await (const row of readRows(file)) {
    add(row)
    if (row.span === undefined) held.push(row)
    else spans.add(row)
  }
  return spans.count > 0 ? rereadRows(file, spans) : heldRows(held)
}

function heldRows(held: readonly Row[]): RecordedRows {
  return {
    async row(number) {
      const row = held[number]
      if (row === undefined) throw new Error(`no row ${number}`)
      return row
    },
    async close() {},
  }
}

async function rereadRows(file: string, spans: Spans): Promise<RecordedRows> {
  const handle: FileHandle = await open(file, 'r')
  let closed: Promise<void> | undefined
  return {
    async row(number) {
      const { span, ...row } = spans.at(number, file)
      return { value: await readRowAt(handle, span), ...row }
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
  readonly #replaced = new Map<number, number>()

  get count(): number {
    return this.#offsets.length
  }

  add({ span, place, replaced }: Row): void {
    if (replaced !== undefined) this.#replaced.set(this.count, replaced)
    this.#offsets.push(span?.offset ?? 0)
    this.#lengths.push(span?.length ?? 0)
    this.#lines.push(place.line ?? 0)
  }

  at(number: number, file: string) {
    return {
      span: { offset: this.#offsets[number] ?? 0, length: this.#lengths[number] ?? 0 },
      place: { file, line: this.#lines[number] ?? 0, row: number + 1 },
      replaced: this.#replaced.get(number) ?? 0,
    }
  }
}
