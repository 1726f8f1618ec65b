import { resolve } from 'node:path'
import { RagstoneError } from '../core/errors.ts'
import type { TestCase } from '../core/test-case.ts'
import { addCase as appendCase } from '../testset/add-case.ts'
import type { Finding } from '../testset/finding.ts'
import { openProject, type ProjectOptions, testSetFile } from './project.ts'

export interface AddCaseOptions extends ProjectOptions {
  /** The test set file; default that of the configuration. */
  file?: string
  question: string
  id?: string
  reference?: string
  sources?: readonly string[]
  /** The documents do not say: a refusal is right. Not together with a reference. */
  unanswerable?: boolean
  tags?: Record<string, string>
  /** Adds the case also when its question is in the set already. */
  force?: boolean
}

export interface AddCaseResult {
  file: string
  /** The case as written. */
  test_case: TestCase
  /** Pitfalls of the new case: advice, the case was added all the same. */
  findings: Finding[]
}

/** Appends one test case to a test set file, keeping its comments and form. A question that is in it already is refused. */
export async function addCase(options: AddCaseOptions): Promise<AddCaseResult> {
  const unanswerable = options.unanswerable === true
  if (unanswerable && options.reference !== undefined && options.reference.trim() !== '') {
    throw new RagstoneError('contradiction', 'the case is marked as unanswerable and has a reference answer', {
      hint: 'leave out --reference if the documents do not say, or --unanswerable if they do',
    })
  }
  const loaded = options.file === undefined ? await openProject(options) : undefined
  const file = loaded === undefined ? resolve(options.cwd ?? process.cwd(), options.file ?? '') : testSetFile(loaded)
  const fields = loaded?.config.test_set_fields
  const { testCase, findings } = await appendCase(
    file,
    {
      user_input: options.question,
      answerable: !unanswerable,
      ...(options.id === undefined ? {} : { id: options.id }),
      ...(options.reference === undefined ? {} : { reference: options.reference }),
      ...(options.sources === undefined || options.sources.length === 0
        ? {}
        : { expected_sources: [...options.sources] }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
    },
    { force: options.force === true, ...(fields === undefined ? {} : { fields }) },
  )
  return { file, test_case: testCase, findings }
}
