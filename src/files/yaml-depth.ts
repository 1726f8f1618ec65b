import { Lexer } from 'yaml'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { MAX_DEPTH } from './row.ts'

/**
 * Refuses YAML that opens more lists and objects inside each other than {@link MAX_DEPTH}, before it is parsed: the
 * parser calls itself for each, and running out of stack there can end the process. Depth is counted by brackets, by
 * `- - -` on one line, and by indentation.
 */
export function checkYamlDepth(text: string, file: string): void {
  const indents: number[] = []
  let brackets = 0
  let indicators = 0
  let line = 1
  let lineBegins = true
  for (const token of new Lexer().lex(text)) {
    if (lineBegins) enter(indents, /^ +$/.test(token) ? token.length : 0)
    lineBegins = token.endsWith('\n')
    if (token === '[' || token === '{') brackets += 1
    else if (token === ']' || token === '}') brackets -= 1
    else if (token === '-' || token === '?') indicators += 1
    else if (token.includes('\n')) {
      indicators = 0
      line += token.split('\n').length - 1
    }
    if (brackets > MAX_DEPTH || indicators > MAX_DEPTH || indents.length > MAX_DEPTH) {
      throw new RagstoneError(
        'too_deep',
        `${shownPath(file)}:${line}: lists and objects are nested more than ${MAX_DEPTH} deep`,
      )
    }
  }
}

/** Leaves the levels that end with a line of this indentation and enters its own. */
function enter(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? -1) >= indent) indents.pop()
  indents.push(indent)
}
