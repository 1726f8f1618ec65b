import { CONFIGURATION_NAME } from '../../core/config.ts'
import { RagstoneError } from '../../core/errors.ts'
import type { TestCase } from '../../core/test-case.ts'
import { type CanonicalRow, canonicalRows } from '../../files/fields.ts'
import { type Place, placeText } from '../../files/rows.ts'
import { toTestCase } from '../../testset/load.ts'
import { plainCase, testSetJsonl } from '../../testset/write.ts'

/** A longer test set is written as jsonl, which is read as a stream. */
const MOST_YAML_CASES = 1000
const MOST_REPEATS = 100

/** What a file of recorded answers tells about the test set and the runs behind it. */
export interface RecordedProject {
  testSet: { name: string; text: string }
  configurations: string[]
  repeats: number
  metrics: string[]
}

/** Reads recorded answers and derives the test set, the configurations and the metrics that their fields allow. */
export async function readRecorded(file: string): Promise<RecordedProject> {
  const cases = new Map<string, { testCase: TestCase; place: Place }>()
  const configurations = new Set<string>()
  const present = { response: false, contexts: false, expected: false, reference: false }
  let repeats = 1
  for await (const row of canonicalRows(file, { expects: 'both' })) {
    const testCase = noteCase(cases, row)
    noteConfiguration(configurations, row)
    repeats = Math.max(repeats, row.repeat ?? 1)
    present.response ||= row.response !== undefined
    present.contexts ||= row.retrieved_contexts !== undefined
    present.expected ||= (testCase.expected_sources ?? testCase.reference_context_ids) !== undefined
    present.reference ||= testCase.reference !== undefined
  }
  if (!present.response && !present.contexts) {
    throw new RagstoneError('nothing_to_score', `${file} holds neither responses nor retrieved contexts`, {
      hint: 'each row needs `response` or `retrieved_contexts`, beside `user_input`',
    })
  }
  return {
    testSet: await testSetFile([...cases.values()].map(({ testCase }) => testCase)),
    configurations: [...configurations],
    repeats: Math.min(repeats, MOST_REPEATS),
    metrics: [
      ...(present.contexts && present.expected ? ['hit_rate@3', 'mrr'] : []),
      ...(present.response ? ['refusal'] : []),
      ...(present.response && present.contexts ? ['k_precision'] : []),
      ...(present.response && present.reference ? ['token_recall'] : []),
    ],
  }
}

/** Rows of one case may differ in how much they say of it, but not in question and reference. */
function noteCase(cases: Map<string, { testCase: TestCase; place: Place }>, row: CanonicalRow): TestCase {
  const testCase = toTestCase(row)
  const known = cases.get(testCase.id)
  if (known === undefined) {
    cases.set(testCase.id, { testCase, place: row.place })
    return testCase
  }
  const field = (['user_input', 'reference'] as const).find(
    (name) =>
      testCase[name] !== undefined && known.testCase[name] !== undefined && testCase[name] !== known.testCase[name],
  )
  if (field !== undefined) {
    throw new RagstoneError(
      'conflicting_case',
      `${placeText(row.place)}: the ${field} of "${testCase.id}" differs from that at ${placeText(known.place)}`,
      { hint: 'rows with the same test_case_id must hold the same question' },
    )
  }
  known.testCase = { ...testCase, ...known.testCase }
  return known.testCase
}

function noteConfiguration(configurations: Set<string>, row: CanonicalRow): void {
  const { configuration: name } = row
  if (name === undefined) return
  if (!CONFIGURATION_NAME.test(name)) {
    throw new RagstoneError(
      'bad_configuration_name',
      `${placeText(row.place)}: the configuration ${JSON.stringify(name)} cannot be kept`,
      {
        hint: 'a name is not empty and holds no control characters, line separators or "|"',
      },
    )
  }
  configurations.add(name)
}

async function testSetFile(cases: readonly TestCase[]): Promise<{ name: string; text: string }> {
  if (cases.length > MOST_YAML_CASES) return { name: 'test_set.jsonl', text: [...testSetJsonl(cases)].join('') }
  const { stringify } = await import('yaml')
  return { name: 'test_set.yaml', text: stringify(cases.map(plainCase), { lineWidth: 0 }) }
}
