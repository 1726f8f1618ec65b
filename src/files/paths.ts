import { compile, TreeInterpreter } from '@jmespath-community/jmespath'
import { RagstoneError } from '../core/errors.ts'
import { readListText } from './cell-list.ts'
import { isRecord } from './row.ts'

/** Reads one value out of a row; null or undefined when the row does not have it. */
export interface FieldPath {
  path: string
  read(value: Record<string, unknown>): unknown
}

/**
 * A column's name, or a JMESPath such as `conversation[-1].text` or `hits[*].content`. A column that is called exactly
 * like the path comes first. Where the path finds nothing, lists and objects that are written out in a text, as in the
 * cells of a CSV file, are opened for it.
 */
export function fieldPath(path: string): FieldPath {
  const search = compiled(path)
  return {
    path,
    read(value) {
      if (Object.hasOwn(value, path)) return value[path]
      const found = search?.(value)
      if (search === undefined || (found !== null && found !== undefined)) return found
      const opened = withOpenedTexts(path, value)
      return opened === undefined ? found : search(opened)
    },
  }
}

/** The row with the texts that the path names and that hold a list or an object opened; undefined for no such text. */
function withOpenedTexts(path: string, value: Record<string, unknown>): Record<string, unknown> | undefined {
  const opened = Object.entries(value).flatMap(([name, text]) => {
    const inside = typeof text === 'string' && path.includes(name) ? openedText(text) : undefined
    return inside === undefined ? [] : [[name, inside] as const]
  })
  return opened.length === 0 ? undefined : { ...value, ...Object.fromEntries(opened) }
}

function openedText(text: string): unknown {
  if (!text.trimStart().startsWith('{')) {
    const list = readListText(text)
    return typeof list === 'string' ? undefined : list.items
  }
  try {
    const object: unknown = JSON.parse(text)
    return isRecord(object) ? object : undefined
  } catch {
    return undefined
  }
}

type Search = (value: Record<string, unknown>) => unknown

function compiled(path: string): Search | undefined {
  try {
    const tree = compile(path)
    return (value) => {
      try {
        return TreeInterpreter.search(tree, value as never)
      } catch {
        return undefined
      }
    }
  } catch (error) {
    // A name with spaces or other signs is no path, and may still be a column.
    if (/[[\]*|{}]/.test(path)) {
      throw new RagstoneError('bad_field_path', `"${path}" is neither a column nor a path (${String(error)})`, {
        hint: 'paths look like conversation[-1].text or hits[*].content',
        cause: error,
      })
    }
    return undefined
  }
}
