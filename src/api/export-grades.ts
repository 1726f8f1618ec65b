import type { Grade } from '../core/grade.ts'
import { type ResponseName, responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import { csvRows } from '../files/csv-write.ts'
import type { Store } from '../store/store.ts'
import { drawn } from './grade-sampling.ts'
import { GRADE_COLUMNS, type GradeOptions } from './grades.ts'
import { openProjectStore, openToRead } from './project.ts'
import { requireRun } from './resume-run.ts'

/** The run, and what a person needs to see: a file that is read back with other responses in it is of another run. */
const SHOWN = ['run_id', 'user_input', 'reference', 'response'] as const
/** Written where a grade has them. */
const AFTER = ['mark', 'right_above', 'sampling'] as const

export interface ExportGradesOptions extends GradeOptions {
  /** Draw this many responses at random, in random order; default: all, in the order of the run. */
  sample?: number
  /** Of the draw; default 1. A larger sample of the same seed begins with the smaller one. */
  seed?: number
}

type SheetLine = Record<string, unknown>

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV of the responses of a run with question, reference answer and response, ready to be graded: those that nobody graded
 * have an empty verdict, those that several people graded a row for each. With `sample`, some drawn at random from those that
 * the system answered: `drawn` is the place in the draw, and grades of its first rows speak for all responses.
 */
export async function exportGrades(options: ExportGradesOptions = {}): Promise<string> {
  const store = await openProjectStore(options, await openToRead(options), { readOnly: true })
  try {
    const run = await requireRun(store, options.run ?? 'latest')
    const byResponse = new Map<string, Grade[]>()
    for await (const grade of store.grades(run.id)) {
      byResponse.set(responseKey(grade), [...(byResponse.get(responseKey(grade)) ?? []), grade])
    }
    const { sample, seed = 1 } = options
    const places = sample === undefined ? undefined : await drawnPlaces(store, run, sample, seed)
    const lines: SheetLine[] = []
    for await (const line of sheetLines(store, run, byResponse, places)) lines.push(line)
    if (places !== undefined) lines.sort((a, b) => Number(a.drawn) - Number(b.drawn))
    const after = AFTER.filter((column) => lines.some((line) => line[column] !== undefined))
    const columns = [...GRADE_COLUMNS, ...SHOWN, ...after, ...(places === undefined ? [] : ['drawn'])]
    return BYTE_ORDER_MARK + [...csvRows(columns, lines)].join('')
  } finally {
    await store.close()
  }
}

/** The place in the draw of each response that is in it, by its key. */
async function drawnPlaces(store: Store, run: Run, sample: number, seed: number): Promise<Map<string, number>> {
  const leftOut = new Set(run.left_out)
  const all: ResponseName[] = []
  for await (const { configuration, test_case_id, repeat, error } of store.responseFacts(run.id)) {
    if (error === undefined && !leftOut.has(test_case_id)) all.push({ configuration, test_case_id, repeat })
  }
  return new Map(drawn(all, sample, seed).map((one, index) => [responseKey(one), index + 1]))
}

async function* sheetLines(
  store: Store,
  run: Run,
  byResponse: ReadonlyMap<string, Grade[]>,
  places: ReadonlyMap<string, number> | undefined,
): AsyncIterable<SheetLine> {
  const leftOut = new Set(run.left_out)
  for await (const { test_case: testCase, response } of store.samples(run.id)) {
    const key = responseKey(response)
    const place = places?.get(key)
    if (leftOut.has(testCase.id) || (places !== undefined && place === undefined)) continue
    const { user_input, reference } = testCase
    const shown = { ...response, user_input, reference }
    const part = place === undefined ? {} : { sampling: 'random', drawn: place }
    for (const grade of byResponse.get(key) ?? [undefined]) yield { ...shown, ...grade, ...part }
  }
}
