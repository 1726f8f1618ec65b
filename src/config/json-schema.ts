import { z } from 'zod'
import { configSchema } from '../core/config.ts'

/** The JSON Schema (draft 7, which editors know best) of what a user writes in `ragstone.yaml`. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
}
