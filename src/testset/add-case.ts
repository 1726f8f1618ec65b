import { extname } from 'node:path'
import type { z } from 'zod'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { type TestCase, testCaseHash, testCaseSchema } from '../core/test-case.ts'
import { replaceFile } from '../files/replace-file.ts'
import { FILE_ENDINGS, placeText } from '../files/rows.ts'
import { readId } from '../files/values.ts'
import { sameText } from '../text/normalize.ts'
import { appendCsv } from './append-csv.ts'
import { appendJson, appendJsonl } from './append-json.ts'
import { appendYaml } from './append-yaml.ts'
import { generatedId } from './case-id.ts'
import type { Finding } from './finding.ts'
import { lintNewCase } from './lint-new-case.ts'
import { type LoadOptions, loadTestSet, type TestSet } from './load.ts'
import { findSpelling, type Spelling } from './spelling.ts'

/** A test case to be added; without an id one is made from the question. */
export type NewCase = Omit<z.input<typeof testCaseSchema>, 'id'> & { id?: string }

type Append = (file: string, draft: string, testCase: TestCase, spelling: Spelling) => Promise<void>

const APPENDERS: Readonly<Record<string, Append>> = {
  '.yaml': appendYaml,
  '.yml': appendYaml,
  '.json': appendJson,
  '.jsonl': appendJsonl,
  '.ndjson': appendJsonl,
  '.csv': appendCsv,
  '.tsv': appendCsv,
}

export interface AddOptions extends LoadOptions {
  /** Adds the case also when its question is in the set already. */
  force?: boolean
}

/** The case as written, with the pitfalls that it brings. */
export interface AddedCase {
  testCase: TestCase
  findings: Finding[]
}

/**
 * Appends one case to a test set file, which otherwise stays as it is: comments, order, line ends, spelling of names.
 * The file is replaced at once, after the new one was read back and holds the old cases and the new one. An id or (but
 * for `force`) a question that is in the set already is refused; questions are compared without regard to case, width,
 * script and punctuation.
 */
export async function addCase(file: string, newCase: NewCase, options: AddOptions = {}): Promise<AddedCase> {
  const append = appenderOf(file)
  const testCase = checkedCase(newCase)
  const before = await loadOrEmpty(file, options)
  refuseDoubled(testCase, before, newCase.id !== undefined, options.force === true)
  const spelling = await findSpelling(file, before.cases.length === 0, options.fields)
  await replaceFile(file, async (draft) => {
    await append(file, draft, testCase, spelling)
    await checkDraft(file, draft, options, before, testCase)
  })
  return { testCase, findings: lintNewCase(testCase, before.cases) }
}

function refuseDoubled(testCase: TestCase, { cases, places }: TestSet, ownId: boolean, force: boolean): void {
  const place = places.get(testCase.id)
  const same = force ? undefined : cases.find((one) => sameText(one.user_input, testCase.user_input))
  if (same !== undefined && (place === undefined || !ownId)) {
    const samePlace = places.get(same.id)
    const at = samePlace === undefined ? '' : ` at ${placeText(samePlace)}`
    throw new RagstoneError('duplicate_question', `the same question is already asked by "${same.id}"${at}`, {
      hint: 'change the case there, or add this one too with --force',
    })
  }
  if (place !== undefined) {
    throw new RagstoneError('duplicate_id', `the id "${testCase.id}" is already used at ${placeText(place)}`, {
      hint: 'choose another id, or change the case there',
    })
  }
}

function appenderOf(file: string): Append {
  const ending = extname(file).toLowerCase()
  const append = APPENDERS[ending]
  if (append !== undefined) return append
  if (ending === '.parquet') {
    throw new RagstoneError(
      'not_appendable',
      `${shownPath(file)}: a parquet file cannot be appended to, only written anew`,
      {
        hint: 'keep the test set as .yaml, .jsonl or .csv',
      },
    )
  }
  throw new RagstoneError('unknown_format', `${shownPath(file)}: the ending of its name does not tell the format`, {
    hint: `accepted: ${FILE_ENDINGS.filter((one) => one !== '.parquet').join(' ')}`,
  })
}

function checkedCase(newCase: NewCase): TestCase {
  if (newCase.user_input.trim() === '') {
    throw new RagstoneError('missing_user_input', 'the new case has no question', { hint: 'give its user_input' })
  }
  const id =
    newCase.id === undefined ? undefined : readId(newCase.id, { place: { file: 'the new case', row: 1 }, column: 'id' })
  const parsed = testCaseSchema.safeParse({ ...newCase, id: id ?? generatedId(newCase.user_input) })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new RagstoneError('bad_value', `the new case: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return withoutEmpty(parsed.data)
}

/** Empty texts and lists say the same as absent ones, and are read back as absent. */
function withoutEmpty(testCase: TestCase): TestCase {
  const { reference, review, expected_sources, ...rest } = testCase
  return {
    ...rest,
    ...(reference ? { reference } : {}),
    ...(review ? { review } : {}),
    ...(expected_sources?.length ? { expected_sources } : {}),
  }
}

async function loadOrEmpty(file: string, options: LoadOptions): Promise<TestSet> {
  try {
    return await loadTestSet(file, options)
  } catch (error) {
    if (isRagstoneError(error) && error.code === 'empty_file') return { file, cases: [], hash: '', places: new Map() }
    throw error
  }
}

async function checkDraft(
  file: string,
  draft: string,
  options: LoadOptions,
  before: TestSet,
  testCase: TestCase,
): Promise<void> {
  const expected = [...before.cases, testCase].map(testCaseHash)
  let found: string[]
  try {
    found = (await loadTestSet(draft, options)).cases.map(testCaseHash)
  } catch (error) {
    throw notReadBack(file, messageOf(error))
  }
  if (found.length !== expected.length || found.some((hash, index) => hash !== expected[index])) {
    throw notReadBack(file, 'the columns or names of the file do not allow it')
  }
}

function notReadBack(file: string, reason: string): RagstoneError {
  return new RagstoneError(
    'not_appendable',
    `${shownPath(file)}: the case would not read back as it was given (${reason})`,
    {
      hint: 'nothing was changed; add the case by hand, or keep the test set as .yaml or .jsonl',
    },
  )
}
