import { z } from 'zod'
import { LANGUAGE_ALIASES, LANGUAGES, type Language, type LanguageAlias, languageOf } from './language.ts'

function about(title: string, description: string, examples?: unknown[]) {
  return examples === undefined ? { title, description } : { title, description, examples }
}

/** Who can serve a judge model. `ai-sdk` takes a model object, and is for `ragstone.config.ts`. */
export const JUDGE_PROVIDERS = [
  'openai-compatible',
  'ollama',
  'anthropic',
  'google',
  'llama-cpp',
  'ai-sdk',
  'recorded',
] as const
export type JudgeProvider = (typeof JUDGE_PROVIDERS)[number]

export const EMBEDDING_PROVIDERS = ['openai-compatible', 'ollama', 'llama-cpp', 'ai-sdk', 'recorded'] as const

const LANGUAGE_CODES = ['auto', ...LANGUAGES, ...(Object.keys(LANGUAGE_ALIASES) as LanguageAlias[])] as const

/** US dollars for a million tokens. */
export const pricesSchema = z.strictObject({
  input_usd_per_million: z.number().nonnegative().meta(about('Input price', 'US dollars for a million prompt tokens.')),
  output_usd_per_million: z
    .number()
    .nonnegative()
    .default(0)
    .meta(about('Output price', 'US dollars for a million reply tokens.')),
  cached_input_usd_per_million: z
    .number()
    .nonnegative()
    .optional()
    .meta(about('Cached input price', 'US dollars for a million prompt tokens that the server had kept.')),
})
export type Prices = z.infer<typeof pricesSchema>

const seconds = (value: number) => z.number().positive().default(value)

/** Whether a value is a model object of the AI SDK. */
function isModelObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { doGenerate, doEmbed } = value as Record<string, unknown>
  return typeof doGenerate === 'function' || typeof doEmbed === 'function'
}

/** A model's name, or in `ragstone.config.ts` a model object of the AI SDK. */
const modelName = z
  .union([z.string().min(1), z.custom<object>(isModelObject)])
  .meta(about('Model', 'Name of the model; for llama-cpp the path of a GGUF file; for recorded a file of exchanges.'))

const connection = {
  model: modelName,
  base_url: z
    .string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .optional()
    .meta(about('Address', 'Base address of the server.', ['http://127.0.0.1:11434', 'https://api.openai.com/v1'])),
  api_key: z
    .string()
    .min(1)
    .optional()
    .meta(about('Key', 'Written as a variable; never stored.', ['${OPENAI_API_KEY}'])),
  headers: z.record(z.string(), z.string()).default({}).meta(about('Headers', 'Further request headers.')),
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .meta(about('Parameters', 'Handed to the model as they are; replace the defaults.', [{ temperature: 0, seed: 1 }])),
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(1024)
    .optional()
    .meta(about('Concurrency', 'Requests in flight; default 1 for a model on this machine, 8 for others.')),
  requests_per_minute: z.number().positive().optional().meta(about('Requests a minute', 'Most requests a minute.')),
  tokens_per_minute: z.number().positive().optional().meta(about('Tokens a minute', 'Most tokens a minute.')),
  connect_timeout_s: seconds(10).meta(about('Connect limit', 'Seconds until a connection must stand.')),
  first_byte_timeout_s: seconds(300).meta(about('First byte limit', 'Seconds until the reply must begin.')),
  timeout_s: seconds(600).meta(about('Time limit', 'Seconds until the whole reply must be there.')),
  retries: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(4)
    .meta(about('Retries', 'How often a request that may pass is tried again.')),
  prices: pricesSchema.optional().meta(about('Prices', 'Replaces the built-in price of the model.')),
}

export const verifierSchema = z
  .strictObject({
    provider: z.enum(JUDGE_PROVIDERS).meta(about('Provider', 'Who serves the verifier.')),
    ...connection,
    window: z.number().int().min(256).optional().meta(about('Window', 'Tokens that the model reads at once.')),
    system: z
      .string()
      .optional()
      .meta(about('System prompt', 'Sent before the question; default none, as models of this kind bring their own.')),
  })
  .meta(about('Verifier', 'A small model made for entailment, asked in place of the judge for that step.'))
export type VerifierSettings = z.infer<typeof verifierSchema>

export const judgeSchema = z
  .strictObject({
    provider: z.enum(JUDGE_PROVIDERS).meta(about('Provider', 'Who serves the model.', ['ollama', 'openai-compatible'])),
    ...connection,
    language: z
      .enum(LANGUAGE_CODES)
      .default('auto')
      .transform((code): Language | 'auto' => languageOf(code))
      .meta(about('Language', 'Language of the prompts; `auto` follows each sample.')),
    asking: z
      .enum(['auto', 'per_item', 'batched'])
      .default('auto')
      .meta(about('Asking', 'One call an item with probabilities, or many items a call answered by id.')),
    claims: z
      .enum(['auto', 'sentences', 'judge'])
      .default('auto')
      .meta(about('Claims', 'Claims are sentences, by rule, or are made by the model.')),
    reasons: z
      .enum(['first', 'none'])
      .default('first')
      .meta(about('Reasons', 'Whether batched verdicts come with a reason before the verdict.')),
    window: z
      .number()
      .int()
      .min(256)
      .optional()
      .meta(about('Context window', 'Tokens that the model reads; needed where the server does not tell.')),
    max_output_tokens: z
      .number()
      .int()
      .min(16)
      .default(2048)
      .meta(about('Output limit', 'Most tokens of a reply; a reply that reaches it is not read.')),
    verifier: verifierSchema.optional(),
  })
  .meta(about('Judge', "The model that answers metrics' closed questions."))
export type JudgeSettings = z.infer<typeof judgeSchema>

export const embeddingsSchema = z
  .strictObject({
    provider: z.enum(EMBEDDING_PROVIDERS).meta(about('Provider', 'Who serves the model.')),
    ...connection,
    max_batch: z.number().int().min(1).max(2048).optional().meta(about('Batch', 'Most texts in one request.')),
  })
  .meta(about('Embeddings', 'The model that turns texts into vectors.'))
export type EmbeddingSettings = z.infer<typeof embeddingsSchema>
