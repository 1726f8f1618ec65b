import { resolve } from 'node:path'
import type { TestCase } from '../core/test-case.ts'
import { addCase as appendCase } from '../testset/add-case.ts'
import { openProject, type ProjectOptions, testSetFile } from './project.ts'

export interface AddCaseOptions extends ProjectOptions {
  /** The test set file; default that of the configuration. */
  file?: string
  question: string
  id?: string
  reference?: string
  sources?: readonly string[]
  /** The documents do not say: a refusal is right. */
  unanswerable?: boolean
  tags?: Record<string, string>
}

/** Appends one test case to a test set file, keeping its comments and form. Returns the case as written. */
export async function addCase(options: AddCaseOptions): Promise<{ file: string; test_case: TestCase }> {
  const loaded = options.file === undefined ? await openProject(options) : undefined
  const file = loaded === undefined ? resolve(options.cwd ?? process.cwd(), options.file ?? '') : testSetFile(loaded)
  const fields = loaded?.config.test_set_fields
  const testCase = await appendCase(
    file,
    {
      user_input: options.question,
      answerable: options.unanswerable !== true,
      ...(options.id === undefined ? {} : { id: options.id }),
      ...(options.reference === undefined ? {} : { reference: options.reference }),
      ...(options.sources === undefined || options.sources.length === 0
        ? {}
        : { expected_sources: [...options.sources] }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
    },
    fields === undefined ? {} : { fields },
  )
  return { file, test_case: testCase }
}
