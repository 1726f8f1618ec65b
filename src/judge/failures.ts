import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import type { NaReason } from '../core/score.ts'
import type { ModelIdentity } from './cache-key.ts'
import { ProviderError, type ProviderErrorKind } from './provider.ts'

/** Which model of a run: error codes begin with it. */
export type Role = 'judge' | 'verifier' | 'embeddings'

/** Thrown through the pace when the budget does not allow a request; the message says why. */
export class Unsent extends Error {
  override name = 'Unsent'
}

/** Kinds that only the user can mend: they end the run. */
const FATAL = ['auth', 'unknown_model', 'quota', 'unsupported', 'misconfigured'] as const
type FatalKind = (typeof FATAL)[number]

export function isFatal(kind: ProviderErrorKind): kind is FatalKind {
  return (FATAL as readonly string[]).includes(kind)
}

/** Whether the provider may have made a reply, and bill it, although none came. */
export function mayBeBilled(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { kind, status = 0 } = error
  return kind === 'timeout' || (kind === 'unavailable' && status >= 200 && status < 300)
}

const NA_OF: Partial<Record<ProviderErrorKind, NaReason>> = {
  too_long: 'context_truncated',
  rate_limited: 'rate_limited',
  timeout: 'timeout',
}

/** The NA reason that a failed request leads to. */
export function reasonOf(kind: ProviderErrorKind): NaReason {
  return NA_OF[kind] ?? 'provider_error'
}

/** What the user must mend, with the way out. */
export function userError(
  error: ProviderError,
  role: Role,
  { provider, model }: ModelIdentity,
  clean: (text: string) => string,
): RagstoneError {
  const section = role === 'verifier' ? 'judge.verifier' : role
  const code = `${role}_${error.kind}`
  return new RagstoneError(code, clean(`${provider} ${model}: ${messageOf(error)}`), {
    hint: hintOf(error, section, model),
  })
}

function hintOf({ kind }: ProviderError, section: string, model: string): string {
  switch (kind) {
    case 'auth':
      return `check \`api_key\` and \`base_url\` under \`${section}\`: the key must be valid for that address`
    case 'unknown_model':
      return `check \`model\` under \`${section}\`; a local server must have it first (Ollama: \`ollama pull ${model}\`)`
    case 'quota':
      return 'raise the quota at the provider'
    case 'unsupported':
      return `name another model under \`${section}\`: this one cannot do what is asked of it`
    case 'rate_limited':
      return 'wait a while'
    case 'unavailable':
    case 'timeout':
      return `start the server, or check \`base_url\` under \`${section}\``
    default:
      return `check the settings under \`${section}\``
  }
}

/** Whether an error is one of {@link userError}: a model's, which says nothing against what was scored before. */
export function isModelFault(error: unknown): error is RagstoneError {
  return isRagstoneError(error) && /^(judge|verifier|embeddings)_/.test(error.code)
}

/** Facts of a model, or the error of a model that cannot be opened. */
export async function openFacts<T>(
  ask: () => Promise<T>,
  role: Role,
  identity: ModelIdentity,
  clean: (text: string) => string,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ProviderError ? userError(error, role, identity, clean) : error
  }
}
