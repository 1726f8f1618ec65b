import type { ZodObject, ZodType } from 'zod'
import type { ModelReply } from './provider.ts'
import { type Reading, readJson, unread } from './read-json.ts'
import { offScale, problemOf } from './reply-problem.ts'

export type { Reading } from './read-json.ts'

/** The name of the only field of an object schema. */
function onlyField(schema: ZodType): string | undefined {
  if (schema.def.type !== 'object') return undefined
  const names = Object.keys((schema as ZodObject).shape)
  return names.length === 1 ? names[0] : undefined
}

/**
 * The value of a reply that was asked for in the shape of `schema`. A list is also read as the only field of the object that
 * was asked for (`[...]` for `{"claims": [...]}`). A number off the scale that the schema sets leads to `out_of_scale` and is
 * never moved onto it; anything else that does not fit is `judge_unreadable` with a detail that names the field.
 */
export function readReply<T>(reply: ModelReply, schema: ZodType<T>): Reading<T> {
  const json = readJson(reply)
  if (!json.ok) return json
  const field = Array.isArray(json.value) ? onlyField(schema) : undefined
  const value = field === undefined ? json.value : { [field]: json.value }
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data, repairs: json.repairs }
  const reason = offScale(read.error.issues, value) ? 'out_of_scale' : 'judge_unreadable'
  return unread(reason, problemOf(read.error.issues))
}
