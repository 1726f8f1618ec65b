import type { LoadedConfig } from '../config/load.ts'
import type { Chunk } from '../core/chunk.ts'
import type { ResolvedConfiguration } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { StoredSample } from '../store/store.ts'
import { detectLanguage } from '../text/language.ts'
import { isBlank } from '../text/normalize.ts'
import { projectCases } from './start-run.ts'

/** Chunks that an answer is assumed to have where its configuration does not say. */
const CHUNKS = 5

/** About 180 words, as splitters that count characters make them. */
const CHUNK_CHARACTERS = { latin: 1000, han: 400 }

const SENTENCES = {
  latin: 'The handbook states in this paragraph what applies in which case, from when on and for whom. ',
  han: '手冊在這一段說明什麼情況適用、從什麼時候開始、對象是誰。',
}

export interface AssumedOptions {
  configurations: readonly ResolvedConfiguration[]
  limit: number | undefined
  repeats: number
}

/**
 * Answers as a system might give them, before it was asked: the reference or three sentences, and as many chunks as `top_k`
 * says, in the language of the question. Every answer and every chunk is a new one, so that a plan counts at least what comes.
 */
export async function* assumedSamples(loaded: LoadedConfig, options: AssumedOptions): AsyncIterable<StoredSample> {
  const { configurations, limit, repeats } = options
  for (const configuration of configurations) {
    let read = 0
    for await (const { testCase } of projectCases(loaded)) {
      if (read === limit) break
      read += 1
      for (let repeat = 1; repeat <= repeats; repeat++) yield assumed(testCase, configuration, repeat)
    }
  }
}

/** How many chunks each answer of a configuration is assumed to have. */
export function assumedChunks({ settings }: Pick<ResolvedConfiguration, 'settings'>): number {
  const { top_k: k } = settings
  return typeof k === 'number' && Number.isInteger(k) && k >= 0 ? k : CHUNKS
}

function assumed(test_case: TestCase, configuration: ResolvedConfiguration, repeat: number): StoredSample {
  const language = detectLanguage(test_case.user_input)
  const script = language === 'en' || language === 'other' ? 'latin' : 'han'
  const name = `${configuration.name} ${repeat}`
  const { answerable, reference = '' } = test_case
  const answer = answerable && !isBlank(reference) ? reference : SENTENCES[script].repeat(3).trim()
  const retrieved_contexts = Array.from({ length: assumedChunks(configuration) }, (_, index): Chunk => {
    const text = `(${name}, ${test_case.id}, ${index + 1}) ${SENTENCES[script].repeat(20)}`
    return { text: text.slice(0, CHUNK_CHARACTERS[script]) }
  })
  return {
    test_case,
    response: {
      run_id: 'plan',
      configuration: configuration.name,
      test_case_id: test_case.id,
      repeat,
      response: `(${name}) ${answer}`,
      retrieved_contexts,
      latency_ms: null,
      asked_key: 'plan',
      created_at: '',
    },
    scored: [],
  }
}
