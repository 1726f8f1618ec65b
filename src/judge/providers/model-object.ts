import type { EmbeddingModelV2, EmbeddingModelV3, LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider'
import { RagstoneError } from '../../core/errors.ts'

/** What a section says that hands in a model object. */
interface ObjectSettings {
  model: string | object
  base_url?: string | undefined
  api_key?: string | undefined
}

/** The chat model object of a section. */
export function languageModelIn(settings: ObjectSettings): LanguageModelV2 | LanguageModelV3 {
  return checked(settings, 'doGenerate', 'openai("gpt-4o-mini")') as LanguageModelV2 | LanguageModelV3
}

/** The embedding model object of a section. */
export function embeddingModelIn(settings: ObjectSettings): EmbeddingModelV2<string> | EmbeddingModelV3 {
  return checked(settings, 'doEmbed', 'openai.embedding("text-embedding-3-small")') as
    | EmbeddingModelV2<string>
    | EmbeddingModelV3
}

function checked(settings: ObjectSettings, method: 'doGenerate' | 'doEmbed', example: string): object {
  const { model } = settings
  const hint = `in ragstone.config.ts, hand in the object itself: model: ${example}`
  if (typeof model === 'string') {
    throw new RagstoneError(
      'model_object_needed',
      `the provider ai-sdk takes a model object, not the name "${model}"`,
      {
        hint: `${hint}; a name would go to a hosted gateway that nobody configured`,
      },
    )
  }
  for (const name of ['base_url', 'api_key'] as const) {
    if (settings[name] === undefined) continue
    throw new RagstoneError('setting_without_effect', `${name} has no effect on a model object of the AI SDK`, {
      hint: `set it where the object is made, and leave ${name} out`,
    })
  }
  const given = model as { specificationVersion?: unknown } & Partial<Record<'doGenerate' | 'doEmbed', unknown>>
  if (typeof given[method] !== 'function') {
    const other = method === 'doGenerate' ? 'doEmbed' : 'doGenerate'
    const what =
      typeof given[other] === 'function'
        ? method === 'doGenerate'
          ? 'an embedding model'
          : 'a chat model'
        : 'no model'
    throw new RagstoneError('wrong_model_object', `the object handed in is ${what} of the AI SDK`, { hint })
  }
  if (given.specificationVersion !== 'v2' && given.specificationVersion !== 'v3') {
    throw new RagstoneError(
      'wrong_model_object',
      `the model object speaks version ${String(given.specificationVersion)} of the AI SDK's interface; v2 and v3 are known`,
      { hint: 'install a version of its package for AI SDK 5 or 6' },
    )
  }
  return given
}
