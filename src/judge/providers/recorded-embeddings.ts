import type { EmbeddingSettings } from '../../core/judge-config.ts'
import { vectorKey } from '../cache-key.ts'
import { type EmbeddingProvider, ProviderError } from '../provider.ts'
import { checkedVectors } from './checked-vectors.ts'
import { type Recording, readRecording } from './read-recording.ts'
import { shown } from './shown.ts'

const MOST_TEXTS = 2048

/** Gives vectors that another model gave once, by their texts; a text that is not in the file ends the run and is shown. */
export async function recordedEmbeddings(
  settings: EmbeddingSettings,
  context: { folder: string },
): Promise<EmbeddingProvider> {
  const recording = await readRecording(settings.model, context.folder)
  const { file, embeddings: header, vectors } = recording
  const byText = new Map(vectors.flatMap(({ text, vector }) => (text === undefined ? [] : [[text, vector] as const])))
  const byKey = new Map(vectors.flatMap(({ key, vector }) => (key === undefined ? [] : [[key, vector] as const])))
  const find = (text: string) =>
    byText.get(text) ?? (header && byKey.get(vectorKey(header.model_key, header.parameters, text)))
  return {
    provider: 'recorded',
    model: header?.model ?? file,
    address: file,
    maxBatch: settings.max_batch ?? MOST_TEXTS,
    async facts(signal) {
      signal.throwIfAborted()
      // A recording of a run that needed no vector, since rules or noncommittal questions decided, can be played again.
      if (vectors.length === 0 && recording.exchanges.length === 0)
        throw new ProviderError('misconfigured', `${file} holds neither exchanges nor vectors`)
      return { local: header?.local ?? true, ...(header?.digest !== undefined && { digest: header.digest }) }
    },
    async embed(texts, signal) {
      signal.throwIfAborted()
      const found = texts.map((text) => find(text) ?? missing(text, recording))
      return { vectors: checkedVectors(found, texts.length, file), usage: null }
    },
    async close() {},
  }
}

function missing(text: string, { file }: Recording): never {
  throw new ProviderError('misconfigured', `${file} holds no vector of the text that begins with "${shown(text)}"`)
}
