import { type ZodType, z } from 'zod'
import { canonicalJson } from '../core/hash.ts'

interface Made {
  schema: Record<string, unknown>
  /** For the key of the call. */
  text: string
}

/** Writing a JSON Schema costs more than the rest of a stored call, and metrics ask with the same schema again and again. */
const made = new WeakMap<ZodType, Made>()

/** The JSON Schema of a free reply, with its text. */
export function jsonSchemaOf(schema: ZodType): Made {
  const known = made.get(schema)
  if (known !== undefined) return known
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const fresh = { schema: written, text: canonicalJson(written) }
  made.set(schema, fresh)
  return fresh
}
