import { hashOf } from '../core/hash.ts'
import type { ModelIdentity } from './cache-key.ts'

/**
 * Names a model with its way of asking, as scores are stored under it: `provider:model#hash`. The hash covers everything that
 * can change a score. The address is part of it only where no digest tells the weights: the same weights at another address
 * are the same judge, while a mere name may stand for others there.
 */
export function fingerprintOf(
  { provider, model, address, digest }: ModelIdentity,
  settings: Readonly<Record<string, unknown>>,
): string {
  const served = digest === undefined ? { ...(/^https?:/.test(address) ? { address } : {}) } : { digest }
  return `${provider}:${model}#${hashOf({ ...settings, ...served }).slice(0, 8)}`
}
