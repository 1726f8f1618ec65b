import { extname } from 'node:path'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import { readJsonl } from './jsonl.ts'
import { openForReading } from './open.ts'
import type { Row } from './row.ts'

export { readRowAt } from './jsonl.ts'
export { type Place, placeText, type Row } from './row.ts'

type Reader = (file: string) => AsyncIterable<Row>

const READERS: Readonly<Record<string, () => Promise<Reader> | Reader>> = {
  '.yaml': async () => (await import('./yaml.ts')).readYaml,
  '.yml': async () => (await import('./yaml.ts')).readYaml,
  '.json': () => readJson,
  '.jsonl': () => readJsonl,
  '.ndjson': () => readJsonl,
  '.csv': () => readCsv,
  '.tsv': () => (file) => readCsv(file, '\t'),
  '.parquet': async () => (await import('./parquet.ts')).readParquet,
}

/** The endings of file names that {@link readRows} understands. */
export const FILE_ENDINGS: readonly string[] = Object.keys(READERS)

/**
 * The rows of a file, by the ending of its name: yaml, json, jsonl, csv, tsv or parquet. jsonl and csv are read as
 * streams: memory use does not depend on their length. What cannot be read is refused by file and line; a file
 * without any row is refused too.
 */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const read = await readerOf(file)
  let empty = true
  for await (const row of read(file)) {
    empty = false
    yield row
  }
  if (empty)
    throw new RagstoneError('empty_file', `${shownPath(file)}: holds no rows`, {
      hint: 'write at least one row into it',
    })
}

async function readerOf(file: string): Promise<Reader> {
  const load = READERS[extname(file).toLowerCase()]
  if (load !== undefined) return load()
  // A missing file or a folder is the better explanation than its ending.
  const { handle } = await openForReading(file)
  await handle.close()
  throw new RagstoneError('unknown_format', `${shownPath(file)}: the ending of its name does not tell the format`, {
    hint: `accepted: ${FILE_ENDINGS.join(' ')}`,
  })
}
