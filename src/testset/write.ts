import type { TestCase } from '../core/test-case.ts'
import { csvRows } from '../files/csv-write.ts'

const COLUMNS = [
  'id',
  'user_input',
  'reference',
  'reference_contexts',
  'reference_context_ids',
  'expected_sources',
  'relevance',
  'answerable',
  'rubrics',
  'review',
] as const

/**
 * Test cases as CSV, in pieces that together are the file. Each tag has a column of its own (`tags.type`); lists and
 * objects are JSON in a cell; columns that no case uses are left out. Reading it back gives equal cases.
 */
export function testSetCsv(cases: readonly TestCase[]): Iterable<string> {
  const tags = [...new Set(cases.flatMap((one) => Object.keys(one.tags)))]
  const used = COLUMNS.filter((column) => cases.some((one) => one[column] !== undefined))
  const rows = cases.map(({ tags: own, ...rest }) => ({
    ...rest,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`tags.${name}`, value])),
  }))
  return csvRows([...used, ...tags.map((tag) => `tags.${tag}`)], rows)
}

/** Test cases as lines of JSON, each with its line break; what is default is left out. */
export function* testSetJsonl(cases: Iterable<TestCase>): Generator<string> {
  for (const testCase of cases) yield `${JSON.stringify(plainCase(testCase))}\n`
}

/** A test case as one writes it in a file: `answerable: true` and empty tags are left out. */
export function plainCase(testCase: TestCase): Record<string, unknown> {
  const { id, user_input, reference, answerable, tags, ...rest } = testCase
  return {
    id,
    user_input,
    ...(reference === undefined ? {} : { reference }),
    ...rest,
    ...(answerable ? {} : { answerable }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
  }
}
