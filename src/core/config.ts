import { z } from 'zod'
import { embeddingsSchema, judgeSchema } from './judge-config.ts'
import { LANGUAGE_ALIASES, LANGUAGES, type Language, type LanguageAlias, languageOf } from './language.ts'

/** Title and description of a key, for the published JSON Schema and for editors. */
function about(title: string, description: string, examples?: unknown[]) {
  return examples === undefined ? { title, description } : { title, description, examples }
}

const fieldMapSchema = z.record(z.string(), z.string().min(1))

const systemCommon = {
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(1024)
    .default(1)
    .meta(about('Concurrency', 'How many cases may be in flight at once.')),
  timeout_s: z
    .number()
    .positive()
    .default(60)
    .meta(
      about('Time limit', 'Seconds after which a case without an answer becomes a response with a time-out error.'),
    ),
}

const maxReply = z.number().positive().default(16).meta(about('Reply limit', 'Largest reply in megabytes.'))

/** A process, kept alive (`mode: serve`) or started for each case (`mode: once`), spoken to in lines of JSON. */
export const commandSystemSchema = z
  .strictObject({
    command: z
      .array(z.string().min(1))
      .min(1)
      .meta(
        about('Command', 'Program and arguments, started without a shell.', [
          ['python3', 'rag.py'],
          ['node', 'rag.mjs'],
        ]),
      ),
    mode: z
      .enum(['serve', 'once'])
      .default('serve')
      .meta(about('Mode', '`serve` keeps one process alive for all cases; `once` starts one process a case.')),
    cwd: z.string().min(1).optional().meta(about('Working folder', 'Relative to the configuration file.')),
    env: z
      .record(z.string(), z.string())
      .optional()
      .meta(about('Environment', 'Environment variables added to those of this process.', [{ API_KEY: '${API_KEY}' }])),
    max_reply_mb: maxReply,
    ...systemCommon,
  })
  .meta(about('Command', 'A program spoken to in lines of JSON on stdin and stdout.'))

const pickSchema = z.strictObject({
  response: z
    .string()
    .min(1)
    .optional()
    .meta(about('Response', 'Where the answer is.', ['answer.text'])),
  retrieved_contexts: z
    .string()
    .min(1)
    .optional()
    .meta(about('Retrieved contexts', 'Where the retrieved texts are.', ['hits[*].content'])),
  usage: z.string().min(1).optional().meta(about('Usage', 'Where tokens and cost are.')),
  error: z.string().min(1).optional().meta(about('Error', 'Where the system reports a failure of its own.')),
})

/** An HTTP endpoint. `body` is a JSON template; `pick` says where in the reply the fields are. */
export const httpSystemSchema = z
  .strictObject({
    http: z
      .strictObject({
        url: z
          .string()
          .min(1)
          .meta(about('URL', 'Address that is asked.', ['http://127.0.0.1:8000/ask'])),
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH']).default('POST').meta(about('Method', 'HTTP method.')),
        headers: z
          .record(z.string(), z.string())
          .default({})
          .meta(about('Headers', 'Request headers.', [{ authorization: 'Bearer ${API_KEY}' }])),
        body: z
          .unknown()
          .optional()
          .meta(
            about('Body', 'JSON template of the request; strings such as {{user_input}} are replaced whole.', [
              { question: '{{user_input}}', top_k: '{{settings.top_k}}' },
            ]),
          ),
        pick: pickSchema
          .default({})
          .meta(about('Pick', 'Where in the reply the fields are (JMESPath); absent = the reply has our names.')),
      })
      .meta(about('HTTP endpoint', 'Request and reply; by default the same JSON as a command system speaks.')),
    max_reply_mb: maxReply,
    ...systemCommon,
  })
  .meta(about('HTTP', 'An HTTP endpoint.'))

/** A TypeScript or JavaScript file with `export default async (request) => reply`, relative to the configuration file. */
const moduleSystemSchema = z
  .strictObject({
    module: z
      .string()
      .min(1)
      .meta(
        about('Module', 'TypeScript or JavaScript file with `export default async (request) => reply`.', ['rag.mjs']),
      ),
    ...systemCommon,
  })
  .meta(about('Module', 'A function in a TypeScript or JavaScript file.'))

/** A file of answers made elsewhere, relative to the configuration file. */
const recordedSystemSchema = z
  .strictObject({
    recorded: z
      .string()
      .min(1)
      .meta(about('Recorded answers', 'File of answers made elsewhere.', ['answers.jsonl'])),
    fields: fieldMapSchema
      .optional()
      .meta(about('Fields', "Maps Ragstone's field names to those of the file.", [{ response: 'output.text' }])),
    ...systemCommon,
  })
  .meta(about('Recorded', 'Answers that were made elsewhere.'))

export type CommandSystemConfig = z.infer<typeof commandSystemSchema>
export type HttpSystemConfig = z.infer<typeof httpSystemSchema>
export type ModuleSystemConfig = z.infer<typeof moduleSystemSchema>
export type RecordedSystemConfig = z.infer<typeof recordedSystemSchema>
export type SystemConfig = CommandSystemConfig | HttpSystemConfig | ModuleSystemConfig | RecordedSystemConfig

/** The keys of which a system has exactly one. */
export const SYSTEM_KINDS = ['command', 'http', 'module', 'recorded'] as const

/** The schema of the one kind of system that is given. */
export const SYSTEM_SCHEMAS = {
  command: commandSystemSchema,
  http: httpSystemSchema,
  module: moduleSystemSchema,
  recorded: recordedSystemSchema,
} as const

/** The four ways to write a metric: its name, its name with options, one of the user's own, a judged one without code. */
export const METRIC_ENTRY_SCHEMAS = {
  name: z
    .string()
    .min(1)
    .meta(
      about('Metric', 'Name of a metric; `@k` looks at the first k retrieved texts.', [
        'hit_rate@3',
        'mrr',
        'ndcg@10',
        'refusal',
        'k_precision',
      ]),
    ),
  module: z
    .strictObject({
      module: z.string().min(1).meta(about('Module', 'File that exports metrics made with defineMetric.')),
      metric: z.string().min(1).optional().meta(about('Metric', 'Which of them; absent = all.')),
      options: z.record(z.string(), z.unknown()).optional().meta(about('Options', 'Options of the metric.')),
    })
    .meta(about('Own metric', 'A metric of your own, from a file.')),
  criteria: z
    .strictObject({
      name: z.string().min(1).meta(about('Name', 'What reports call it.')),
      criteria: z
        .record(z.string(), z.string().min(1))
        .meta(about('Criteria', 'Each criterion with its scale.', [{ friendly: '0-10: warm, no blame' }])),
    })
    .meta(about('Criteria', 'A metric without code.')),
  options: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .meta(about('Metric with options', 'A metric name with its options.', [{ refusal: {} }])),
} as const

const metricEntrySchema = z
  .union([
    METRIC_ENTRY_SCHEMAS.name,
    METRIC_ENTRY_SCHEMAS.module,
    METRIC_ENTRY_SCHEMAS.criteria,
    METRIC_ENTRY_SCHEMAS.options,
  ])
  .meta(about('Metric', 'A metric, alone or with options.'))
export type MetricEntry = z.infer<typeof metricEntrySchema>

export { LANGUAGES, type Language } from './language.ts'

const LANGUAGE_CODES = ['auto', ...LANGUAGES, ...(Object.keys(LANGUAGE_ALIASES) as LanguageAlias[])] as const

/** A configuration's name: not empty, without control characters, line separators and `|`, which joins the parts of a request id. */
export const CONFIGURATION_NAME = /^[^|\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]+$/u

const configurationSchema = z
  .record(
    z.string(),
    z.unknown().meta(about('Setting', 'Handed to the system untouched; replaces the inherited one whole.')),
  )
  .nullable()
  .meta(about('Configuration', 'Free settings; `extends` names the configuration it builds on.'))

const budgetSchema = z.strictObject({
  calls: z.number().int().positive().optional().meta(about('Calls', 'Most calls to the judge.')),
  tokens: z.number().int().positive().optional().meta(about('Tokens', 'Most tokens, prompt and completion together.')),
  cost_usd: z.number().positive().optional().meta(about('Cost', 'Most money in US dollars.')),
})

/**
 * `ragstone.yaml`, or the object given to `defineConfig`. Relative paths are relative to the file.
 * A configuration is free settings for the system, with `extends` naming the configuration it builds on.
 */
export const configSchema = z
  .strictObject({
    name: z.string().min(1).optional().meta(about('Name', 'What runs are called.')),
    test_set: z
      .string()
      .min(1)
      .optional()
      .meta(about('Test set', 'File of test cases: yaml, json, jsonl, csv or parquet.', ['test_set.yaml'])),
    test_set_fields: fieldMapSchema
      .optional()
      .meta(about('Test set fields', "Maps Ragstone's field names to those of the file.", [{ user_input: 'prompt' }])),
    system: z
      .union([commandSystemSchema, httpSystemSchema, moduleSystemSchema, recordedSystemSchema])
      .optional()
      .meta(about('System', 'The RAG application under test: exactly one of command, http, module, recorded.')),
    configurations: z
      .record(z.string().regex(CONFIGURATION_NAME), configurationSchema)
      .optional()
      .meta(
        about('Configurations', 'Named settings of the system; absent = one configuration `base` without settings.', [
          { base: { top_k: 3 }, top_k_6: { extends: 'base', top_k: 6 } },
        ]),
      ),
    metrics: z.array(metricEntrySchema).default([]).meta(about('Metrics', 'What is scored.')),
    judge: judgeSchema.optional(),
    embeddings: embeddingsSchema.optional(),
    repeats: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(1)
      .meta(about('Repeats', 'How often each case is asked under each configuration.')),
    gates: z
      .array(z.string().min(1))
      .default([])
      .meta(about('Gates', 'Limits that decide the exit code of a run.', [['hit_rate@3 >= 0.90 coverage 0.95']])),
    budget: budgetSchema.optional().meta(about('Budget', 'Limits on what judging may spend.')),
    store: z
      .string()
      .min(1)
      .default('.ragstone/ragstone.db')
      .meta(about('Store', 'Where results are kept: a SQLite file, or postgres://...')),
    language: z
      .enum(LANGUAGE_CODES)
      .default('auto')
      .transform((code): Language | 'auto' => languageOf(code))
      .meta(about('Language', 'Language of reports; `auto` follows the test set.')),
    refusal_phrases: z
      .array(z.string().min(1))
      .default([])
      .meta(about('Refusal phrases', "Phrases of this system's own refusals, beside the built-in ones.")),
    note: z.string().optional().meta(about('Note', 'Free text, kept with each run.')),
  })
  .meta(about('Ragstone configuration', 'Configuration of one evaluation.'))
/** A configuration file with defaults filled in. */
export type Config = z.infer<typeof configSchema>
/** What a user writes. */
export type ConfigInput = z.input<typeof configSchema>

/** Gives an editor the types of a `ragstone.config.ts`; returns its argument. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config
}
