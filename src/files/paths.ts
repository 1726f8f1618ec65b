import { compile, TreeInterpreter } from '@jmespath-community/jmespath'
import { RagstoneError } from '../core/errors.ts'

/** Reads one value out of a row; null or undefined when the row does not have it. */
export interface FieldPath {
  path: string
  read(value: Record<string, unknown>): unknown
}

/**
 * A column's name, or a JMESPath such as `conversation[-1].text` or `hits[*].content`. A column that is called exactly
 * like the path comes first.
 */
export function fieldPath(path: string): FieldPath {
  const search = compiled(path)
  return {
    path,
    read(value) {
      if (Object.hasOwn(value, path)) return value[path]
      return search?.(value)
    },
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
