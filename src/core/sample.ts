import type { Chunk } from './chunk.ts'
import type { Response, SystemError, Usage } from './response.ts'
import type { TestCase } from './test-case.ts'

/** A test case joined with its response: what a metric sees. */
export interface Sample {
  configuration: string
  test_case_id: string
  repeat: number
  user_input: string
  answerable: boolean
  tags: Record<string, string>
  reference?: string
  reference_contexts?: string[]
  reference_context_ids?: string[]
  expected_sources?: string[]
  relevance?: Record<string, number>
  rubrics?: Record<string, string>
  response?: string
  retrieved_contexts?: Chunk[]
  latency_ms?: number
  usage?: Usage
  error?: SystemError
}

/** Fields that every sample has; all others must be named in a metric's `needs` before its code may read them as present. */
export const ALWAYS_PRESENT = ['configuration', 'test_case_id', 'repeat', 'user_input', 'answerable', 'tags'] as const
export type AlwaysPresent = (typeof ALWAYS_PRESENT)[number]
export type OptionalField = Exclude<keyof Sample, AlwaysPresent>

/** Joins a test case with a response to it. */
export function toSample(testCase: TestCase, response: Response): Sample {
  const sample: Sample = {
    configuration: response.configuration,
    test_case_id: testCase.id,
    repeat: response.repeat,
    user_input: testCase.user_input,
    answerable: testCase.answerable,
    tags: testCase.tags,
  }
  if (testCase.reference !== undefined) sample.reference = testCase.reference
  if (testCase.reference_contexts !== undefined) sample.reference_contexts = testCase.reference_contexts
  if (testCase.reference_context_ids !== undefined) sample.reference_context_ids = testCase.reference_context_ids
  if (testCase.expected_sources !== undefined) sample.expected_sources = testCase.expected_sources
  if (testCase.relevance !== undefined) sample.relevance = testCase.relevance
  if (testCase.rubrics !== undefined) sample.rubrics = testCase.rubrics
  if (response.response !== null) sample.response = response.response
  if (response.retrieved_contexts !== undefined) sample.retrieved_contexts = response.retrieved_contexts
  if (response.latency_ms !== null) sample.latency_ms = response.latency_ms
  if (response.usage !== undefined) sample.usage = response.usage
  if (response.error !== undefined) sample.error = response.error
  return sample
}
