import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configJsonSchema } from '../src/config/json-schema.ts'

// Writes the JSON Schema that editors read; part of `npm run build`.
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'schema')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'ragstone.schema.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
