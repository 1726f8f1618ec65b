import { z } from 'zod'

const positiveSeconds = z.number().positive()

const systemCommon = {
  /** How many cases may be in flight at once. */
  concurrency: z.number().int().min(1).max(1024).default(1),
  /** Seconds after which a case without an answer becomes a response with a time-out error. */
  timeout_s: positiveSeconds.default(60),
}

/** A process, kept alive (`mode: serve`) or started for each case (`mode: once`), spoken to in lines of JSON. */
export const commandSystemSchema = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  mode: z.enum(['serve', 'once']).default('serve'),
  /** Working folder, relative to the configuration file. */
  cwd: z.string().optional(),
  /** Environment variables added to those of this process. */
  env: z.record(z.string(), z.string()).optional(),
  /** Largest reply in megabytes. */
  max_reply_mb: z.number().positive().default(16),
  ...systemCommon,
})

/** An HTTP endpoint. `body` is a JSON template; `pick` says where in the reply the fields are. */
export const httpSystemSchema = z.strictObject({
  http: z.strictObject({
    url: z.string().min(1),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH']).default('POST'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
    pick: z
      .strictObject({
        response: z.string().optional(),
        retrieved_contexts: z.string().optional(),
        usage: z.string().optional(),
        error: z.string().optional(),
      })
      .default({}),
  }),
  max_reply_mb: z.number().positive().default(16),
  ...systemCommon,
})

/** A TypeScript or JavaScript file with `export default async (request) => reply`, relative to the configuration file. */
export const moduleSystemSchema = z.strictObject({
  module: z.string().min(1),
  ...systemCommon,
})

/** A file of answers made elsewhere, relative to the configuration file. */
export const recordedSystemSchema = z.strictObject({
  recorded: z.string().min(1),
  /** Maps Ragstone's field names to those of the file, for example `{response: output.text}`. */
  fields: z.record(z.string(), z.string()).optional(),
  ...systemCommon,
})

export type CommandSystemConfig = z.infer<typeof commandSystemSchema>
export type HttpSystemConfig = z.infer<typeof httpSystemSchema>
export type ModuleSystemConfig = z.infer<typeof moduleSystemSchema>
export type RecordedSystemConfig = z.infer<typeof recordedSystemSchema>
export type SystemConfig = CommandSystemConfig | HttpSystemConfig | ModuleSystemConfig | RecordedSystemConfig

/** The keys of which a system has exactly one. */
export const SYSTEM_KINDS = ['command', 'http', 'module', 'recorded'] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** The schema of the one kind of system that is given. */
export const SYSTEM_SCHEMAS = {
  command: commandSystemSchema,
  http: httpSystemSchema,
  module: moduleSystemSchema,
  recorded: recordedSystemSchema,
} as const

const metricEntrySchema = z.union([
  z.string().min(1),
  z.strictObject({
    module: z.string().min(1),
    metric: z.string().optional(),
    options: z.record(z.string(), z.unknown()).optional(),
  }),
  z.record(z.string(), z.record(z.string(), z.unknown())),
])
export type MetricEntry = z.infer<typeof metricEntrySchema>

const modelSchema = z.looseObject({ provider: z.string(), model: z.string() })

export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans'] as const
/** The languages of reports. */
export type Language = (typeof LANGUAGES)[number]

/**
 * `ragstone.yaml`, or the object given to `defineConfig`. Relative paths are relative to the file.
 * A configuration is free settings for the system, with `extends` naming the configuration it builds on.
 */
export const configSchema = z.strictObject({
  name: z.string().min(1).optional(),
  test_set: z.string().min(1).optional(),
  /** Maps Ragstone's field names to those of the test set file, for example `{user_input: prompt}`. */
  test_set_fields: z.record(z.string(), z.string()).optional(),
  system: z.union([commandSystemSchema, httpSystemSchema, moduleSystemSchema, recordedSystemSchema]).optional(),
  configurations: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).optional(),
  metrics: z.array(metricEntrySchema).default([]),
  judge: modelSchema.optional(),
  embeddings: modelSchema.optional(),
  repeats: z.number().int().min(1).max(100).default(1),
  gates: z.array(z.string()).default([]),
  budget: z
    .strictObject({
      calls: z.number().int().positive().optional(),
      tokens: z.number().int().positive().optional(),
      cost_usd: z.number().positive().optional(),
    })
    .optional(),
  store: z.string().min(1).default('.ragstone/ragstone.db'),
  /** Language of reports; `auto` follows the test set. */
  language: z.enum(['auto', ...LANGUAGES]).default('auto'),
  /** Phrases of this system's own refusals, beside the built-in ones. */
  refusal_phrases: z.array(z.string().min(1)).default([]),
  note: z.string().optional(),
})
/** A configuration file with defaults filled in. */
export type Config = z.infer<typeof configSchema>
/** What a user writes. */
export type ConfigInput = z.input<typeof configSchema>

/** Gives an editor the types of a `ragstone.config.ts`; returns its argument. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config
}
