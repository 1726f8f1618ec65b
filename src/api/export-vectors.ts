import type { LoadedConfig } from '../config/load.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import type { Run } from '../core/run.ts'
import type { Score, Step } from '../core/score.ts'
import { embeddingsRecording } from '../judge/providers/recording-format.ts'
import type { Store } from '../store/store.ts'
import { rememberedFacts } from './model-memory.ts'

/** Vectors that are read at once. */
const AT_ONCE = 200

/**
 * The vectors that scores are made of as lines of a recording, header first; nothing without any. A vector stands with its text
 * where the steps tell it, always with its key.
 */
export async function* vectorLines(
  store: Store,
  run: Run,
  scores: AsyncIterable<Score>,
  loaded: LoadedConfig | undefined,
): AsyncIterable<string> {
  const questions = new Map<string, string>()
  for await (const { id, user_input } of store.testCases(run.id)) questions.set(id, user_input)
  const texts = new Map<string, string | undefined>()
  let fingerprint = ''
  for await (const score of scores) {
    for (const step of score.steps) {
      if (step.kind !== 'embedding' || !Array.isArray(step.vectors)) continue
      fingerprint ||= String(step.model ?? '')
      const written = embeddedTexts(score, questions.get(score.test_case_id) ?? '')
      for (const [index, key] of step.vectors.map(String).entries()) {
        const known = written.length === step.vectors.length ? written[index] : undefined
        texts.set(key, texts.get(key) ?? known)
      }
    }
  }
  if (texts.size === 0) return
  const vectors: { key: string; text?: string; vector: Float32Array }[] = []
  const keys = [...texts.keys()]
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const found = await store.findVectors(keys.slice(start, start + AT_ONCE))
    for (const [key, vector] of found) {
      const text = texts.get(key)
      vectors.push({ key, ...(text === undefined ? {} : { text }), vector })
    }
  }
  yield* embeddingsRecording(await about(store, fingerprint, loaded), vectors)
}

/** What a metric had embedded, in order: the question, then those that the judge made of the response. */
function embeddedTexts({ steps }: Score, user_input: string): string[] {
  const rule = steps.find(({ kind, step }: Step) => kind === 'rule' && step === 'reverse_questions')
  if (!Array.isArray(rule?.questions)) return []
  return [user_input, ...rule.questions.map((one: { question?: unknown }) => String(one.question ?? ''))]
}

/** Which model made the vectors: that of the configuration where it is the same, else what its fingerprint tells. */
async function about(store: Store, fingerprint: string, loaded: LoadedConfig | undefined) {
  const [, provider = '', model = ''] = /^([^:]*):(.*)#[^#]*$/.exec(fingerprint) ?? []
  const settings = loaded?.config.embeddings
  const address = settings === undefined || loaded === undefined ? '' : await addressOf(loaded)
  const facts = (await rememberedFacts(store, { provider, model, address })) as
    | { digest?: string; local?: boolean }
    | undefined
  return {
    recorded_at: new Date().toISOString(),
    provider,
    model,
    address,
    local: facts?.local ?? true,
    parameters: hideSettingSecrets(settings?.parameters ?? {}),
    ...(facts?.digest === undefined ? {} : { digest: facts.digest }),
  }
}

async function addressOf({ config, folder }: LoadedConfig): Promise<string> {
  if (config.embeddings === undefined || config.embeddings.provider === 'llama-cpp') return ''
  try {
    const { openEmbeddingProvider } = await import('../judge/providers/open.ts')
    const provider = await openEmbeddingProvider(config.embeddings, { folder })
    await provider.close()
    return provider.address
  } catch {
    // A model that cannot be opened here tells nothing; the vectors stand with their texts.
    return ''
  }
}
