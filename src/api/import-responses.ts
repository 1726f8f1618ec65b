import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { ResponseKey } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { placeText } from '../files/rows.ts'
import type { Store } from '../store/store.ts'
import { generatedId } from '../testset/case-id.ts'
import { idTrouble } from './id-trouble.ts'
import { type GaveAnswer, gaveAnswer } from './import-by-answer.ts'

/** The responses of a run, numbered, and how a row of a file names one. */
export interface KnownResponses {
  size: number
  keyAt(index: number): Omit<ResponseKey, 'run_id'>
  indexOf(key: Omit<ResponseKey, 'run_id'>): number | undefined
  /** The response that a row is about; RagstoneError by file and line where there is none, or more than one. */
  find(row: CanonicalRow): number
}

export interface FindOptions {
  /** The configuration of rows that name none. */
  configuration?: string | undefined
  /** The rows show answers: a row that names no configuration is of the one that gave its answer. */
  byAnswer?: boolean | undefined
}

interface Known {
  run: Run
  keys: Omit<ResponseKey, 'run_id'>[]
  byKey: Map<string, number>
  cases: Set<string>
  /** Ids of the test cases that ask a question. */
  byQuestion: Map<string, string[]>
  gaveAnswer?: GaveAnswer
}

/** Reads which responses a run has. Memory: their keys and the questions. */
export async function knownResponses(store: Store, run: Run, options: FindOptions = {}): Promise<KnownResponses> {
  const known: Known = { run, keys: [], byKey: new Map(), cases: new Set(), byQuestion: new Map() }
  for await (const { configuration, test_case_id, repeat } of store.responseFacts(run.id)) {
    known.byKey.set(responseKey({ configuration, test_case_id, repeat }), known.keys.length)
    known.keys.push({ configuration, test_case_id, repeat })
    known.cases.add(test_case_id)
  }
  for await (const { id, user_input } of store.testCases(run.id)) {
    if (!known.cases.has(id)) continue
    const question = plain(user_input)
    const ids = known.byQuestion.get(question)
    if (ids === undefined) known.byQuestion.set(question, [id])
    else ids.push(id)
  }
  const names = run.configurations.map(({ name }) => name)
  if (options.configuration !== undefined && !names.includes(options.configuration)) {
    throw new RagstoneError('unknown_configuration', `run ${run.id} has no configuration "${options.configuration}"`, {
      hint: suggest(options.configuration, names),
    })
  }
  if (options.byAnswer === true && options.configuration === undefined && names.length > 1) {
    known.gaveAnswer = await gaveAnswer(store, run)
  }
  return {
    size: known.keys.length,
    keyAt: (index) => known.keys[index] ?? { configuration: '', test_case_id: '', repeat: 0 },
    indexOf: (key) => known.byKey.get(responseKey(key)),
    find: (row) => findResponse(row, known, options),
  }
}

function plain(question: string): string {
  return question.replace(/\r\n?/g, '\n').trim()
}

function findResponse(row: CanonicalRow, known: Known, options: FindOptions): number {
  const id = caseOf(row, known)
  const configuration = configurationOf(row, id, known, options)
  const repeat = row.repeat ?? 1
  const index = known.byKey.get(responseKey({ configuration, test_case_id: id, repeat }))
  if (index !== undefined) return index
  throw refused(row, known, `response to "${id}" under configuration "${configuration}", repeat ${repeat}`, () => {
    const has = known.keys.filter((key) => key.test_case_id === id).slice(0, 5)
    return `it has: ${has.map((key) => `${key.configuration} repeat ${key.repeat}`).join(', ')}`
  })
}

function caseOf(row: CanonicalRow, known: Known): string {
  const { id, user_input: question } = row
  const asked = question === undefined ? [] : (known.byQuestion.get(plain(question)) ?? [])
  if (id !== undefined && known.cases.has(id)) return id
  const [only, second] = asked
  if (id !== undefined) {
    throw refused(row, known, `response to a test case "${id}"`, () => {
      const trouble = idTrouble(id, [...known.cases])
      if (trouble !== undefined) return trouble
      if (only !== undefined)
        return `its question is that of "${only}"; leave out the column of ids to go by the question`
      return `its test cases are called ${[...known.cases].slice(0, 5).join(', ')}, ...; other names in the file: --field id=COLUMN`
    })
  }
  if (question === undefined) {
    throw new RagstoneError(
      'no_response_named',
      `${placeText(row.place)}: the row does not say which response it scores`,
      {
        hint: 'rows need test_case_id (also id, case_id, query_id, ...) or the question as user_input; other names: --field id=COLUMN',
      },
    )
  }
  if (only === undefined) {
    const own = generatedId(question)
    if (known.cases.has(own)) return own
    throw refused(
      row,
      known,
      `test case that asks ${shortened(question)}`,
      () => 'the question must be the same to the letter; or name the test case in a column test_case_id',
    )
  }
  if (second === undefined) return only
  throw new RagstoneError(
    'ambiguous_question',
    `${placeText(row.place)}: ${asked.length} test cases of run ${known.run.id} ask ${shortened(question)}: ${asked.slice(0, 5).join(', ')}`,
    { hint: 'name the test case in a column test_case_id' },
  )
}

function configurationOf(
  row: CanonicalRow,
  testCase: string,
  known: Known,
  { configuration: given }: FindOptions,
): string {
  const { run } = known
  const names = run.configurations.map(({ name }) => name)
  const gave = row.response === undefined ? undefined : known.gaveAnswer?.(testCase, row.response)
  const only = names.length === 1 ? names : gave
  const configuration = row.configuration ?? given ?? (only?.length === 1 ? only[0] : undefined)
  if (configuration === undefined) {
    throw new RagstoneError('no_configuration', `${placeText(row.place)}: configuration is missing${whyNot(gave)}`, {
      hint: `the run has ${names.join(', ')}: add a column configuration, or name the one of the whole file with --configuration ${names[0] ?? 'NAME'}`,
    })
  }
  if (names.includes(configuration)) return configuration
  throw new RagstoneError(
    'unknown_response',
    `${placeText(row.place)}: run ${run.id} has no configuration "${configuration}"`,
    {
      hint: suggest(configuration, names),
    },
  )
}

function whyNot(gave: readonly string[] | undefined): string {
  if (gave === undefined) return ''
  return gave.length === 0 ? ', and none gave this answer' : `, and ${gave.join(' and ')} gave the same answer`
}

function refused(row: CanonicalRow, { run }: Known, what: string, hint: () => string): RagstoneError {
  return new RagstoneError('unknown_response', `${placeText(row.place)}: run ${run.id} (${run.name}) has no ${what}`, {
    hint: hint(),
  })
}

function shortened(text: string): string {
  const shown = JSON.stringify(plain(text))
  return shown.length > 80 ? `${shown.slice(0, 76)}..."` : shown
}
