import { z } from 'zod'
import { SYSTEM_KINDS, SYSTEM_SCHEMAS } from '../core/config.ts'
import { nearest, suggest } from '../core/nearest.ts'
import { expectation, type SchemaNode, schemaAt, shown } from './expectation.ts'
import { formatKeyPath, isMap, type KeyPath, valueAt } from './key-path.ts'
import { type Problem, problemAt } from './problem.ts'
import type { Source } from './source.ts'

interface Checked {
  schema: z.ZodType
  /** Where the checked value lies in the file. */
  path: KeyPath
  source: Source
}

/** Turns a schema's complaints into sentences that name the key, what is expected, and what was written. */
export function issueProblems(issues: readonly z.core.$ZodIssue[], checked: Checked): Problem[] {
  const schema = z.toJSONSchema(checked.schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode
  return issues.flatMap((issue) => {
    const inner = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const path = [...checked.path, ...inner]
    const node = schemaAt(schema, inner)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKey(checked.source, path, key, node))
    }
    if (issue.code === 'invalid_key') return [invalidName(checked.source, path)]
    const said = issue.code === 'invalid_format' ? issue.message : undefined
    return [wrongValue(checked.source, path, node, said)]
  })
}

function unknownKey(source: Source, path: KeyPath, key: string, node: SchemaNode | undefined): Problem {
  const known = Object.keys(node?.properties ?? {})
  const below = path.length === 0 ? systemKey(key) : undefined
  const hint = nearest(key, known) === undefined && below !== undefined ? below : suggest(key, known)
  const text = `${formatKeyPath([...path, key])} is not a known key`
  return problemAt(source, [...path, key], 'key', { code: 'unknown_key', text, hint })
}

/** A key that was written one level too high. */
function systemKey(key: string): string | undefined {
  const belongs = SYSTEM_KINDS.some((kind) => Object.hasOwn(SYSTEM_SCHEMAS[kind].shape, key))
  return belongs ? `indent it below \`system:\`` : undefined
}

function invalidName(source: Source, path: KeyPath): Problem {
  const name = String(path.at(-1))
  const text =
    name === ''
      ? `${formatKeyPath(path.slice(0, -1))} holds an empty name`
      : `${formatKeyPath(path)}: a name may not hold control characters, line separators or "|"`
  return problemAt(source, path, 'key', { code: 'config_invalid', text, hint: 'choose another name' })
}

/** `said` is what the schema itself says of a text that is of the wrong form. */
function wrongValue(source: Source, path: KeyPath, node: SchemaNode | undefined, said?: string): Problem {
  const at = formatKeyPath(path)
  const written = valueAt(source.value, path)
  const expected = node === undefined ? 'another value' : expectation(node)
  if (written === undefined) {
    const text = `${at} is missing; it must be ${expected}`
    return problemAt(source, path, 'key', { code: 'config_invalid', text, hint: misspelt(source, path) })
  }
  const text = `${at} ${said ?? `must be ${expected}`}, got ${shown(written)}`
  return problemAt(source, path, 'value', {
    code: 'config_invalid',
    text,
    hint: said === undefined ? cure(written, node, path) : undefined,
  })
}

/** A key beside a missing one that is nearly its name; only where free keys are allowed can it have been overlooked. */
function misspelt(source: Source, path: KeyPath): string | undefined {
  const around = valueAt(source.value, path.slice(0, -1))
  const missing = String(path.at(-1))
  const near = isMap(around) ? nearest(missing, Object.keys(around)) : undefined
  return near === undefined ? undefined : `did you mean "${missing}" where "${near}" stands?`
}

function cure(written: unknown, node: SchemaNode | undefined, path: KeyPath): string | undefined {
  if (typeof written !== 'string') return undefined
  if (node?.type === 'array') return `write it as a list: [${listItems(written, path).join(', ')}]`
  if (/\$\{/.test(written)) {
    return node?.minLength === undefined
      ? 'a value from the environment is always a text'
      : 'the variable is set, but empty'
  }
  if (node?.type === 'number' || node?.type === 'integer') {
    return written.trim() !== '' && Number.isFinite(Number(written)) ? 'write it without quotes' : undefined
  }
  return undefined
}

/** A command line and names of metrics fall into their words; any other text is one item, in quotes where YAML needs them. */
function listItems(written: string, path: KeyPath): string[] {
  const text = written.trim()
  if (path.at(-1) === 'command') return text.split(/\s+/).slice(0, 6)
  if (path.at(-1) === 'metrics' && /^[\w@]+(?:[\s,]+[\w@]+)*$/.test(text)) return text.split(/[\s,]+/).slice(0, 6)
  return [/^[\w.@/-]+$/.test(text) ? text : JSON.stringify(text)]
}
