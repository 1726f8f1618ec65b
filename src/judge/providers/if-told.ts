import { ProviderError } from '../provider.ts'

/** A key may be good for chat and not for the list of models. */
const SCOPE = /scope|insufficient permissions/i

/**
 * An answer about a model, which not every server gives: undefined when it does not tell. A wrong key, an absent server and a
 * time limit are errors all the same.
 */
export async function ifTold(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 403 && SCOPE.test(error.message)) return undefined
    if (['auth', 'misconfigured', 'timeout'].includes(error.kind) && error.status !== 405) throw error
    return undefined
  }
}
