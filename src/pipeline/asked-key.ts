import { hashOf } from '../core/hash.ts'
import type { TestCase } from '../core/test-case.ts'

/** Parts of a system's section that do not change what it answers. */
const NOT_IDENTITY = new Set(['concurrency', 'timeout_s', 'max_reply_mb'])

/**
 * What of a system's section would have to be equal for its answers to be comparable. Recorded answers are also known by
 * their content, as taking them anew costs nothing; a program that changed keeps its answers and the run says so.
 */
export function systemIdentity(
  system: Record<string, unknown>,
  versions: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const identity = Object.fromEntries(Object.entries(system).filter(([key]) => !NOT_IDENTITY.has(key)))
  if (typeof system.recorded === 'string') identity.content = versions[system.recorded] ?? null
  return identity
}

/**
 * Identifies what was asked of which system: the system's identity, the configuration's settings and the question.
 * A stored response whose key differs from today's is stale, and only that one is asked again when a run is resumed.
 */
export function askedKey(
  identity: Record<string, unknown>,
  settings: Record<string, unknown>,
  testCase: Pick<TestCase, 'user_input'>,
): string {
  return hashOf([identity, settings, testCase.user_input])
}
