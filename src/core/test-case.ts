import { z } from 'zod'
import { hashOf } from './hash.ts'

/**
 * One row of a test set: a question with its reference answer and what the answer should come from.
 * `answerable: false` (or `expected_source: null` in a file) means that the documents do not say: a refusal is right.
 * `relevance` grades chunks or sources by id or name (0 = not relevant) for `ndcg`; without it every expected item counts 1.
 */
export const testCaseSchema = z.strictObject({
  id: z.string().min(1),
  user_input: z.string().min(1),
  reference: z.string().optional(),
  reference_contexts: z.array(z.string()).optional(),
  reference_context_ids: z.array(z.string()).optional(),
  expected_sources: z.array(z.string()).optional(),
  relevance: z.record(z.string(), z.number()).optional(),
  answerable: z.boolean().default(true),
  tags: z.record(z.string(), z.string()).default({}),
  rubrics: z.record(z.string(), z.string()).optional(),
  review: z.string().optional(),
})
export type TestCase = z.infer<typeof testCaseSchema>

/** Hashes of cases that were asked for already; a case is asked for by whoever reads it and by the store. */
const hashes = new WeakMap<TestCase, string>()

/** Changes whenever anything in the test case changes; a case is not to be changed after its hash was asked for. */
export function testCaseHash(testCase: TestCase): string {
  const known = hashes.get(testCase)
  if (known !== undefined) return known
  const hash = hashOf(testCase)
  hashes.set(testCase, hash)
  return hash
}
