import { type Document, isMap, isSeq, LineCounter, type Node, parseDocument, type ScalarTag, type Tags } from 'yaml'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { readText } from './open.ts'
import { type Row, toRow } from './row.ts'
import { findRowList } from './row-list.ts'
import { checkYamlDepth } from './yaml-depth.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** How often one alias may be used up within a row; more is refused, as it may be an attack on memory. */
const MAX_ALIASES = 100

/** The rows of one YAML document; it is held in memory whole. */
export async function* readYaml(file: string): AsyncGenerator<Row> {
  const text = await readText(file, MAX_BYTES, 'large sets are better kept as .jsonl, which is read as a stream')
  if (text.trim() === '') return
  const counter = new LineCounter()
  const document = parseYaml(text, file, counter)
  const values = plainValue(document, file)
  if (values === null) return
  const { list, key } = findRowList(values, file)
  const nodes = rowNodes(document, key)
  for (const [index, value] of list.entries()) {
    const start = nodes[index]?.range?.[0]
    const place = { file, row: index + 1 }
    yield toRow(value, start === undefined ? place : { ...place, line: counter.linePos(start).line }, true)
  }
}

/** Parses YAML 1.2; errors, doubled keys, unknown tags and nesting without end are refused by line. */
export function parseYaml(text: string, file: string, counter: LineCounter): Document.Parsed {
  checkYamlDepth(text, file)
  let document: Document.Parsed
  try {
    document = parseDocument(text, {
      lineCounter: counter,
      merge: true,
      prettyErrors: false,
      uniqueKeys: true,
      customTags: exactIntegers,
    })
  } catch (error) {
    throw new RagstoneError('invalid_yaml', `${shownPath(file)}: cannot be read as YAML (${messageOf(error)})`, {
      cause: error,
    })
  }
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) {
    const { line, col } = counter.linePos(problem.pos[0])
    throw new RagstoneError('invalid_yaml', `${shownPath(file)}:${line}:${col}: ${problem.message}`, {
      hint: hintFor(problem.code),
    })
  }
  return document
}

function hintFor(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'keep one of the two'
  if (code === 'MULTIPLE_DOCS') return 'keep all rows in one document, without --- between them'
  if (code === 'TAG_RESOLVE_FAILED') return 'put a text that begins with ! in quotes'
  return 'check the indentation, and put texts that hold ": " or "#" in quotes'
}

/** Whole numbers such as 007, or too large to be exact, stay texts: they are ids and must not change. */
function exactIntegers(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:int' || tag.collection !== undefined) return tag
    const scalar: ScalarTag = tag
    if (scalar.format !== undefined) return scalar
    return { ...scalar, resolve: exactInteger }
  })
}

function exactInteger(source: string): number | string {
  const value = Number(source)
  return Number.isSafeInteger(value) && /^[-+]?(0|[1-9]\d*)$/.test(source) ? value : source
}

function plainValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    if (isRagstoneError(error)) throw error
    const aliases = messageOf(error).includes('alias')
    throw new RagstoneError('invalid_yaml', `${shownPath(file)}: ${messageOf(error)}`, {
      hint: aliases ? 'write the repeated parts out' : 'check how deeply lists are nested',
      cause: error,
    })
  }
}

function rowNodes(document: Document.Parsed, key: string | undefined): readonly (Node | null)[] {
  const root = document.contents
  const list = key === undefined ? root : isMap(root) ? root.get(key, true) : undefined
  return isSeq(list) ? (list.items as (Node | null)[]) : []
}
