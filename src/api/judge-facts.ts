import type { JudgeFacts } from '../analysis/judge-tally.ts'
import type { JudgeCheck, JudgeModelFacts, JudgeReport } from '../analysis/run-report.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Exchange } from '../core/exchange.ts'
import type { JudgeProvider } from '../core/judge-config.ts'
import type { Run } from '../core/run.ts'
import { isAsked } from '../core/score.ts'
import { modelKeyOf } from '../judge/cache-key.ts'
import { type Models, spentBy } from '../pipeline/models.ts'
import type { Store } from '../store/store.ts'

/** What a command knows of the judge besides the store: the key under which its facts are, and what was asked just now. */
export interface KnownJudge {
  modelKey?: string
  /** Scheme, host and port of the judge of the configuration. */
  address?: string
  spent?: NonNullable<JudgeReport['spent']>
}

/** Of a command that has the models open. */
export function judgeNow(models: Models): KnownJudge {
  const spent = spentBy(models)
  return {
    ...(models.judge === undefined ? {} : { modelKey: models.judge.modelKey }),
    ...(spent === undefined ? {} : { spent }),
  }
}

/** Providers that can be named without loading anything heavy. */
const SERVED: readonly JudgeProvider[] = ['openai-compatible', 'ollama', 'anthropic', 'google', 'recorded']

/** Of a command that asks nobody: only where the judge of the configuration would be reached. */
export async function judgeOfConfig(run: Run, loaded: LoadedConfig | undefined): Promise<KnownJudge> {
  const settings = loaded?.config.judge
  if (loaded === undefined || settings === undefined || !SERVED.includes(settings.provider)) return {}
  if (!run.metrics.some(({ judge }) => isAsked(judge))) return {}
  try {
    const { openProvider } = await import('../judge/providers/open.ts')
    const provider = await openProvider(settings, { folder: loaded.folder })
    const { address } = provider
    await provider.close()
    return { address }
  } catch {
    // A judge that cannot be opened here (no key, no package) tells nothing, and a report needs nothing of it.
    return {}
  }
}

/** The models that answered, as one exchange of each tells, with what was learnt of the judge. */
export async function judgeFacts(
  store: Pick<Store, 'exchanges' | 'judgeFact'>,
  examples: { judge?: string; verifier?: string },
  known: KnownJudge = {},
): Promise<JudgeFacts> {
  const [own] = examples.judge === undefined ? [] : await store.exchanges([examples.judge])
  const [other] = examples.verifier === undefined ? [] : await store.exchanges([examples.verifier])
  const key = known.modelKey ?? keyOf(own, known.address)
  const dropped = key === undefined ? undefined : await store.judgeFact(key, 'dropped_parameters')
  const check = key === undefined ? undefined : await store.judgeFact(key, 'check_judge')
  const now = known.spent?.judge?.dropped_parameters ?? []
  return {
    models: [...modelFacts('judge', own), ...modelFacts('verifier', other)],
    dropped_parameters: [...new Set([...(Array.isArray(dropped) ? dropped.map(String) : []), ...now])],
    check: checkOf(check),
    spent: known.spent ?? null,
  }
}

function keyOf(exchange: Exchange | undefined, address: string | undefined): string | undefined {
  if (exchange === undefined || address === undefined) return undefined
  const { provider, model, model_digest: digest } = exchange
  return modelKeyOf({ provider, model, address, ...(digest === undefined ? {} : { digest }) })
}

function modelFacts(role: JudgeModelFacts['role'], exchange: Exchange | undefined): JudgeModelFacts[] {
  if (exchange === undefined) return []
  const { provider, model, model_digest: digest, request } = exchange
  return [{ role, provider, model, ...(digest === undefined ? {} : { digest }), parameters: request.parameters }]
}

/** The stored self-test, read with care: it may be of another version. */
function checkOf(stored: unknown): JudgeCheck | null {
  if (typeof stored !== 'object' || stored === null || !('advice' in stored)) return null
  const { advice, items, accuracy, checked_at, quick } = stored as Record<string, unknown>
  if (typeof advice !== 'string') return null
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const { value, low, high } = (accuracy ?? {}) as Record<string, unknown>
  return {
    items: number(items),
    accuracy: number(value) === null ? null : { value: number(value), low: number(low), high: number(high) },
    advice,
    checked_at: typeof checked_at === 'string' ? checked_at : null,
    quick: quick === true,
  }
}
