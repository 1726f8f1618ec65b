import type { ZodType } from 'zod'
import { canonicalJson } from '../core/hash.ts'
import { verdictsJsonSchema } from './read-verdicts.ts'

interface Made {
  schema: Record<string, unknown>
  /** For the key of the call. */
  text: string
}

type Fields = Readonly<Record<string, ZodType>>

const NO_FIELDS: Fields = {}

/** Bounds what is kept: questions about ever other ids are rare. */
const MOST_KEPT = 500

/** Writing a JSON Schema costs more than the rest of a stored call, and most questions have the same. */
const made = new WeakMap<Fields, Map<string, Made>>()

/** The JSON Schema of a batched reply, with its text. */
export function verdictSchema(
  classes: readonly string[],
  ids: readonly string[],
  form: { reasons: boolean; fields: Fields | undefined },
): Made {
  const { reasons, fields = NO_FIELDS } = form
  const kept = made.get(fields) ?? new Map<string, Made>()
  made.set(fields, kept)
  const name = JSON.stringify([classes, ids, reasons])
  const known = kept.get(name)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const schema = verdictsJsonSchema(classes, ids, { reasons, fields })
  const fresh = { schema, text: canonicalJson(schema) }
  kept.set(name, fresh)
  return fresh
}
