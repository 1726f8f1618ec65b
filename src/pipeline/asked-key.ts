import { hashOf } from '../core/hash.ts'
import type { TestCase } from '../core/test-case.ts'
import type { System } from '../systems/system.ts'

/**
 * Identifies what was asked of which system: the system's identity, the configuration's settings and the question.
 * A stored response whose key differs from today's is stale, and only that one is asked again when a run is resumed.
 */
export function askedKey(
  identity: System['identity'],
  settings: Record<string, unknown>,
  testCase: Pick<TestCase, 'user_input'>,
): string {
  return hashOf([identity, settings, testCase.user_input])
}
