import { peerPackage } from './peer-package.ts'

/** The part of `node-llama-cpp` (3.x) that is used; the package is optional, so its own types are not at hand. */
export interface LlamaCppModule {
  getLlama(options: {
    gpu: 'auto' | false
    build: 'never'
    progressLogs: boolean
    logLevel: unknown
    maxThreads?: number
  }): Promise<Llama>
  LlamaLogLevel: { readonly error: unknown }
  LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: LlamaGrammar }) => object
  resolveChatWrapper(model: LlamaModel, options: { customWrapperSettings?: object; warningLogs?: boolean }): ChatWrapper
  getModuleVersion?(): Promise<string>
}

export interface Llama {
  loadModel(options: { modelPath: string; gpuLayers?: number | 'auto'; loadSignal?: AbortSignal }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: object): Promise<LlamaGrammar>
  getGrammarFor(type: 'json'): Promise<LlamaGrammar>
  dispose(): Promise<void>
}

export type LlamaGrammar = object

export interface LlamaModel {
  readonly tokenizer: unknown
  readonly trainContextSize: number
  readonly fileInfo: {
    readonly metadata: {
      readonly general?: { readonly architecture?: string }
      readonly tokenizer?: { readonly chat_template?: string }
    }
  }
  tokenize(text: string, specialTokens?: boolean): number[]
  detokenize(tokens: readonly number[], specialTokens?: boolean, lastTokens?: readonly number[]): string
  isEogToken(token: number): boolean
  createContext(options: {
    contextSize: number
    sequences: number
    batchSize: number
    threads: number
  }): Promise<LlamaContext>
  createEmbeddingContext(options: { contextSize: number; threads: number }): Promise<LlamaEmbeddingContext>
  dispose(): Promise<void>
}

export interface LlamaContext {
  readonly contextSize: number
  getSequence(): LlamaSequence
  dispose(): Promise<void>
}

export interface Sampling {
  temperature: number
  topK?: number
  topP?: number
  minP?: number
  seed?: number
}

export interface LlamaSequence {
  readonly nextTokenIndex: number
  adaptStateToTokens(tokens: number[], allowShift: boolean): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: number[]): Promise<void>
  evaluate(
    tokens: number[],
    options: Sampling & { grammarEvaluationState?: object; yieldEogToken: boolean },
  ): AsyncIterable<number>
  controlledEvaluate(
    input: (
      | number
      | [token: number, options: { generateNext: { probabilities: true; options: { temperature: number } } }]
    )[],
  ): Promise<({ next: { probabilities?: Map<number, number> } } | undefined)[]>
}

export interface LlamaEmbeddingContext {
  getEmbeddingFor(tokens: number[]): Promise<{ readonly vector: readonly number[] }>
  dispose(): Promise<void>
}

interface LlamaText {
  tokenize(tokenizer: unknown): number[]
}

export interface ChatWrapper {
  generateContextState(options: { chatHistory: readonly ChatItem[] }): {
    contextText: LlamaText
    stopGenerationTriggers: readonly LlamaText[]
  }
}

export type ChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: readonly string[] }

/** How the optional package is loaded; tests hand in their own. */
export type LoadLlamaCpp = () => Promise<unknown>

// Not a literal: the package is not among those that are installed with this one.
const PACKAGE: string = 'node-llama-cpp'

/** Loads the package, or says how to install it. */
export async function loadLlamaCpp(load: LoadLlamaCpp = () => import(PACKAGE)): Promise<LlamaCppModule> {
  const needed = { provider: 'llama-cpp', name: PACKAGE, version: '3.21.1' }
  return (await peerPackage(needed, load)) as LlamaCppModule
}
