import type { EmbeddingSettings, JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import type { EmbeddingProvider, Provider } from '../provider.ts'

export interface OpenContext {
  /** Folder of the configuration: relative paths start from it. */
  folder: string
  signal?: AbortSignal
}

/**
 * Opens the provider that a section names; nothing is sent yet. Each is loaded only when it is named, so that commands which ask
 * no model start fast. What is wrong with the settings (no address, no key, a package that is not installed) is a RagstoneError.
 */
export async function openProvider(
  settings: JudgeSettings | VerifierSettings,
  context: OpenContext,
): Promise<Provider> {
  context.signal?.throwIfAborted()
  switch (settings.provider) {
    case 'openai-compatible':
      return (await import('./openai-compatible.ts')).openaiCompatibleProvider(settings)
    case 'ollama':
      return (await import('./ollama.ts')).ollamaProvider(settings)
    case 'anthropic':
      return (await import('./anthropic.ts')).anthropicProvider(settings)
    case 'google':
      return (await import('./google.ts')).googleProvider(settings)
    case 'llama-cpp':
      return (await import('./llama-cpp.ts')).llamaCppProvider(settings, { folder: context.folder })
    case 'ai-sdk':
      return (await import('./ai-sdk.ts')).aiSdkProvider(settings)
    case 'recorded':
      return (await import('./recorded.ts')).recordedProvider(settings, { folder: context.folder })
  }
}

/** The same for an embedding model. */
export async function openEmbeddingProvider(
  settings: EmbeddingSettings,
  context: OpenContext,
): Promise<EmbeddingProvider> {
  context.signal?.throwIfAborted()
  switch (settings.provider) {
    case 'openai-compatible':
      return (await import('./openai-compatible-embeddings.ts')).openaiCompatibleEmbeddings(settings)
    case 'ollama':
      return (await import('./ollama-embeddings.ts')).ollamaEmbeddings(settings)
    case 'llama-cpp':
      return (await import('./llama-cpp-embeddings.ts')).llamaCppEmbeddings(settings, { folder: context.folder })
    case 'ai-sdk':
      return (await import('./ai-sdk-embeddings.ts')).aiSdkEmbeddings(settings)
    case 'recorded':
      return (await import('./recorded-embeddings.ts')).recordedEmbeddings(settings, { folder: context.folder })
  }
}
