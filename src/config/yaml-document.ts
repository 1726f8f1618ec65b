import type { Document, LineCounter, ParsedNode, YAMLError } from 'yaml'
import { checkYamlDepth } from '../files/yaml-depth.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { type Problem, problemsError } from './problem.ts'

const OPTIONS = { prettyErrors: false, stringKeys: true, uniqueKeys: false, resolveKnownTags: false } as const

/** Parses one YAML document; throws the first syntax error with line, column and key path. */
export function parseYamlDocument(
  yaml: typeof import('yaml'),
  text: string,
  label: string,
): { document: Document.Parsed; lines: LineCounter } {
  checkYamlDepth(text, label)
  const lines = new yaml.LineCounter()
  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)]
  const fail = (offset: number, problem: Omit<Problem, 'code' | 'place'>) => {
    const { line, col } = lines.linePos(offset)
    throw problemsError(label, [{ code: 'config_syntax', place: { line, column: col }, ...problem }])
  }
  const composer = new yaml.Composer({ ...OPTIONS, lineCounter: lines })
  const [document, second] = [...composer.compose(tokens, true, text.length)] as Document.Parsed[]
  if (document === undefined) throw new TypeError('the composer gives at least one document')
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault !== undefined) fail(fault.pos[0], describeFault(yaml, document, fault, text))
  if (second !== undefined) {
    fail(second.range[0], { text: 'a second document begins here', hint: 'remove the line `---` and what follows' })
  }
  return { document, lines }
}

const MESSAGES: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'a tab is used as indentation; YAML takes only spaces there',
  BAD_INDENT: 'the indentation does not fit the lines around it',
  BLOCK_AS_IMPLICIT_KEY: 'a second `key: value` on one line; a text that contains `: ` must be in quotes',
  NON_STRING_KEY: 'a key must be a text',
}

function describeFault(
  yaml: typeof import('yaml'),
  document: Document.Parsed,
  fault: YAMLError,
  text: string,
): Omit<Problem, 'code' | 'place'> {
  const path = formatKeyPath(keyPathAt(yaml, document.contents, fault.pos[0]))
  const what = MESSAGES[fault.code] ?? fault.message.replace(/[.:]$/, '')
  const start = text.lastIndexOf('\n', fault.pos[0] - 1) + 1
  const end = text.indexOf('\n', fault.pos[0])
  const line = text.slice(start, end === -1 ? text.length : end)
  const unquoted = /[{[,].*\$\{/.test(line)
  return {
    text: path === '' ? what : `${what} (at ${path})`,
    ...(unquoted ? { hint: `inside { } and [ ] a reference needs quotes: "\${NAME}"` } : {}),
  }
}

/** The path of the last key that begins at or before an offset. */
function keyPathAt(yaml: typeof import('yaml'), contents: ParsedNode | null, offset: number): KeyPath {
  const path: (string | number)[] = []
  let node: unknown = contents
  for (;;) {
    if (yaml.isMap(node)) {
      const pair = node.items.findLast(
        (item) => yaml.isScalar(item.key) && (item.key.range?.[0] ?? offset + 1) <= offset,
      )
      if (!yaml.isScalar(pair?.key)) return path
      path.push(String(pair.key.value))
      node = pair.value
    } else if (yaml.isSeq(node)) {
      const index = node.items.findLastIndex((item) => yaml.isNode(item) && (item.range?.[0] ?? offset + 1) <= offset)
      if (index === -1) return path
      path.push(index)
      node = node.items[index]
    } else {
      return path
    }
  }
}
