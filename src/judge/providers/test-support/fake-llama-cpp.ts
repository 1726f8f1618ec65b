import { setTimeout as sleep } from 'node:timers/promises'
import type { LlamaCppModule, LlamaModel, LlamaSequence } from '../llama-cpp-module.ts'

interface FakeOptions {
  /** What the model writes after any prompt. */
  reply: string
  architecture?: string
  msPerToken?: number
}

const END = 0
const LIMIT = 4096

/**
 * A stand-in for `node-llama-cpp`: a token is a character, the first token of the reply has probability .75 against .25 for
 * `N`, and a vector is the length of its text.
 */
export function fakeLlamaCpp({ reply, architecture = 'llama', msPerToken = 0 }: FakeOptions) {
  const read = { tokens: 0 }
  const contexts: number[] = []
  const grammars: object[] = []
  const codes = (text: string) => [...text].map((character) => character.charCodeAt(0))
  const written = [...codes(reply), END]

  function sequence(): LlamaSequence {
    let state: number[] = []
    const put = (tokens: readonly number[]) => {
      read.tokens += tokens.length
      state.push(...tokens)
    }
    return {
      get nextTokenIndex() {
        return state.length
      },
      async adaptStateToTokens(tokens) {
        let shared = 0
        while (shared < state.length && shared < tokens.length && state[shared] === tokens[shared]) shared += 1
        state = state.slice(0, shared)
      },
      async evaluateWithoutGeneratingNewTokens(tokens) {
        put(tokens)
      },
      async *evaluate(tokens) {
        // Going on from the first token of the reply means that it was written already.
        const from = tokens.length === 1 && tokens[0] === written[0] ? 1 : 0
        put(tokens)
        for (const token of written.slice(from)) {
          if (msPerToken > 0) await sleep(msPerToken)
          yield token
          state.push(token)
        }
      },
      async controlledEvaluate(input) {
        const tokens = input.map((entry) => (typeof entry === 'number' ? entry : entry[0]))
        put(tokens)
        const probabilities = new Map([
          ['N'.charCodeAt(0), 0.25],
          [written[0] ?? END, 0.75],
        ])
        return tokens.map((_, index) => (index === tokens.length - 1 ? { next: { probabilities } } : undefined))
      },
    }
  }

  const model: LlamaModel = {
    tokenizer: {},
    trainContextSize: LIMIT,
    fileInfo: { metadata: { general: { architecture } } },
    tokenize: codes,
    detokenize: (tokens) => String.fromCharCode(...tokens),
    isEogToken: (token) => token === END,
    async createContext({ contextSize }) {
      contexts.push(contextSize)
      return { contextSize, getSequence: sequence, dispose: async () => {} }
    },
    async createEmbeddingContext() {
      return { getEmbeddingFor: async (tokens) => ({ vector: [tokens.length, 1] }), dispose: async () => {} }
    },
    dispose: async () => {},
  }
  const module: LlamaCppModule = {
    LlamaLogLevel: { error: 'error' },
    LlamaGrammarEvaluationState: class {},
    async getLlama() {
      return {
        loadModel: async () => model,
        async createGrammarForJsonSchema(schema) {
          grammars.push(schema)
          return {}
        },
        getGrammarFor: async () => ({}),
        dispose: async () => {},
      }
    },
    resolveChatWrapper: () => ({
      generateContextState({ chatHistory }) {
        const text = chatHistory.map((item) => ('text' in item ? `[${item.type}]${item.text}` : '[model]')).join('')
        return { contextText: { tokenize: () => codes(text) }, stopGenerationTriggers: [] }
      },
    }),
  }
  return { load: async () => module, read, contexts, grammars }
}
